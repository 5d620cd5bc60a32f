"""Calls of library functions: their arguments may be data, numbers, or expressions."""

import numbers
import sys
from collections import namedtuple

from .expression import Expression, Matrix, _literal, statements
from .session import default_session
from .wire import column_of, columns_of


class dml(str):
    """A default that the engine computes; help() shows it as it stands in the library."""

    __slots__ = ()

    def __repr__(self):
        return str(self)


def call(function, results, arguments, session=None):
    """Runs a function of the library; one result as it is, several as a named tuple.

    ``results`` are pairs of kind and name, ``arguments`` triples of kind, name and value.
    """
    given, flat = {}, False
    for kind, name, value in arguments:
        if value is None or isinstance(value, dml):
            continue
        if isinstance(value, Expression):
            session = value._session
        elif kind in _DATA:
            value = _DATA[kind](value, f"{function}: {name}")
            flat = flat or kind == "matrix" and _is_flat(value)
        given[name] = value
    session = session or default_session()
    roots, inputs, texts = [], {}, []
    for name, value in given.items():
        if isinstance(value, Expression):
            roots.append(value)
            texts.append((name, value))
        elif isinstance(value, (str, bool, int, float)):
            texts.append((name, _literal(value).replace("{{", "{").replace("}}", "}")))
        else:
            inputs["a_" + name] = value
            texts.append((name, "a_" + name))
    lines, names = statements(roots, inputs)
    words = ", ".join(
        f"{name}={names[id(text)] if isinstance(text, Expression) else text}"
        for name, text in texts
    )
    targets = ["r_" + name for _, name in results]
    left = targets[0] if len(targets) == 1 else "[" + ", ".join(targets) + "]"
    lines.append(f"{left} = {function}({words})" if targets else f"{function}({words})")
    found = session.run("\n".join(lines), targets, **inputs)
    values = [
        _flattened(found[target]) if flat and kind == "column" else found[target]
        for (kind, _), target in zip(results, targets)
    ]
    if len(values) < 2:
        return values[0] if values else None
    return namedtuple(function, [name for _, name in results], rename=True)(*values)


def _matrix(value, what):
    """Numbers of data frames, series and lists as arrays; a list of numbers stays one-dimensional."""
    pandas = sys.modules.get("pandas")
    if pandas is not None and isinstance(value, pandas.DataFrame):
        words = [str(name) for name, kind in value.dtypes.items() if not _is_numeric(kind)]
        if words:
            raise TypeError(
                f"{what} has columns that are no numbers: {', '.join(words)}; transformencode makes "
                "numbers of them"
            )
        return columns_of(value)
    if pandas is not None and isinstance(value, (pandas.Series, pandas.Index)):
        if not _is_numeric(value.dtype):
            raise TypeError(f"{what} holds no numbers but {value.dtype}")
        return column_of(value)
    if isinstance(value, (list, tuple, range)) and len(value) > 0:
        if all(isinstance(cell, numbers.Real) for cell in value):
            return _Column([cell] for cell in value)
        if any(hasattr(row, "shape") for row in value):
            import numpy

            return numpy.asarray(value, dtype=float)
    return value


class _Column(list):
    """Rows of one cell that were given as numbers."""


def _is_numeric(kind):
    """Of a pandas column: booleans count as numbers."""
    from pandas.api import types

    return types.is_bool_dtype(kind) or (
        types.is_numeric_dtype(kind) and not types.is_complex_dtype(kind)
    )


def _is_flat(value):
    return isinstance(value, _Column) or getattr(value, "ndim", 2) == 1


def _flattened(value):
    """The cells of a column one after the other; anything wider stays as it is."""
    if isinstance(value, list):
        return [row[0] for row in value] if value and len(value[0]) == 1 else value
    if value.shape[1] != 1:
        return value
    flat = (value.toarray() if hasattr(value, "toarray") else value).ravel()
    if getattr(value, "row_names", None) is not None:
        flat.row_names = value.row_names
    return flat


def _frame(value, what):
    """Series, arrays and rows as a data frame; columns without a name are C1, C2, ..."""
    if not hasattr(value, "dtype") and not isinstance(value, (list, tuple)):
        return value
    try:
        import pandas
    except ImportError:
        raise TypeError(f"{what} has to be a frame, which takes pandas to make") from None
    if isinstance(value, pandas.Series):
        return value.to_frame("C1" if value.name is None else value.name)
    frame = pandas.DataFrame(value)
    return frame.set_axis([f"C{j + 1}" for j in range(frame.shape[1])], axis=1)


_DATA = {"matrix": _matrix, "frame": _frame}


def method(function):
    """Makes a function of the library a method of matrices: X.lm(y) for lm(X, y)."""
    if not hasattr(Matrix, function.__name__):
        setattr(Matrix, function.__name__, function)
    return function
