"""Expressions over matrices that are computed only when their value is asked for.

Each operator makes a node. ``compute()`` writes one DML script for the whole expression, so that
the engine sees, rewrites and fuses all of it at once.
"""

import html
import numbers
import sys

from .display import SHOWN_COLS, SHOWN_ROWS, matrix_table

_KEYWORDS = {"lambda_": "lambda"}


class Expression:
    """A node: data, or an operator over other nodes."""

    def __init__(self, session, text=None, inputs=(), data=None, shape=None):
        self._session = session
        self._text = text  # with {0}, {1}, ... for the inputs; None for data
        self._inputs = inputs
        self._data = data
        self._shape = shape  # of a matrix, None as long as it is not known

    # ------------------------------------------------------------------------------- computing

    def compute(self):
        """The value: a NumPy array (or SciPy sparse matrix), or a number."""
        script, inputs, name = self._script()
        return self._session.run(script, [name], **inputs)[name]

    def explain(self, level="hops"):
        """The plan that computes the expression."""
        script, inputs, name = self._script()
        return self._session.explain(script, [name], level=level, **inputs)

    def script(self):
        """The DML script that computes the expression."""
        return self._script()[0]

    def _script(self):
        inputs = {}
        lines, names = statements([self], inputs)
        name = names[id(self)]
        if self._text is None:
            lines.append(f"r = {name}")
            name = "r"
        return "\n".join(lines), inputs, name

    def _ordered(self):
        """Operands before operators, each once; without recursion, for long chains."""
        done, order, stack = set(), [], [(self, False)]
        while stack:
            node, ready = stack.pop()
            if id(node) in done:
                continue
            if ready:
                done.add(id(node))
                order.append(node)
            else:
                stack.append((node, True))
                stack.extend((operand, False) for operand in reversed(node._inputs))
        return order

    # ------------------------------------------------------------------------------- building

    def _operand(self, value, inputs):
        if isinstance(value, Expression):
            if value._session is not self._session:
                raise ValueError("the operands belong to different sessions")
            inputs.append(value)
            return f"{{{len(inputs) - 1}}}"
        number = _number(value)
        if number is not None:
            return _literal(number)
        inputs.append(Matrix.of(self._session, value))
        return f"{{{len(inputs) - 1}}}"

    def _binary(self, operator, other, swapped=False):
        """NotImplemented, as Python wants it, for something that is no operand."""
        if not _is_operand(other):
            return NotImplemented
        inputs = []
        left, right = (other, self) if swapped else (self, other)
        left_text = self._operand(left, inputs)
        right_text = self._operand(right, inputs)
        text = "{{result}} = {} {} {}".format(left_text, operator, right_text)
        matrices = [operand for operand in inputs if isinstance(operand, Matrix)]
        if not matrices:
            return Scalar(self._session, text, tuple(inputs))
        shapes = [operand._shape for operand in matrices]
        shape = _product_shape(*shapes) if operator == "%*%" else _common_shape(shapes)
        return Matrix(self._session, text, tuple(inputs), shape=shape)

    def _function(self, name, kind, *more, shape=None):
        inputs = []
        texts = [self._operand(value, inputs) for value in (self,) + more]
        text = "{{result}} = {}({})".format(name, ", ".join(texts))
        return kind(self._session, text, tuple(inputs), shape=shape)

    def _cellwise(self, name):
        return self._function(name, type(self), shape=self._shape)

    def __add__(self, other):
        return self._binary("+", other)

    def __radd__(self, other):
        return self._binary("+", other, True)

    def __sub__(self, other):
        return self._binary("-", other)

    def __rsub__(self, other):
        return self._binary("-", other, True)

    def __mul__(self, other):
        return self._binary("*", other)

    def __rmul__(self, other):
        return self._binary("*", other, True)

    def __truediv__(self, other):
        return self._binary("/", other)

    def __rtruediv__(self, other):
        return self._binary("/", other, True)

    def __pow__(self, other):
        return self._binary("^", other)

    def __rpow__(self, other):
        return self._binary("^", other, True)

    def __mod__(self, other):
        return self._binary("%%", other)

    def __rmod__(self, other):
        return self._binary("%%", other, True)

    def __floordiv__(self, other):
        return self._binary("%/%", other)

    def __rfloordiv__(self, other):
        return self._binary("%/%", other, True)

    def __neg__(self):
        return self._binary("-", 0, True)

    def __pos__(self):
        return self

    def __abs__(self):
        return self.abs()

    def __and__(self, other):
        return self._binary("&", other)

    def __rand__(self, other):
        return self._binary("&", other, True)

    def __or__(self, other):
        return self._binary("|", other)

    def __ror__(self, other):
        return self._binary("|", other, True)

    def __invert__(self):
        return self._cellwise("!")

    def __lt__(self, other):
        return self._binary("<", other)

    def __le__(self, other):
        return self._binary("<=", other)

    def __gt__(self, other):
        return self._binary(">", other)

    def __ge__(self, other):
        return self._binary(">=", other)

    def __eq__(self, other):
        return self._binary("==", other)

    def __ne__(self, other):
        return self._binary("!=", other)

    __hash__ = object.__hash__

    def __bool__(self):
        raise TypeError("an expression has no truth value before compute()")

    def __float__(self):
        """Computes it."""
        return float(self.compute())

    def __int__(self):
        """Computes it."""
        return int(self.compute())

    # NumPy must leave operators with an array on the left to this class.
    __array_ufunc__ = None

    def exp(self):
        return self._cellwise("exp")

    def log(self):
        return self._cellwise("log")

    def sqrt(self):
        return self._cellwise("sqrt")

    def abs(self):
        return self._cellwise("abs")

    def round(self):
        return self._cellwise("round")

    def floor(self):
        return self._cellwise("floor")

    def ceil(self):
        return self._cellwise("ceil")

    def sigmoid(self):
        return self._cellwise("sigmoid")


