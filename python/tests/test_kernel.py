"""The kernel by its messages, the magic in a Python notebook, and the example notebooks."""

import json
import os
import shutil
import subprocess
import sys
import tempfile
import unittest

PACKAGE = os.path.abspath(os.path.join(os.path.dirname(__file__), ".."))
sys.path.insert(0, PACKAGE)

try:
    import IPython  # noqa: F401
    import ipykernel  # noqa: F401
    import jupyter_client
    import nbclient
    import nbformat
except ImportError as e:
    raise unittest.SkipTest(
        f"Jupyter is not installed ({e}); Debian: python3-ipykernel, python3-nbclient"
    ) from e

try:
    import numpy
except ImportError:
    numpy = None
try:
    import pandas
except ImportError:
    pandas = None

from linden.kernel import words_at  # noqa: E402

NOTEBOOKS = os.path.join(PACKAGE, "..", "examples", "notebooks")
LAUNCHER = os.path.join(PACKAGE, "..", "linden")
SECONDS = 120


def setUpModule():
    """Kernels of this Python and of this package, in a folder that only these tests know."""
    global folder, environment
    folder = tempfile.mkdtemp(prefix="linden-jupyter-")
    environment = dict(os.environ)
    os.environ["PYTHONPATH"] = os.pathsep.join(
        filter(None, [PACKAGE, os.environ.get("PYTHONPATH")])
    )
    os.environ["JUPYTER_PATH"] = os.path.join(folder, "share", "jupyter")
    for name in ("JUPYTER_RUNTIME_DIR", "JUPYTER_CONFIG_DIR", "IPYTHONDIR"):
        os.environ[name] = os.path.join(folder, name.lower())
    for module in ("linden.kernel", "ipykernel"):
        subprocess.run(
            [sys.executable, "-m", module, "install", "--prefix", folder],
            check=True,
            stdout=subprocess.DEVNULL,
        )


def tearDownModule():
    os.environ.clear()
    os.environ.update(environment)
    shutil.rmtree(folder)


