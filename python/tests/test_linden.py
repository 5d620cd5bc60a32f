"""A4: scripts, expressions and library functions on data of Python, NumPy, SciPy and pandas.

Runs with whatever of NumPy, SciPy and pandas is installed: python3 -m unittest discover -s python/tests
"""

import inspect
import json
import os
import pickle
import signal
import subprocess
import sys
import tempfile
import threading
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(__file__), ".."))

import linden  # noqa: E402
from linden.wire import columns_of  # noqa: E402

try:
    import numpy
except ImportError:
    numpy = None
try:
    import scipy.sparse
except ImportError:
    scipy = None
try:
    import pandas
except ImportError:
    pandas = None


def rows(value):
    return value.tolist() if hasattr(value, "tolist") else value


class SessionTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.session = linden.Session(options=["--mem", "1g"])

    @classmethod
    def tearDownClass(cls):
        cls.session.close()


class Cells(SessionTest):
    def tearDown(self):
        self.session.remove(*(v.name for v in self.session.variables()))

    def test_variables_stay(self):
        printed = []
        first = self.session.cell("y = sum(X)\nprint(y)", on_print=printed.append, X=[[1, 2], [3, 4]])
        self.assertEqual(["10.0"], printed)
        self.assertEqual((None, ["y"]), (first.text, first.assigned))
        second = self.session.cell("Z = X * y; nrow(Z) + y", outputs=["Z"])
        self.assertEqual("12.0", second.text)
        self.assertIn("12.0", second.html)
        self.assertEqual([[10, 20], [30, 40]], rows(second.outputs["Z"]))
        self.assertEqual(12, self.session.get("_"))
        self.assertEqual(["X", "Z", "_", "y"], [v.name for v in self.session.variables()])
        x = self.session.variables()[0]
        self.assertEqual(("matrix", 2, 2, "dense"), (x.type, x.rows, x.cols, x.form))
        self.assertIn(x.non_zeros, (4, -1))
        self.assertIn("2x2 matrix", self.session.show("X")[0])
        self.assertEqual(["y"], self.session.remove("y", "nothing"))

    def test_errors_change_nothing(self):
        self.session.cell("x = 1")
        with self.assertRaises(linden.ScriptError) as caught:
            self.session.cell("x = 2\nstop('no')", name="In [3]", x=5, other=7)
        self.assertEqual("In [3]", caught.exception.problems[0].file)
        self.assertEqual(1, self.session.get("x"))
        self.assertEqual(["x"], [v.name for v in self.session.variables()])

    def test_texts_in_the_making(self):
        states = {text: self.session.is_complete(text) for text in ("x = 1", "if (x) {", "x = )", "x")}
        self.assertEqual(
            {"x = 1": "complete", "if (x) {": "incomplete", "x = )": "invalid", "x": "complete"}, states
        )
        self.session.cell("alpha = 1\nF = as.frame(matrix(1, 2, 2))")
        start, end, found = self.session.complete("y = 2 * alp + 1", 11)
        self.assertEqual((8, 11), (start, end))
        self.assertEqual(["alpha"], [c.text for c in found if c.kind == "variable"])
        names = [c.text for c in self.session.complete("rand(ro")[2]]
        self.assertEqual("rows=", names[0])
        self.assertIn("round", names)
        self.assertEqual(["C1", "C2"], [c.text for c in self.session.complete('F[, "')[2]])
        start, _, found = self.session.complete("'\U0001d11e' + al")
        self.assertEqual((6, "alpha"), (start, found[0].text))

    def test_what_names_mean(self):
        text, dml = self.session.inspect("lm")
        self.assertTrue(text.startswith("B = lm(matrix X, matrix y, int icpt = 0"), text)
        self.assertIn("Linear regression", text)
        self.assertIn("lmDS(X, y", dml)
        self.assertIn("Example", self.session.inspect("cumsum")[0])
        self.assertIsNone(self.session.inspect("nothing"))
        self.session.cell("x = 3")
        self.assertEqual("x: 3", self.session.inspect("x")[0])

    def test_events(self):
        events = []
        self.session.cell(
            "x = sum(rand(rows=10, cols=10))",
            on_event=lambda *event: events.append(event),
            plan=True,
            statistics=True,
        )
        kinds = [event[0] for event in events]
        self.assertEqual(["plan", "statistics"], kinds)
        for _, data in events:
            json.loads(data)
        self.assertIn("rand", events[0][1])
        self.assertIn("y = ", self.session.explain_cell("y = x + 1"))
        json.loads(self.session.explain_cell("y = x + 1", json=True))

    def test_progress_and_cancel(self):
        heard = threading.Event()

        def hear(kind, data):
            if kind == "progress":
                heard.set()

        def call_off():
            heard.wait(60)
            self.session.cancel()

        self.session.cell("x = 1")
        other = threading.Thread(target=call_off)
        other.start()
        with self.assertRaises(linden.CancelledError):
            self.session.cell("while (x > 0) { x = x + 1 }", on_event=hear)
        other.join()
        self.assertEqual(1, self.session.get("x"))