def statements(roots, inputs):
    """Lines that compute the expressions, and the variable of each node; data go to inputs."""
    lines, names = [], {}
    for root in roots:
        for node in root._ordered():
            if id(node) in names:
                continue
            name = f"v{len(names)}"
            names[id(node)] = name
            if node._text is None:
                inputs[name] = node._data
            else:
                operands = [names[id(operand)] for operand in node._inputs]
                lines.append(node._text.format(*operands, result=name))
    return lines, names


class Scalar(Expression):
    """A number that is not computed yet."""

    def __repr__(self):
        return "<linden.Scalar, see compute()>"

    def _repr_html_(self):
        """For notebooks; computes it."""
        return html.escape(str(self.compute()))


class Matrix(Expression):
    """A matrix that is not computed yet.

    ``+ - * / ** %% // < <= > >= == !=`` work cell by cell, ``@`` is the matrix product,
    ``X[rows, cols]`` takes parts with Python's positions and slices.
    """

    @staticmethod
    def of(session, data):
        if isinstance(data, Matrix):
            return data
        data, shape = _matrix_data(data)
        return Matrix(session, data=data, shape=shape)

    @staticmethod
    def call(session, function, arguments, kind=None):
        """A built-in by its name; arguments by name, "" for one without."""
        builder = Expression(session)
        inputs, texts = [], []
        for name, value in arguments.items():
            if value is None:
                continue
            text = _literal(value) if isinstance(value, str) else builder._operand(value, inputs)
            texts.append(text if name == "" else f"{_KEYWORDS.get(name, name)}={text}")
        text = "{{result}} = {}({})".format(function, ", ".join(texts))
        return (kind or Matrix)(session, text, tuple(inputs))

    def __matmul__(self, other):
        return self._binary("%*%", other)

    def __rmatmul__(self, other):
        return self._binary("%*%", other, True)

    # ------------------------------------------------------------------------------- shape, parts

    @property
    def shape(self):
        """(rows, columns); asks the engine where they do not follow from the operands."""
        if self._shape is None:
            script, inputs, name = self._script()
            script += f"\nrows = nrow({name})\ncols = ncol({name})"
            found = self._session.run(script, ["rows", "cols"], **inputs)
            self._shape = (int(found["rows"]), int(found["cols"]))
        return self._shape

    ndim = 2

    @property
    def size(self):
        """The number of cells."""
        rows, cols = self.shape
        return rows * cols

    def __len__(self):
        return self.shape[0]

    def __iter__(self):
        """The rows, each a matrix that is not computed yet."""
        return (self[i] for i in range(len(self)))

    def __contains__(self, value):
        """Whether a cell has the value; computes it."""
        number = _number(value)
        if number is None:
            raise TypeError(f"cells are numbers, not {type(value).__name__}")
        return bool((self == number).sum().compute() > 0)

    def __array__(self, dtype=None, copy=None):
        """The value as a NumPy array; computes it."""
        import numpy

        if copy is False:
            raise ValueError("an expression can't become an array without computing a new one")
        value = self.compute()
        return numpy.asarray(value.toarray() if hasattr(value, "toarray") else value, dtype=dtype)

    def _single(self):
        if self.shape != (1, 1):
            raise TypeError("a {}x{} matrix is not a number".format(*self.shape))
        return self._function("as.scalar", Scalar).compute()

    def __float__(self):
        """The only cell; computes it."""
        return float(self._single())

    def __int__(self):
        """The only cell; computes it."""
        return int(self._single())

    def __repr__(self):
        """Of data with its cells, which a result that is still to be computed does not have."""
        shape = "" if self._shape is None else " {}x{}".format(*self._shape)
        if self._text is not None or hasattr(self._data, "tocsr"):
            return f"<linden.Matrix{shape}, see compute()>"
        cells = str(self._data).replace("\n", "\n ")
        return f"<linden.Matrix{shape}\n {cells}>"

    def _repr_html_(self):
        """For notebooks: the upper left corner as a table; computes it."""
        rows, cols = self.shape
        corner = self[:SHOWN_ROWS, :SHOWN_COLS]
        cells = corner.compute() if 0 not in corner.shape else []
        return matrix_table(cells, rows, cols)

    def __getitem__(self, key):
        key = key if isinstance(key, tuple) else (key, slice(None))
        if len(key) > 2:
            raise IndexError(f"a matrix has two dimensions, but {len(key)} indices are given")
        key += (slice(None),) * (2 - len(key))
        rows = _positions(key[0], self.shape[0], "rows")
        cols = _positions(key[1], self.shape[1], "columns")
        shape = (len(rows), len(cols))
        if shape == self.shape:
            return self
        if 0 in shape:
            text = "{{result}} = matrix(0, rows={}, cols={})".format(*shape)
            return Matrix(self._session, text, shape=shape)
        text = "{{result}} = {{0}}[{}:{}, {}:{}]".format(
            rows.start + 1, rows.stop, cols.start + 1, cols.stop
        )
        return Matrix(self._session, text, (self,), shape=shape)

    def t(self):
        """The transposed matrix."""
        return self._function("t", Matrix, shape=self._shape and self._shape[::-1])

    T = property(t)

    def _aggregate(self, axis, name):
        """axis 0: per column, 1: per row, None: all cells, as in NumPy."""
        if axis is None:
            return self._function(name, Scalar)
        if axis not in (0, 1):
            raise ValueError(f"axis is 0 or 1, not {axis}")
        prefix = "col" if axis == 0 else "row"
        suffix = {"sum": "Sums", "mean": "Means", "min": "Mins", "max": "Maxs"}.get(name)
        shape = self._shape and ((1, self._shape[1]) if axis == 0 else (self._shape[0], 1))
        return self._function(prefix + (suffix or name.capitalize() + "s"), Matrix, shape=shape)

    def sum(self, axis=None):
        return self._aggregate(axis, "sum")

    def mean(self, axis=None):
        return self._aggregate(axis, "mean")

    def min(self, axis=None):
        return self._aggregate(axis, "min")

    def max(self, axis=None):
        return self._aggregate(axis, "max")

    def var(self, axis=None):
        return self._aggregate(axis, "var")

    def sd(self, axis=None):
        return self._aggregate(axis, "sd")

    def cumsum(self):
        """Running sums down the columns."""
        return self._cellwise("cumsum")

    def diag(self):
        """The diagonal of a square matrix, or the diagonal matrix of a column."""
        return self._function("diag", Matrix)

    def trace(self):
        return self._function("trace", Scalar)

    def inv(self):
        return self._function("inv", Matrix)

    def solve(self, right):
        """The solution x of self @ x = right."""
        return self._function("solve", Matrix, right)

    def cholesky(self):
        return self._function("cholesky", Matrix)

    def cbind(self, *others):
        return self._function("cbind", Matrix, *others)

    def rbind(self, *others):
        return self._function("rbind", Matrix, *others)

    def nrow(self):
        return self._function("nrow", Scalar)

    def ncol(self):
        return self._function("ncol", Scalar)