class Messages(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.manager, cls.client = jupyter_client.manager.start_new_kernel(
            kernel_name="linden", startup_timeout=SECONDS
        )

    @classmethod
    def tearDownClass(cls):
        cls.client.stop_channels()
        cls.manager.shutdown_kernel()

    def output(self, message_id):
        """The messages about a request until the kernel is idle again."""
        found = []
        while True:
            message = self.client.get_iopub_msg(timeout=SECONDS)
            if message["parent_header"].get("msg_id") != message_id:
                continue
            if message["msg_type"] == "status":
                if message["content"]["execution_state"] == "idle":
                    return found
            else:
                found.append(message)

    def answer(self, message_id):
        """The reply to a request.

        Jupyter's client asks a kernel that starts slowly more than once whether it is there, and
        leaves the further answers lying; any other reply is not expected.
        """
        while True:
            reply = self.client.get_shell_msg(timeout=SECONDS)
            if reply["parent_header"]["msg_id"] == message_id:
                return reply["content"]
            self.assertEqual("kernel_info_reply", reply["msg_type"])

    def start_cell(self, code, **options):
        """Asks to run a cell; the number of the request.

        One that fails does not stop those behind it: Jupyter would otherwise call off what comes
        soon after a failure, and how soon that is depends on how busy the machine is.
        """
        return self.client.execute(code, stop_on_error=False, **options)

    def run_cell(self, code, **options):
        """The reply, and the kinds and contents of what came before."""
        message_id = self.start_cell(code, **options)
        reply = self.answer(message_id)
        return reply, [(m["msg_type"], m["content"]) for m in self.output(message_id)]

    def of(self, kind, output):
        return [content for found, content in output if found == kind]

    def test_kernel_info(self):
        reply = self.answer(self.client.kernel_info())
        self.assertEqual("linden", reply["implementation"])
        self.assertEqual("dml", reply["language_info"]["name"])

    def test_variables_stay(self):
        reply, _ = self.run_cell("X = matrix(seq(1, 4), rows=2, cols=2)")
        self.assertEqual("ok", reply["status"], reply)
        reply, output = self.run_cell("print('sum ' + sum(X))\nprint('two')\nX * 2")
        lines = [content["text"] for content in self.of("stream", output)]
        self.assertEqual("sum 10.0\ntwo\n", "".join(lines))
        (result,) = self.of("execute_result", output)
        self.assertEqual(reply["execution_count"], result["execution_count"])
        self.assertIn("8", result["data"]["text/plain"])
        self.assertIn("<table", result["data"]["text/html"])
        _, output = self.run_cell("sum(_)")
        self.assertIn("20", self.of("execute_result", output)[0]["data"]["text/plain"])

    def test_lines_come_while_the_cell_runs(self):
        message_id = self.start_cell("print('first')\nwhile (TRUE) { x = 1 }")
        while True:
            message = self.client.get_iopub_msg(timeout=SECONDS)
            if message["msg_type"] == "stream":
                break
        self.assertEqual("first\n", message["content"]["text"])
        self.interrupt(message_id)

    def interrupt(self, message_id):
        self.manager.interrupt_kernel()
        reply = self.answer(message_id)
        self.assertEqual("error", reply["status"])
        self.assertEqual("KeyboardInterrupt", reply["ename"])
        return self.output(message_id)

    def test_interrupt(self):
        self.run_cell("kept = 1")
        message_id = self.start_cell("kept = 2\nprint('go')\nwhile (TRUE) { x = 1 }")
        while self.client.get_iopub_msg(timeout=SECONDS)["msg_type"] != "stream":
            pass
        self.interrupt(message_id)
        for k in range(3):  # later cells get their own answers
            _, output = self.run_cell(f"kept + {k}")
            self.assertIn(str(1 + k), self.of("execute_result", output)[0]["data"]["text/plain"])

    def test_errors(self):
        self.run_cell("y = 1")
        reply, output = self.run_cell("y = 2\nz = nosuch(y)")
        self.assertEqual(("error", "ScriptError"), (reply["status"], reply["ename"]))
        self.assertIn("nosuch", reply["evalue"])
        self.assertRegex(reply["evalue"], r"In \[\d+\]:2:5")
        self.assertEqual(reply["evalue"], self.of("error", output)[0]["evalue"])
        _, output = self.run_cell("y")
        self.assertIn("1", self.of("execute_result", output)[0]["data"]["text/plain"])

    def test_warnings_and_progress(self):
        _, output = self.run_cell("warning('careful')")
        self.assertIn("careful", self.of("stream", output)[0]["text"])
        self.assertEqual("stderr", self.of("stream", output)[0]["name"])
        message_id = self.start_cell("i = 0\nwhile (TRUE) { i = i + 1 }")
        while True:
            message = self.client.get_iopub_msg(timeout=SECONDS)
            if message["msg_type"] == "display_data":
                break
        display = message["content"]
        self.assertNotEqual("", display["data"]["text/plain"])
        updates = [
            m["content"]
            for m in self.interrupt(message_id)
            if m["msg_type"] == "update_display_data"
        ]
        self.assertEqual("", updates[-1]["data"]["text/plain"])
        self.assertEqual(display["transient"], updates[-1]["transient"])

    def test_silent_cells(self):
        reply, output = self.run_cell("print(1)\n2 + 2", silent=True)
        self.assertEqual("ok", reply["status"], reply)
        self.assertEqual([], [kind for kind, _ in output if kind != "execute_input"])

    def test_completion(self):
        self.run_cell("alpha = 1")
        reply = self.answer(self.client.complete("y = alp + 1", 7))
        self.assertEqual((4, 7), (reply["cursor_start"], reply["cursor_end"]))
        self.assertIn("alpha", reply["matches"])

    def test_inspection(self):
        reply = self.answer(self.client.inspect("b = lm(X, ", 10, 0))
        self.assertTrue(reply["found"])
        self.assertIn("Linear regression", reply["data"]["text/plain"])
        self.assertFalse(self.answer(self.client.inspect("nothingOfThisName", 3))["found"])

    def test_whole_cells(self):
        expected = {"x = 1": "complete", "if (TRUE) {": "incomplete", "x = )": "invalid"}
        for code, status in expected.items():
            self.assertEqual(status, self.answer(self.client.is_complete(code))["status"])

    def test_percent_words(self):
        self.run_cell("w = 5")
        _, output = self.run_cell("%vars")
        table = self.of("display_data", output)[0]["data"]
        self.assertRegex(table["text/plain"], r"(?m)^w +int ")
        self.assertIn("<td>w</td><td>int</td>", table["text/html"])
        _, output = self.run_cell("%explain hops\nv = w + 1")
        self.assertNotEqual("", self.of("stream", output)[0]["text"])
        _, output = self.run_cell("%explain\nv = w + 1")
        page = self.of("display_data", output)[0]["data"]
        self.assertIn("MAIN", page["text/plain"])
        self.assertRegex(page["text/html"], "^<iframe sandbox=.allow-scripts. [^<]*</iframe>$")
        self.assertNotIn("&quot;measured&quot;:", page["text/html"])
        reply, _ = self.run_cell("v")
        self.assertEqual("error", reply["status"])  # it was explained, not run
        reply, _ = self.run_cell("%nosuch")
        self.assertIn("there is no %nosuch", reply["evalue"])
        _, output = self.run_cell("%stats\nsum(rand(rows=100, cols=100))")
        json.loads(self.of("display_data", output)[-1]["data"]["text/plain"])

    def test_pictures(self):
        _, output = self.run_cell("x = seq(1, 9)\nplot(x, x ^ 2, title='squares')\nprint('behind')")
        kinds = [kind for kind, _ in output if kind in ("display_data", "stream")]
        self.assertEqual(["display_data", "stream"], kinds)
        picture = self.of("display_data", output)[0]["data"]
        self.assertTrue(picture["image/svg+xml"].startswith("<svg"), picture["image/svg+xml"][:40])
        self.assertIn("squares", picture["image/svg+xml"])
        self.assertIn("squares", picture["text/plain"])

    def test_profile(self):
        _, output = self.run_cell("%profile\nP = rand(rows=50, cols=50, seed=1)\nsum(P %*% P)")
        page = self.of("display_data", output)[-1]["data"]["text/html"]
        self.assertIn("&quot;measured&quot;:", page)
        _, output = self.run_cell("nrow(P)")
        self.assertIn("50", self.of("execute_result", output)[0]["data"]["text/plain"])

    def test_restart(self):
        self.run_cell("gone = 1")
        self.manager.restart_kernel()  # asks the kernel to shut down first
        self.client.wait_for_ready(timeout=SECONDS)
        reply, _ = self.run_cell("gone")
        self.assertEqual("error", reply["status"])


class Installation(unittest.TestCase):
    def test_spec(self):
        spec = jupyter_client.kernelspec.KernelSpecManager().get_kernel_spec("linden")
        self.assertEqual("dml", spec.language)
        self.assertTrue(os.path.isfile(spec.env["LINDEN"]))

    @unittest.skipUnless(os.path.isfile(LAUNCHER), "not in a checkout")
    def test_command(self):
        place = os.path.join(folder, "by-command")
        environment = dict(os.environ, PYTHON=sys.executable)
        del environment["PYTHONPATH"]
        done = subprocess.run(
            [LAUNCHER, "kernel", "install", "--prefix", place],
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        self.assertEqual(0, done.returncode, done.stdout)
        kernels = os.path.join(place, "share", "jupyter", "kernels")
        with open(os.path.join(kernels, "linden", "kernel.json")) as file:
            spec = json.load(file)
        self.assertTrue(os.path.samefile(LAUNCHER, spec["env"]["LINDEN"]))
        wrong = subprocess.run(
            [LAUNCHER, "kernel", "nosuch"], env=environment, stderr=subprocess.PIPE
        )
        self.assertEqual(2, wrong.returncode)


class Words(unittest.TestCase):
    def test_names_at_a_position(self):
        self.assertEqual(["lm"], words_at("lm(X, ", 6))
        self.assertEqual(["y", "lm"], words_at("lm(X, y)", 7))
        self.assertEqual(["f", "g"], words_at("g(1, f(2, (3)), ", 6))
        self.assertEqual(["g"], words_at("g(1, f(2, (3)), ", 15))
        self.assertEqual(["m::rmse"], words_at("m::rmse", 7))
        self.assertEqual([], words_at("", 0))


class Notebooks(unittest.TestCase):
    """Each says by assertions of its own, or by an error, that a cell went wrong."""

    def test_examples(self):
        files = sorted(f for f in os.listdir(NOTEBOOKS) if f.endswith(".ipynb"))
        self.assertEqual(5, len(files))
        for name in files:
            with self.subTest(notebook=name):
                notebook = nbformat.read(os.path.join(NOTEBOOKS, name), as_version=4)
                nbformat.validate(notebook)
                needs = notebook.metadata.get("needs", [])
                if numpy is None or ("pandas" in needs and pandas is None):
                    self.skipTest(f"{name} needs NumPy and pandas")
                if "sklearn" in needs and not _has_sklearn():
                    self.skipTest(f"{name} needs scikit-learn")
                self.run_notebook(notebook)

    def run_notebook(self, notebook):
        client = nbclient.NotebookClient(
            notebook, timeout=SECONDS, resources={"metadata": {"path": NOTEBOOKS}}
        )
        client.execute()
        for cell in notebook.cells:
            expected = cell.metadata.get("expect")
            if expected is not None:
                self.assertIn(expected, _text(cell), cell.source)

    @unittest.skipIf(numpy is None, "NumPy is not installed")
    def test_magic(self):
        cells = [
            "%load_ext linden\nimport numpy\nX = numpy.eye(3)\ny = [1, 2]",
            "%%dml -i X -o W,s\nW = X * 2\nprint('twice')\ns = sum(W)",
            "print(W.sum(), s)",
            "%%dml\nW + 1",
            "%dml s * 7",
            "%%dml -i nosuch\nx = 1",
            "%%dml\nx = 1\ny = wrong(x)",
            "%%dml -o W\nW = W * 5",
            "print(W.sum())",
            "%%dml\nplot(W)",
            "%%dml --explain\nV = W + 1",
            "%%dml --profile\nV = W %*% W",
            "%%dml --explain -o V\nV = W + 1",
        ]
        notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(c) for c in cells])
        client = nbclient.NotebookClient(
            notebook, timeout=SECONDS, kernel_name="python3", allow_errors=True
        )
        client.execute()
        texts = [_text(cell) for cell in notebook.cells]
        self.assertEqual("", texts[0])
        self.assertEqual("twice\n", texts[1])
        self.assertEqual("6.0 6.0\n", texts[2])
        self.assertIn("<table", texts[3])
        self.assertIn("42", texts[4])
        self.assertIn("there is no variable nosuch", texts[5])
        self.assertIn("cell:2:5: error: unknown function wrong", texts[6])
        self.assertNotIn("connection.py", texts[6])
        self.assertEqual("30.0\n", texts[8])
        self.assertIn("image/svg+xml", notebook.cells[9].outputs[0]["data"])
        self.assertIn("<iframe", texts[10])
        self.assertNotIn("&quot;measured&quot;:", texts[10])
        self.assertIn("&quot;measured&quot;:", texts[11])
        self.assertIn("--explain takes no -i and -o", texts[12])


def _has_sklearn():
    try:
        import sklearn  # noqa: F401
    except ImportError:
        return False
    return True


def _text(cell):
    """All that a cell has put out."""
    found = []
    for output in cell.get("outputs", []):
        found.append(output.get("text", ""))
        found.extend(output.get("data", {}).values())
        found.extend(output.get("traceback", []))
        found.append(output.get("evalue", ""))
    return "".join(part if isinstance(part, str) else str(part) for part in found)


if __name__ == "__main__":
    unittest.main()
