"""Scripts on the data frames of a PySpark session (MLContext).

    from linden.mlcontext import MLContext, dml
    with MLContext(spark) as ml:
        results = ml.execute(dml("w = colMeans(X)").input(X=features).output("w"))
        results.data_frame("w").show()

The session must have linden-mlcontext.jar among its jars; see docs/mlcontext.md. Data frames stay
in the JVM and on the executors: only scalars, NumPy arrays and lists pass through Python.
"""

import array
import sys

from .errors import LindenError, ProblemPlace, error

ROWS = "ROWS"
IJV = "IJV"
FRAME = "FRAME"

DOUBLES = "DOUBLES"
INDEX_AND_DOUBLES = "INDEX_AND_DOUBLES"
VECTOR = "VECTOR"
INDEX_AND_VECTOR = "INDEX_AND_VECTOR"

_KINDS = {"ScriptError": "script", "InputError": "input", "ResourceError": "resource"}


class Script:
    """A script with the values of its inputs and the names of its outputs."""

    def __init__(self, factory, text):
        self._factory = factory
        self._text = text
        self._inputs = []
        self._outputs = []

    def input(self, name=None, value=None, format=None, **values):
        """The value of a variable, or of an argument if the name starts with ``$``.

        A value is a number, boolean or text, a NumPy array or a list of rows, a data frame, or
        ``results.value(name)``. ``format`` tells how a data frame is meant: ROWS, IJV or FRAME.
        """
        if name is not None:
            self._inputs.append((name, value, format))
        self._inputs.extend((key, given, None) for key, given in values.items())
        return self

    def output(self, *names):
        """Variables whose values are wanted when the script ends."""
        self._outputs.extend(names)
        return self


def dml(text):
    """A script by its text."""
    return Script("dml", text)


def pydml(text):
    """A script in PyDML, the Python-like syntax, by its text."""
    return Script("pydml", text)


def dml_from_file(path):
    """A script in a file of the machine where the driver runs."""
    return Script("dmlFromFile", path)


def dml_from_resource(name):
    """A script on the class path of the JVM."""
    return Script("dmlFromResource", name)


def dml_from_url(url):
    """A script behind a URL."""
    return Script("dmlFromUrl", url)


def pydml_from_file(path):
    """A script in PyDML in a file of the machine where the driver runs."""
    return Script("pydmlFromFile", path)


def pydml_from_resource(name):
    """A script in PyDML on the class path of the JVM."""
    return Script("pydmlFromResource", name)


def pydml_from_url(url):
    """A script in PyDML behind a URL."""
    return Script("pydmlFromUrl", url)


class MLContext:
    """Runs scripts on the data of a Spark session; closing it frees what results hold."""

    def __init__(self, spark):
        self._spark = spark
        self._package = spark._jvm.dev.linden.spark.mlcontext
        try:
            self._context = self._package.MLContext(spark._jsparkSession)
        except TypeError as e:  # what py4j makes of a class that is not there
            raise LindenError(
                "usage", "Linden is not in the JVM: add linden-mlcontext.jar to spark.jars", []
            ) from e

    def set(self, setting, value):
        """One of the settings that ``linden --set`` takes."""
        _call(lambda: self._context.set(setting, str(value)))
        return self

    def explain(self, on=True):
        """Whether the plan of each script is printed before it runs."""
        self._context.explain(on)
        return self

    def statistics(self, on=True):
        """Whether the heaviest operators and Spark's counters are printed after each script."""
        self._context.statistics(on)
        return self

    def execute(self, script):
        """Runs a script; its outputs."""
        return _call(lambda: MLResults(self._spark, self._package, self._run(script)))

    def _run(self, script):
        java = getattr(self._package.Script, script._factory)(script._text)
        for name, value, format in script._inputs:
            given = self._java(value)
            put = getattr(java, "in")  # a word of Python
            if format is None:
                put(name, given)
            else:
                put(name, given, getattr(self._package.Format, format))
        for name in script._outputs:
            java.out(name)
        return self._context.execute(java)

    def _java(self, value):
        if isinstance(value, _Value):
            return value.java
        if hasattr(value, "_jdf"):
            return value._jdf
        if isinstance(value, (bool, int, float, str)):
            return value
        if hasattr(value, "tobytes") and hasattr(value, "shape"):
            cells = value.astype("<f8")
            rows = cells.shape[0] if cells.ndim > 0 else 1
            cols = cells.shape[1] if cells.ndim > 1 else 1
            return self._package.PythonMatrix.of(rows, cols, cells.tobytes("C"))
        if isinstance(value, (list, tuple)):
            rows = [list(row) if isinstance(row, (list, tuple)) else [row] for row in value]
            cols = len(rows[0]) if rows else 0
            if any(len(row) != cols for row in rows):
                raise error("input", "the rows of a matrix must be of equal length", [])
            cells = array.array("d", [cell for row in rows for cell in row])
            if sys.byteorder == "big":
                cells.byteswap()
            return self._package.PythonMatrix.of(len(rows), cols, cells.tobytes())
        raise error("input", "a value of " + type(value).__name__ + " can't be an input", [])

    def close(self):
        """Frees what results hold. The session goes on."""
        self._context.close()

    def __enter__(self):
        return self

    def __exit__(self, *exception):
        self.close()


class _Value:
    """A value that stays in the JVM."""

    def __init__(self, java):
        self.java = java


class MLResults:
    """The outputs of a script."""

    def __init__(self, spark, package, java):
        self._spark = spark
        self._package = package
        self._java = java

    def value(self, name):
        """The value as the engine has it, to be given to another script."""
        return _call(lambda: _Value(self._java.value(name)))

    def number(self, name):
        return _call(lambda: self._java.getDouble(name))

    def integer(self, name):
        return _call(lambda: self._java.getLong(name))

    def flag(self, name):
        return _call(lambda: self._java.getBoolean(name))

    def text(self, name):
        return _call(lambda: self._java.getString(name))

    def data_frame(self, name, columns=None):
        """A matrix or frame as a data frame; ``columns`` of a matrix: DOUBLES, VECTOR, ..."""

        def get():
            if columns is None:
                return self._java.getDataFrame(name)
            return self._java.getDataFrame(name, getattr(self._package.Columns, columns))

        from pyspark.sql import DataFrame

        return DataFrame(_call(get), self._spark)

    def matrix(self, name):
        """A matrix as a NumPy array, or as a list of rows where there is no NumPy."""
        data = _call(lambda: bytes(self._package.PythonMatrix.bytes(self._java, name)))
        rows, cols = self._java.getRows(name), self._java.getCols(name)
        try:
            import numpy
        except ImportError:
            cells = array.array("d", data)
            if sys.byteorder == "big":
                cells.byteswap()
            return [list(cells[i * cols : (i + 1) * cols]) for i in range(rows)]
        return numpy.frombuffer(data, dtype="<f8").reshape(rows, cols).copy()


def _call(work):
    """Errors of the engine as those of this package."""
    try:
        return work()
    except Exception as e:
        java = getattr(e, "java_exception", None)
        kind = _KINDS.get(java.getClass().getSimpleName()) if java is not None else None
        if kind is None:
            raise
        raise error(kind, _text(java, kind), _problems(java, kind)) from e


def _text(java, kind):
    return java.render() if kind == "script" else java.getMessage()


def _problems(java, kind):
    if kind != "script":
        return []
    places = []
    for problem in java.problems():
        span = problem.span()
        places.append(
            ProblemPlace(span.source().name(), span.line(), span.column(), problem.message())
        )
    return places
