"""A4: scripts, expressions and library functions on data of Python, NumPy, SciPy and pandas.

Runs with whatever of NumPy, SciPy and pandas is installed: python3 -m unittest discover -s python/tests
"""

import os
import signal
import subprocess
import sys
import threading
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(__file__), ".."))

import linden  # noqa: E402

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
        self.assertIn("2x2", repr(x))

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


def _dense(value):
    return value.toarray() if hasattr(value, "toarray") else value


if __name__ == "__main__":
    unittest.main()