def _literal(value):
    if isinstance(value, str):
        escaped = value.replace("\\", "\\\\").replace('"', '\\"')
        return '"' + escaped.replace("{", "{{").replace("}", "}}") + '"'
    if isinstance(value, bool) or type(value).__name__ in ("bool_", "bool"):
        return "TRUE" if value else "FALSE"
    number = float(value)
    if number != number:
        return "NaN"
    if number in (float("inf"), float("-inf")):
        return "Inf" if number > 0 else "(-Inf)"
    text = repr(int(value)) if isinstance(value, numbers.Integral) else repr(number)
    return text if number >= 0 else f"({text})"


def _number(value):
    """A number, boolean or array without dimensions as a plain number; None for anything else."""
    if isinstance(value, (numbers.Number, bool)):
        return value
    if getattr(value, "ndim", None) == 0 and hasattr(value, "item"):
        return _number(value.item())
    return None


def _is_operand(value):
    if isinstance(value, Expression) or _number(value) is not None:
        return True
    return isinstance(value, (list, tuple)) or _has_shape(value)


def _has_shape(value):
    """Arrays, sparse matrices and data frames."""
    return isinstance(getattr(value, "shape", None), tuple)


def _matrix_data(data):
    """What the engine gets for a matrix, and its shape."""
    pandas = sys.modules.get("pandas")
    if pandas is not None and isinstance(data, (pandas.DataFrame, pandas.Series)):
        data = data.to_numpy()
    if _has_shape(data):
        if len(data.shape) > 2:
            raise TypeError(f"a matrix has two dimensions, not {len(data.shape)}")
        rows, cols = (tuple(data.shape) + (1, 1))[:2]
        return data, (int(rows), int(cols))
    if not isinstance(data, (list, tuple)):
        raise TypeError(f"there is no way to make a matrix of a {type(data).__name__}")
    if len(data) == 0:
        raise ValueError("a matrix of an empty list has no known number of columns")
    if all(isinstance(cell, numbers.Real) for cell in data):
        data = [[cell] for cell in data]  # a column, as vectors of NumPy are
    if not all(isinstance(row, (list, tuple)) for row in data):
        raise TypeError("a matrix is made of rows of numbers")
    return data, (len(data), len(data[0]))


def _common_shape(shapes):
    """Of cellwise operations; None if it is not known, or the engine has to complain."""
    if None in shapes:
        return None
    rows, cols = {shape[0] for shape in shapes}, {shape[1] for shape in shapes}
    fits = len(rows - {1}) <= 1 and len(cols - {1}) <= 1
    return (max(rows), max(cols)) if fits and 0 not in rows | cols else None


def _product_shape(*shapes):
    if len(shapes) != 2 or None in shapes or shapes[0][1] != shapes[1][0]:
        return None
    return shapes[0][0], shapes[1][1]


def _positions(key, count, what):
    """The positions that an index or a slice means, counted from 0, as a range."""
    if isinstance(key, slice):
        if key.step not in (None, 1):
            raise ValueError("a slice with steps is not possible")
        start, stop, _ = key.indices(count)
        return range(start, max(start, stop))
    if isinstance(key, bool) or not isinstance(key, numbers.Integral):
        raise TypeError("an index is a number or a slice")
    if not -count <= key < count:
        raise IndexError(f"index {key} is out of range for {count} {what}")
    position = int(key) % count
    return range(position, position + 1)
