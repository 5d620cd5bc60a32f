"""A4: the Python side of MLContext, against stand-ins for PySpark's session and its JVM.

PySpark itself is not needed; that the Java methods exist is tested with the Java side.
"""

import os
import struct
import sys
import types
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(__file__), ".."))

from linden.errors import DataError, LindenError, ScriptError  # noqa: E402
from linden import mlcontext  # noqa: E402
from linden.mlcontext import IJV, VECTOR, MLContext, dml, dml_from_file, pydml  # noqa: E402


class JavaError(Exception):
    def __init__(self, java):
        self.java_exception = java


class Recorder:
    """Answers every call by a recorder, and notes it in a list that all share."""

    def __init__(self, calls, name="", answers=None):
        self._calls = calls
        self._name = name
        self._answers = answers if answers is not None else {}

    def __getattr__(self, part):
        return Recorder(self._calls, (self._name + "." + part).lstrip("."), self._answers)

    def __call__(self, *arguments):
        self._calls.append((self._name, arguments))
        answer = self._answers.get(self._name.split(".")[-1])
        if isinstance(answer, Exception):
            raise answer
        return answer if answer is not None else Recorder(self._calls, self._name, self._answers)


class Frame:
    def __init__(self, jdf, session=None):
        self._jdf = jdf
        self.session = session


class MLContextTest(unittest.TestCase):
    def setUp(self):
        self.calls = []
        self.answers = {}
        jvm = Recorder(self.calls, answers=self.answers)
        self.spark = types.SimpleNamespace(_jvm=jvm, _jsparkSession="session")
        self.ml = MLContext(self.spark)
        sys.modules["pyspark"] = types.ModuleType("pyspark")
        sys.modules["pyspark.sql"] = types.SimpleNamespace(DataFrame=Frame)

    def tearDown(self):
        del sys.modules["pyspark"], sys.modules["pyspark.sql"]

    def called(self, method):
        return [a for name, a in self.calls if name.split(".")[-1] == method]

    def test_the_session_is_given(self):
        self.assertEqual(("dev.linden.spark.mlcontext.MLContext", ("session",)), self.calls[0])

    def test_inputs_and_outputs(self):
        self.ml.execute(
            dml("y = x")
            .input("X", Frame("jdf"), IJV)
            .input(x=2, f=True, s="t")
            .input("$k", 0.5)
            .output("y", "z")
        )
        self.assertEqual([("y = x",)], self.called("dml"))
        given = self.called("in")
        self.assertEqual(("X", "jdf"), given[0][:2])
        self.assertTrue(given[0][2]._name.endswith("Format.IJV"))
        self.assertEqual([("x", 2), ("f", True), ("s", "t"), ("$k", 0.5)], given[1:])
        self.assertEqual([("y",), ("z",)], self.called("out"))
        self.assertEqual(1, len(self.called("execute")))

    def test_local_matrices_are_bytes(self):
        self.ml.execute(dml_from_file("f").input(X=[[1, 2], [3, 4], [5, 6]], v=[7, 8]))
        self.assertEqual(
            [(3, 2, struct.pack("<6d", 1, 2, 3, 4, 5, 6)), (2, 1, struct.pack("<2d", 7, 8))],
            self.called("of"),
        )
        with self.assertRaises(DataError):
            self.ml.execute(dml("").input(X=[[1, 2], [3]]))
        with self.assertRaises(DataError):
            self.ml.execute(dml("").input(X=object()))

    def test_the_other_syntax(self):
        self.ml.execute(pydml("x = X[0, 0]"))
        self.assertEqual([("x = X[0, 0]",)], self.called("pydml"))

    def test_results(self):
        results = self.ml.execute(dml("").output("y"))
        self.answers.update(getDouble=1.5, getDataFrame="result", getRows=2, getCols=1)
        self.answers["bytes"] = struct.pack("<2d", 3, 4)
        self.assertEqual(1.5, results.number("y"))
        frame = results.data_frame("y", VECTOR)
        self.assertEqual("result", frame._jdf)
        self.assertIs(self.spark, frame.session)
        self.assertTrue(self.called("getDataFrame")[0][1]._name.endswith("Columns.VECTOR"))
        matrix = results.matrix("y")
        rows = matrix.tolist() if hasattr(matrix, "tolist") else matrix
        self.assertEqual([[3.0], [4.0]], rows)
        self.ml.execute(dml("").input(Z=results.value("y")))
        self.assertEqual("Z", self.called("in")[-1][0])

    def java(self, name, message):
        span = types.SimpleNamespace(
            source=lambda: types.SimpleNamespace(name=lambda: "script"),
            line=lambda: 2,
            column=lambda: 5,
        )
        problem = types.SimpleNamespace(span=lambda: span, message=lambda: message)
        return types.SimpleNamespace(
            getClass=lambda: types.SimpleNamespace(getSimpleName=lambda: name),
            getMessage=lambda: message,
            render=lambda: "script:2:5: " + message,
            problems=lambda: [problem],
        )

    def test_errors(self):
        self.answers["execute"] = JavaError(self.java("ScriptError", "no"))
        with self.assertRaises(ScriptError) as caught:
            self.ml.execute(dml("x"))
        self.assertEqual("script:2:5: no", str(caught.exception))
        self.assertEqual((2, 5), (caught.exception.problems[0].line, caught.exception.problems[0].column))
        self.answers["execute"] = JavaError(self.java("InputError", "wrong"))
        with self.assertRaises(DataError):
            self.ml.execute(dml("x"))
        self.answers["execute"] = JavaError(self.java("SparkException", "other"))
        with self.assertRaises(JavaError):
            self.ml.execute(dml("x"))

    def test_a_missing_jar(self):
        self.answers["MLContext"] = TypeError("'JavaPackage' object is not callable")
        with self.assertRaises(LindenError) as caught:
            MLContext(self.spark)
        self.assertIn("linden-mlcontext.jar", str(caught.exception))


if __name__ == "__main__":
    unittest.main()
