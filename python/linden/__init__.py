"""Linden from Python: scripts in DML, lazily built expressions, the algorithm library.

    import linden
    linden.run("b = solve(t(X) %*% X, t(X) %*% y)", X=X, y=y, outputs=["b"])["b"]

    with linden.Session() as session:
        gram = (session.matrix(X).t() @ session.matrix(X)).compute()

Matrices are NumPy arrays or SciPy sparse matrices, frames are pandas data frames; each package is
needed only by those who use it.
"""

from .errors import CancelledError, DataError, LindenError, ProblemPlace, ResourceError, ScriptError
from .expression import Matrix, Scalar
from .session import Session, default_session, matrix, run, close
from .library import *  # noqa: F401,F403  (the functions of the algorithm library)
from . import library

__all__ = [
    "CancelledError",
    "DataError",
    "LindenError",
    "Matrix",
    "ProblemPlace",
    "ResourceError",
    "Scalar",
    "ScriptError",
    "Session",
    "close",
    "default_session",
    "library",
    "matrix",
    "run",
] + library.__all__
