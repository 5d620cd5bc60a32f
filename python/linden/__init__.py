"""Linden from Python: scripts in DML, lazily built expressions, the algorithm library.

    import linden
    linden.run("b = solve(t(X) %*% X, t(X) %*% y)", X=X, y=y, outputs=["b"])["b"]

    with linden.Session() as session:
        gram = (session.matrix(X).t() @ session.matrix(X)).compute()

Matrices are NumPy arrays or SciPy sparse matrices, frames are pandas data frames; each package is
needed only by those who use it.
"""

from .display import PlanPage
from .errors import CancelledError, DataError, LindenError, ProblemPlace, ResourceError, ScriptError
from .expression import Matrix, Scalar
from .session import (
    CellResult,
    Session,
    Variable,
    close,
    default_session,
    matrix,
    run,
    run_file,
)
from .library import *  # noqa: F401,F403  (the functions of the algorithm library)
from . import library

__all__ = [
    "CancelledError",
    "CellResult",
    "DataError",
    "LindenError",
    "Matrix",
    "PlanPage",
    "ProblemPlace",
    "ResourceError",
    "Scalar",
    "ScriptError",
    "Session",
    "Variable",
    "close",
    "default_session",
    "library",
    "matrix",
    "run",
    "run_file",
] + library.__all__


def load_ipython_extension(ipython):
    """``%load_ext linden`` in a notebook: cells of DML by ``%%dml``."""
    from .magic import load

    load(ipython)