class Scripts(SessionTest):
    def test_values_of_every_kind(self):
        out = self.session.run(
            "A = X * 2\nb = n + 1\nc = x / 2\nd = f & TRUE\ne = s + '!'",
            outputs=["A", "b", "c", "d", "e"],
            X=[[1, 2], [3, 4]],
            n=41,
            x=3.0,
            f=True,
            s="hello",
        )
        self.assertEqual([[2, 4], [6, 8]], rows(out["A"]))
        self.assertEqual((42, 1.5, True, "hello!"), (out["b"], out["c"], out["d"], out["e"]))

    def test_pydml(self):
        out = self.session.run(
            "Y = X[0:1, ] @ X.T\nn = X.shape(0)",
            outputs=["Y", "n"],
            syntax="pydml",
            X=[[1, 2], [3, 4]],
        )
        self.assertEqual([[5, 11]], rows(out["Y"]))
        self.assertEqual(2, out["n"])
        with self.assertRaises(linden.ScriptError) as failure:
            self.session.run("y = X[2, 0]", outputs=["y"], syntax="pydml", X=[[1, 2], [3, 4]])
        self.assertIn("row index 2 is outside 0..1", str(failure.exception))
        with self.assertRaises(linden.DataError):
            self.session.run("y = 1", outputs=["y"], syntax="cobol")

    def test_lists(self):
        out = self.session.run(
            "L = list(a=x, b=7)\nM = list(1, 'two')", outputs=["L", "M"], x=[[3.5]]
        )
        self.assertEqual([[3.5]], rows(out["L"]["a"]))
        self.assertEqual(7, out["L"]["b"])
        self.assertEqual([1, "two"], out["M"])
        out = self.session.run("y = as.scalar(L['k']) + 1", outputs=["y"], L={"k": 4})
        self.assertEqual(5, out["y"])

    def test_arguments(self):
        self.assertEqual(
            {"y": 30}, self.session.run("y = $a * 10", outputs="y", arguments={"a": 3})
        )

    def test_printed_lines(self):
        lines = []
        self.session.run("print('one')\nprint(1 + 1)", on_print=lines.append)
        self.assertEqual(["one", "2"], lines)

    def test_errors_have_places(self):
        with self.assertRaises(linden.ScriptError) as caught:
            self.session.run("x = 1\ny = nosuch(x)")
        place = caught.exception.problems[0]
        self.assertEqual((2, 5), (place.line, place.column))
        self.assertIn("nosuch", place.message)
        with self.assertRaises(linden.ScriptError) as caught:
            self.session.run("Z = X %*% Y", outputs="Z", X=[[1, 2]], Y=[[1, 2]])
        self.assertEqual(1, caught.exception.problems[0].line)
        with self.assertRaises(linden.DataError):
            self.session.run("x = 1", outputs="nothing")
        self.assertEqual({"y": 2}, self.session.run("y = 2", outputs="y"))  # it goes on

    def test_data_that_can_not_be_passed(self):
        with self.assertRaises(TypeError):
            self.session.run("y = 1", x=object())
        with self.assertRaises(ValueError):
            self.session.run("y = 1", x=[[1, 2], [3]])
        self.assertEqual({"y": 2}, self.session.run("y = 2", outputs="y"))

    def test_explain(self):
        plan = self.session.explain("Z = t(X) %*% X", ["Z"], level="runtime", X=[[1, 2]])
        self.assertIn("t(X)%*%X X", plan)
        with self.assertRaises(linden.DataError):
            self.session.explain("Z = 1", ["Z"], level="nosuch")

    def test_files(self):
        with tempfile.TemporaryDirectory() as folder:
            def write(name, text):
                with open(os.path.join(folder, name), "w") as file:
                    file.write(text)
                return file.name

            write("part.dml", "twice = function(double x) return (double y) { y = 2 * x }")
            main = 'source("part.dml") as part\nX = read("none.csv")\ny = part::twice(sum(X)) + $k'
            file = write("main.dml", main)
            out = self.session.run_file(file, "y", {"k": 5}, X=[[1, 2]])
            self.assertEqual({"y": 11}, out)
            write("main.dml", "y = 1\nz = nosuch(y)")  # the file counts, not what it was
            with self.assertRaises(linden.ScriptError) as caught:
                self.session.run_file(file)
            place = caught.exception.problems[0]
            self.assertEqual((file, 2), (place.file, place.line))
            other = write("main.pydml", "y = X.shape(0)")
            self.assertEqual({"y": 1}, self.session.run_file(other, "y", X=[[1, 2]]))
            with self.assertRaisesRegex(linden.DataError, "file not found"):
                self.session.run_file(os.path.join(folder, "nosuch.dml"))

    def test_attach_to_a_running_server(self):
        with self.assertRaises(ConnectionError):
            linden.Session(socket_file="/nonexistent/socket")
        with linden.Session(socket_file=self.session.socket_file) as other:
            self.assertEqual({"y": 2}, other.run("y = 1 + 1", outputs="y"))
        self.assertEqual({"y": 3}, self.session.run("y = 1 + 2", outputs="y"))

    def test_threads_share_a_session(self):
        results = {}

        def work(k):
            results[k] = self.session.run("y = sum(X) + k", "y", X=[[1, 2, 3]], k=k)["y"]

        threads = [threading.Thread(target=work, args=(k,)) for k in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual({k: 6 + k for k in range(8)}, results)


class CallsThatEndEarly(SessionTest):
    """A script called off leaves the session as it was: later calls get their own answers."""

    ENDLESS = "print('go')\nwhile (TRUE) { x = 1 }"

    def assert_right_answers(self, session=None):
        for k in range(3):
            self.assertEqual({"y": k}, (session or self.session).run(f"y = {k}", "y"))

    def hear_interrupts(self):
        """Who starts the tests in the background of a shell starts them deaf to interrupts."""
        before = signal.signal(signal.SIGINT, signal.default_int_handler)
        self.addCleanup(signal.signal, signal.SIGINT, before)

    def test_interrupt(self):
        def soon(_):
            threading.Timer(0.02, os.kill, (os.getpid(), signal.SIGINT)).start()

        self.hear_interrupts()
        for _ in range(3):
            with self.assertRaises(KeyboardInterrupt):
                self.session.run(self.ENDLESS, on_print=soon)
            self.assert_right_answers()

    def test_interrupt_at_any_moment(self):
        script = "for (i in 1:50) { print(i) }\ny = sum(X)"
        data = [[1.0] * 1000] * 300
        self.hear_interrupts()
        for delay in range(0, 40, 2):
            timer = threading.Timer(delay / 1000, os.kill, (os.getpid(), signal.SIGINT))
            try:
                timer.start()
                for _ in range(1000):
                    self.session.run(script, "y", on_print=lambda _: None, X=data)
                self.fail("nobody interrupted it")
            except KeyboardInterrupt:
                self.assert_right_answers()

    def test_exception_while_printing(self):
        def fail(line):
            raise ZeroDivisionError(line)

        with self.assertRaises(ZeroDivisionError):
            self.session.run("print('a')\nprint('b')\ny = 5", "y", on_print=fail)
        self.assert_right_answers()
        with self.assertRaises(ZeroDivisionError):
            self.session.run(self.ENDLESS, on_print=fail)
        self.assert_right_answers()

    def test_cancelled_by_another_thread(self):
        self.session.cancel()  # nothing runs
        with self.assertRaises(linden.CancelledError):
            self.session.run(
                self.ENDLESS, on_print=lambda _: threading.Thread(target=self.session.cancel).start()
            )
        self.assert_right_answers()

    def test_many_lines_that_nobody_takes(self):
        def fail(line):
            raise ZeroDivisionError(line)

        with self.assertRaises(ZeroDivisionError):
            self.session.run("for (i in 1:100000) { print(i) }", on_print=fail)
        self.assert_right_answers()

    def test_no_script_within_a_print(self):
        with self.assertRaises(RuntimeError):
            self.session.run("print(1)", on_print=lambda _: self.session.run("y = 1"))
        self.assert_right_answers()

    def test_closed_session(self):
        other = linden.Session(socket_file=self.session.socket_file)
        other.close()
        with self.assertRaises(ConnectionError):
            other.run("y = 1")

    def test_forked_process(self):
        child = os.fork()
        if child == 0:
            try:
                self.session.run("y = 1")
            except ConnectionError:
                self.session.close()
                os._exit(7)
            os._exit(0)
        self.assertEqual(7, os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
        self.assert_right_answers()

    @unittest.skipIf(numpy is None, "NumPy is not installed")
    def test_clients_that_leave_give_their_memory_back(self):
        data = numpy.zeros((10_000, 1500))  # 120 MB, ten times: more than there is
        for _ in range(10):
            other = linden.Session(socket_file=self.session.socket_file)
            with self.assertRaises(ConnectionError):
                other.run(self.ENDLESS + "\ny = X", "y", on_print=lambda _: other.close(), X=data)
        self.assert_right_answers()

    def test_client_that_is_killed(self):
        code = (
            "import linden, os, signal\n"
            f"session = linden.Session(socket_file={self.session.socket_file!r})\n"
            "die = lambda _: os.kill(os.getpid(), signal.SIGKILL)\n"
            f"session.run({self.ENDLESS!r}, on_print=die)"
        )
        ended = subprocess.run(
            [sys.executable, "-c", code], cwd=os.path.join(os.path.dirname(__file__), "..")
        )
        self.assertEqual(-signal.SIGKILL, ended.returncode)
        self.assert_right_answers()

    @unittest.skipIf(numpy is None, "NumPy is not installed")
    def test_input_beyond_the_heap(self):
        with self.assertRaises(linden.ResourceError):
            self.session.run("y = sum(X)", "y", X=numpy.zeros((12_000, 12_000)))
        self.assert_right_answers()

    def test_matrix_as_argument(self):
        with self.assertRaisesRegex(linden.DataError, r"\$a is a matrix"):
            self.session.run("y = $a", arguments={"a": [[1]]})
        self.assert_right_answers()


class Expressions(SessionTest):
    def test_iteration_ends(self):
        x = self.session.matrix([[1, 2], [3, 4], [5, 6]])
        self.assertEqual(3, len(x))
        self.assertEqual([[[1, 2]], [[3, 4]], [[5, 6]]], [rows(row.compute()) for row in x])
        self.assertEqual(3, len(list(x * 2)))
        self.assertEqual(2, len(list(x.t() @ x)))
        self.assertEqual([5, 3, 1], [int(row[0, 0]) for row in reversed(x)])
        a, b, c = x
        self.assertEqual([[5, 6]], rows(c.compute()))
        with self.assertRaises(TypeError):
            iter(x.sum())

    def test_shapes(self):
        x = self.session.matrix([[1, 2, 0], [3, 4, 0]])
        self.assertEqual((2, 3), x.shape)
        self.assertEqual((3, 2), x.T.shape)
        self.assertEqual((2, 2), (x @ x.t()).shape)
        self.assertEqual((2, 3), (1 + x * x[0]).exp().shape)
        self.assertEqual((1, 3), x.sum(axis=0).shape)
        self.assertEqual((2, 1), x.mean(axis=1).shape)
        self.assertEqual((2, 6), x.cbind(x).shape)  # the engine knows
        self.assertEqual(6, x.size)
        self.assertEqual((3, 1), self.session.matrix([1, 2, 3]).shape)
        self.assertEqual((3, 4), self.session.rand(3, 4).shape)

    def test_positions_out_of_range(self):
        x = self.session.matrix([[1, 2], [3, 4]])
        for bad in (2, -3, (0, 2), (0, -3)):
            with self.assertRaises(IndexError):
                x[bad]
            with self.assertRaises(IndexError):
                (x.cbind(x)[:, :2])[bad]
        with self.assertRaises(IndexError):
            x[0, 0, 0]
        for bad in ("a", None, 1.0, True, [0, 1]):
            with self.assertRaises(TypeError):
                x[bad]
        with self.assertRaises(ValueError):
            x[::2]

    def test_slices_as_in_python(self):
        cells = [[10 * i + j for j in range(4)] for i in range(5)]
        x = self.session.matrix(cells)
        for start in (None, -9, -2, 0, 1, 4, 7):
            for stop in (None, -9, -1, 0, 3, 5, 8):
                expected = cells[start:stop]
                part = x[start:stop]
                self.assertEqual((len(expected), 4), part.shape)
                if expected:
                    self.assertEqual(expected, rows(part.compute()))
        self.assertEqual(0, x[3:1].sum().compute())

    def test_cells_and_numbers(self):
        x = self.session.matrix([[1, 2], [3, 4]])
        self.assertIn(3, x)
        self.assertNotIn(7, x)
        self.assertEqual(4.0, float(x[1, 1]))
        self.assertEqual(10, int(x.sum()))
        with self.assertRaises(TypeError):
            float(x)
        with self.assertRaises(TypeError):
            "a" in x
        self.assertIn("2x2\n [[1, 2], [3, 4]]", repr(x))
        self.assertIn("2x2, see compute()", repr(x * 2))
        self.assertIn("compute()", repr(x.sum()))

    def test_tables_for_notebooks(self):
        x = self.session.matrix([[1, 2.5], [3, 1e-9]])
        table = (x * 2)._repr_html_()
        for cell in ("<td>2</td>", "<td>5</td>", "<td>2e-09</td>", "2 x 2 matrix"):
            self.assertIn(cell, table)
        self.assertEqual("6.500000001", x.sum()._repr_html_())
        large = self.session.rand(1000, 50)._repr_html_()
        self.assertEqual(1 + 10 + 1, large.count("<tr>"))
        self.assertIn("1000 x 50 matrix", large)
        self.assertIn("0 x 2 matrix", x[2:]._repr_html_())

    def test_what_is_no_operand(self):
        x = self.session.matrix([[1, 2]])
        self.assertFalse(x == None)  # noqa: E711
        self.assertTrue(x != "a")
        for bad in (None, "a", object(), {}):
            with self.assertRaises(TypeError):
                x + bad
            with self.assertRaises(TypeError):
                self.session.matrix(bad)
        self.assertEqual([[5, 2]], rows((5 // x).compute()))
        self.assertEqual([[0, 1]], rows((5 % x).compute()))

    def test_operators(self):
        x = self.session.matrix([[1, 2], [3, 4]])
        self.assertEqual([[7, 10], [15, 22]], rows((x @ x).compute()))
        self.assertEqual([[10, 14], [14, 20]], rows((x.t() @ x).compute()))
        self.assertEqual([[9, 8], [7, 6]], rows((10 - x).compute()))
        self.assertEqual([[1, 4], [9, 16]], rows((x**2).compute()))
        self.assertEqual([[0, 0], [1, 1]], rows((x > 2).compute()))
        self.assertEqual([[-1, -2], [-3, -4]], rows((-x).compute()))

    def test_aggregates(self):
        x = self.session.matrix([[1, 2], [3, 4]])
        self.assertEqual(10, x.sum().compute())
        self.assertEqual([[4, 6]], rows(x.sum(axis=0).compute()))
        self.assertEqual([[3], [7]], rows(x.sum(axis=1).compute()))
        self.assertEqual([[2, 3]], rows(x.mean(axis=0).compute()))
        self.assertEqual(4, x.max().compute())

    def test_scalars_in_expressions(self):
        x = self.session.matrix([[1, 2], [3, 4]])
        self.assertEqual([[0.1, 0.2], [0.3, 0.4]], rows((x / x.sum()).compute()))

    def test_parts(self):
        x = self.session.matrix([[1, 2, 3], [4, 5, 6], [7, 8, 9]])
        self.assertEqual([[4, 5, 6]], rows(x[1].compute()))
        self.assertEqual([[2, 3], [5, 6]], rows(x[0:2, 1:].compute()))
        self.assertEqual([[9]], rows(x[-1, -1].compute()))
        self.assertEqual([[1, 2]], rows(x[0, :-1].compute()))

    def test_one_script_for_a_shared_part(self):
        x = self.session.matrix([[1, 2], [3, 4]])
        gram = x.t() @ x
        script = (gram + gram).script()
        self.assertEqual(1, script.count("%*%"))

    def test_data_made_by_the_engine(self):
        x = self.session.rand(5, 3, seed=7)
        self.assertEqual(15, len([c for row in rows(x.compute()) for c in row]))
        self.assertEqual([[2.5, 2.5]], rows(self.session.full(1, 2, 2.5).compute()))

    def test_no_truth_value(self):
        with self.assertRaises(TypeError):
            bool(self.session.matrix([[1]]) == 1)

    def test_long_chains(self):
        x = self.session.matrix([[1.0]])
        for _ in range(300):
            x = x + 1
        self.assertEqual([[301]], rows(x.compute()))


class LibraryFunctions(SessionTest):
    X = [[1, 1], [2, 1], [3, 2], [4, 5], [5, 3]]
    Y = [[3], [4], [7], [14], [11]]

    def test_function(self):
        b = linden.lm(self.X, self.Y, reg=0.0, verbose=False, session=self.session)
        self.assertAlmostEqual(1.0, rows(b)[0][0], places=6)
        self.assertAlmostEqual(2.0, rows(b)[1][0], places=6)
        self.assertIn("Linear regression", linden.lm.__doc__)

    def test_columns_for_lists_of_numbers(self):
        """A result of one column has one dimension if an argument has."""
        flat = [row[0] for row in self.Y]
        b = linden.lm(self.X, flat, reg=0, verbose=False, session=self.session)
        self.assertEqual([1, 2], [round(cell, 9) for cell in rows(b)])
        found = linden.kmeans([1, 2, 11, 12], k=2, seed=1, session=self.session)
        self.assertEqual(4, len(rows(found.Y)))
        self.assertIn(rows(found.Y)[0], (1, 2))
        self.assertEqual(2, len(rows(found.C)))  # k x m: as wide as the data
        self.assertEqual(1, len(rows(found.C)[0]))

    def test_defaults_are_those_of_the_library(self):
        defaults = {
            name: parameter.default
            for name, parameter in inspect.signature(linden.multiLogReg).parameters.items()
        }
        expected = {"icpt": 2, "tol": 1e-6, "reg": 1.0, "verbose": True}
        self.assertEqual(expected, {name: defaults[name] for name in expected})
        self.assertIs(float, type(defaults["reg"]))
        signature = str(inspect.signature(linden.multiLogRegPredict))
        self.assertIn("Y=matrix(0, 1, 1)", signature)
        self.assertEqual("VVV", inspect.signature(linden.gmm).parameters["model"].default)
        self.assertEqual(-1, inspect.signature(linden.gmm).parameters["seed"].default)

    def test_method_of_an_expression(self):
        x = self.session.matrix(self.X)
        b = (x * 2).lm(self.Y, reg=0.0, verbose=False)
        self.assertAlmostEqual(0.5, rows(b)[0][0], places=6)

    def test_several_results(self):
        result = linden.pca(self.X, K=1, session=self.session)
        self.assertEqual(5, len(rows(result[0])))


@unittest.skipIf(numpy is None, "NumPy is not installed")
class Arrays(SessionTest):
    def test_round_trip(self):
        x = numpy.random.default_rng(1).random((123, 45))
        out = self.session.run("Y = X", outputs="Y", X=x)["Y"]
        numpy.testing.assert_array_equal(x, out)

    def test_other_layouts_and_types(self):
        x = numpy.arange(12).reshape(3, 4)
        for array in (x, x.T, x[:, ::2], x.astype("f4"), x > 3, numpy.asfortranarray(x)):
            out = self.session.run("Y = X + 0", outputs="Y", X=array)["Y"]
            numpy.testing.assert_array_equal(array.astype(float), _dense(out))

    def test_vectors_are_columns(self):
        out = self.session.run("n = nrow(x)", outputs="n", x=numpy.ones(7))
        self.assertEqual(7, out["n"])

    def test_empty(self):
        out = self.session.run("n = nrow(x)\nY = x", outputs=["n", "Y"], x=numpy.empty((0, 3)))
        self.assertEqual(0, out["n"])
        self.assertEqual((0, 3), out["Y"].shape)

    def test_not_numbers(self):
        with self.assertRaises(TypeError):
            self.session.run("y = 1", x=numpy.array([["a"]]))
        with self.assertRaises(TypeError):
            self.session.run("y = 1", x=numpy.zeros((2, 2, 2)))

    def test_becomes_an_array(self):
        x = self.session.matrix([[1, 2], [3, 4]])
        numpy.testing.assert_array_equal([[2, 4], [6, 8]], numpy.asarray(x * 2))
        self.assertEqual((2, 2), numpy.array(x).shape)
        self.assertEqual("float32", str(numpy.asarray(x, dtype="f4").dtype))
        self.assertEqual([[3, 4]], rows((x[0] + numpy.array(2)).compute()))
        with self.assertRaises(TypeError):
            self.session.run("y = 1", x=numpy.array([[1j]]))

    def test_array_on_the_left(self):
        x = self.session.matrix(numpy.eye(2))
        out = (numpy.array([[1.0, 2.0], [3.0, 4.0]]) @ x).compute()
        numpy.testing.assert_array_equal([[1, 2], [3, 4]], _dense(out))


@unittest.skipIf(scipy is None or numpy is None, "SciPy is not installed")
class SparseMatrices(SessionTest):
    def test_round_trip(self):
        x = scipy.sparse.random(200, 300, density=0.01, random_state=3, format="csr")
        out = self.session.run("Y = X * 2\ns = sum(X)", outputs=["Y", "s"], X=x)
        self.assertTrue(scipy.sparse.issparse(out["Y"]))
        self.assertEqual(0, abs(out["Y"] - 2 * x).nnz)
        self.assertAlmostEqual(x.sum(), out["s"])

    def test_duplicates_zeros_and_other_formats(self):
        coo = scipy.sparse.coo_matrix(([1.0, 2.0, 0.0], ([0, 0, 1], [1, 1, 2])), shape=(3, 4))
        for x in (coo, coo.tocsc()):
            self.assertEqual(3, self.session.run("s = sum(X)", "s", X=x)["s"])


@unittest.skipIf(pandas is None, "pandas is not installed")
class DataFrames(SessionTest):
    def test_round_trip(self):
        frame = pandas.DataFrame(
            {"name": ["a", None, "c"], "n": [1, 2, 3], "x": [0.5, 1.5, 2.5], "f": [True, False, True]}
        )
        out = self.session.run("G = F[2:3, ]\nn = nrow(F)", outputs=["G", "n"], F=frame)
        self.assertEqual(3, out["n"])
        self.assertEqual(["name", "n", "x", "f"], list(out["G"].columns))
        self.assertEqual([None, "c"], list(out["G"]["name"]))
        self.assertEqual([2, 3], list(out["G"]["n"]))
        self.assertEqual([False, True], list(out["G"]["f"]))

    def test_arguments_of_library_functions(self):
        X, y = [[1, 1], [2, 1], [3, 2], [4, 5], [5, 3]], [3, 4, 7, 14, 11]
        frame, series = pandas.DataFrame(X, columns=["a", "b"]), pandas.Series(y)
        b = linden.lm(frame, series, reg=0, verbose=False, session=self.session)
        numpy.testing.assert_allclose(b, [1, 2])
        self.assertEqual((2,), b.shape)
        b = linden.lm(frame, series.to_frame(), reg=0, verbose=False, session=self.session)
        self.assertEqual((2, 1), b.shape)
        frame["where"] = "here"
        with self.assertRaisesRegex(TypeError, "lm: X has columns that are no numbers: where"):
            linden.lm(frame, series, session=self.session)
        with self.assertRaisesRegex(TypeError, "lm: y holds no numbers"):
            linden.lm(X, frame["where"], session=self.session)
        words = pandas.Series(["hte", "the", "the"], name="w")
        for strings in (words, list(words), numpy.array(words)):
            mended = linden.correctTypos(strings, session=self.session)[0]
            self.assertEqual(3, len(mended))

    def test_names_of_columns(self):
        X, y = [[1, 1], [2, 1], [3, 2], [4, 5], [5, 3]], [3.5, 4, 7, 14, 11]
        frame, series = pandas.DataFrame(X, columns=["a", "b"]), pandas.Series(y, name="price")
        b = linden.lm(frame, series, reg=0, verbose=False, session=self.session)
        self.assertEqual(["a", "b"], b.names)
        self.assertEqual((2,), b.shape)
        self.assertIsNone((b * 2).names)
        table, _ = linden.lmSummary(frame, series, verbose=False, session=self.session)
        self.assertEqual(["(Intercept)", "a", "b"], list(table["term"]))
        centred = linden.scale(frame, session=self.session)[0]
        self.assertEqual(["a", "b"], centred.names)
        self.assertEqual(["a", "b"], list(centred.to_frame().columns))
        self.assertIn("<th>a</th>", centred._repr_html_())
        again = self.session.run("Z = X[, 'b']", "Z", X=centred)["Z"]
        numpy.testing.assert_array_equal(centred[:, 1:], again)
        copy = pickle.loads(pickle.dumps(centred))
        self.assertEqual((["a", "b"], None), (copy.names, copy.row_names))
        unnamed = linden.lm(X, y, reg=0, verbose=False, session=self.session)
        self.assertFalse(hasattr(unnamed, "names"))

    def test_names_of_rows(self):
        frame = pandas.DataFrame([[1, 2], [3, 4.5]], columns=["a", "b"])
        X = columns_of(frame)
        out = self.session.cell("T = t(X) %*% X", outputs=["T"], X=X).outputs["T"]
        self.assertEqual((["a", "b"], ["a", "b"]), (out.row_names, out.col_names))
        self.assertEqual(["a", "b"], list(out.to_frame().index))

    def test_series_as_inputs(self):
        out = self.session.run(
            "s = sum(x)\nn = nrow(F)", ["s", "n"], x=pandas.Series([1, 2]), F=pandas.Series(["a"])
        )
        self.assertEqual({"s": 3, "n": 1}, out)
        missing = pandas.Series([1, None], dtype="Int64")
        self.assertTrue(numpy.isnan(self.session.run("s = sum(x)", "s", x=missing)["s"]))


def _dense(value):
    return value.toarray() if hasattr(value, "toarray") else value


if __name__ == "__main__":
    unittest.main()
