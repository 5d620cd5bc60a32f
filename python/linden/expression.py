"""Expressions over matrices that are computed only when their value is asked for.

Each operator makes a node. ``compute()`` writes one DML script for the whole expression, so that
the engine sees, rewrites and fuses all of it at once.
"""

import numbers

_KEYWORDS = {"lambda_": "lambda"}


class Expression:
    """A node: data, or an operator over other nodes."""

    def __init__(self, session, text=None, inputs=(), data=None):
        self._session = session
        self._text = text  # with {0}, {1}, ... for the inputs; None for data
        self._inputs = inputs
        self._data = data

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
        if isinstance(value, (numbers.Number, bool)):
            return _literal(value)
        inputs.append(Matrix.of(self._session, value))
        return f"{{{len(inputs) - 1}}}"

    def _binary(self, operator, other, swapped=False):
        inputs = []
        left, right = (other, self) if swapped else (self, other)
        left_text = self._operand(left, inputs)
        right_text = self._operand(right, inputs)
        matrices = any(isinstance(operand, Matrix) for operand in inputs)
        kind = Matrix if matrices else Scalar
        text = "{{result}} = {} {} {}".format(left_text, operator, right_text)
        return kind(self._session, text, tuple(inputs))

    def _function(self, name, kind, *more):
        inputs = []
        texts = [self._operand(value, inputs) for value in (self,) + more]
        text = "{{result}} = {}({})".format(name, ", ".join(texts))
        return kind(self._session, text, tuple(inputs))

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

    def __floordiv__(self, other):
        return self._binary("%/%", other)

    def __neg__(self):
        return self._binary("-", 0, True)

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

    # NumPy must leave operators with an array on the left to this class.
    __array_ufunc__ = None

    def exp(self):
        return self._function("exp", type(self))

    def log(self):
        return self._function("log", type(self))

    def sqrt(self):
        return self._function("sqrt", type(self))

    def abs(self):
        return self._function("abs", type(self))

    def round(self):
        return self._function("round", type(self))

    def floor(self):
        return self._function("floor", type(self))

    def ceil(self):
        return self._function("ceil", type(self))

    def sigmoid(self):
        return self._function("sigmoid", type(self))


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


class Matrix(Expression):
    """A matrix that is not computed yet.

    ``+ - * / ** %% // < <= > >= == !=`` work cell by cell, ``@`` is the matrix product,
    ``X[rows, cols]`` takes parts with Python's positions and slices.
    """

    @staticmethod
    def of(session, data):
        return data if isinstance(data, Matrix) else Matrix(session, data=data)

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

    def __and__(self, other):
        return self._binary("&", other)

    def __or__(self, other):
        return self._binary("|", other)

    def __invert__(self):
        return self._function("!", Matrix)

    def __getitem__(self, key):
        rows, cols = key if isinstance(key, tuple) else (key, slice(None))
        inputs = [self]
        text = "{{result}} = {{0}}[{}, {}]".format(
            _range(rows, "nrow({0})"), _range(cols, "ncol({0})")
        )
        return Matrix(self._session, text, tuple(inputs))

    def t(self):
        """The transposed matrix."""
        return self._function("t", Matrix)

    T = property(t)

    def _aggregate(self, axis, name):
        """axis 0: per column, 1: per row, None: all cells, as in NumPy."""
        if axis is None:
            return self._function(name, Scalar)
        if axis not in (0, 1):
            raise ValueError(f"axis is 0 or 1, not {axis}")
        prefix = "col" if axis == 0 else "row"
        suffix = {"sum": "Sums", "mean": "Means", "min": "Mins", "max": "Maxs"}.get(name)
        return self._function(prefix + (suffix or name.capitalize() + "s"), Matrix)

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
        return self._function("cumsum", Matrix)

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


def _range(key, count):
    """Python's positions, from 0 and without the end, as DML's, from 1 and with it."""
    if isinstance(key, numbers.Integral):
        return str(int(key) + 1) if key >= 0 else f"({count} - {-int(key) - 1})"
    if not isinstance(key, slice):
        raise TypeError("an index is a number or a slice")
    if key.step not in (None, 1):
        raise ValueError("a slice with steps is not possible")
    if key.start is None and key.stop is None:
        return ""
    start = 0 if key.start is None else int(key.start)
    first = str(start + 1) if start >= 0 else f"({count} - {-start - 1})"
    if key.stop is None:
        last = count
    else:
        last = str(int(key.stop)) if key.stop >= 0 else f"({count} - {-int(key.stop)})"
    return f"{first}:{last}"
