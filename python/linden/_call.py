"""Calls of library functions: their arguments may be data, numbers, or expressions."""

from collections import namedtuple

from .expression import Expression, Matrix, _literal, statements
from .session import default_session


def call(function, results, arguments, session=None):
    """Runs a function of the library; one result as it is, several as a named tuple."""
    given = {name: value for name, value in arguments.items() if value is not None}
    for value in given.values():
        if isinstance(value, Expression):
            session = value._session
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
    targets = ["r_" + result for result in results]
    left = targets[0] if len(targets) == 1 else "[" + ", ".join(targets) + "]"
    lines.append(f"{left} = {function}({words})" if targets else f"{function}({words})")
    values = session.run("\n".join(lines), targets, **inputs)
    if not targets:
        return None
    if len(targets) == 1:
        return values[targets[0]]
    return namedtuple(function, results, rename=True)(*(values[name] for name in targets))


def method(function):
    """Makes a function of the library a method of matrices: X.lm(y) for lm(X, y)."""
    if not hasattr(Matrix, function.__name__):
        setattr(Matrix, function.__name__, function)
    return function
