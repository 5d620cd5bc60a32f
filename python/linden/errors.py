"""What goes wrong, as Python exceptions."""

from dataclasses import dataclass
from typing import List


@dataclass(frozen=True)
class ProblemPlace:
    """One problem of a script: where it is and what it is; lines and columns count from 1."""

    file: str
    line: int
    column: int
    message: str


class LindenError(Exception):
    """A script failed. ``kind`` is script, input, resource, cancelled or bug."""

    def __init__(self, kind: str, text: str, problems: List[ProblemPlace]):
        super().__init__(text)
        self.kind = kind
        self.problems = problems

    def _render_traceback_(self):
        """For notebooks: the place in the script, not that in this package."""
        return str(self).splitlines()


class ScriptError(LindenError):
    """The script is wrong, or stopped; ``problems`` tells where."""


class DataError(LindenError):
    """The data given to a script do not fit."""


class ResourceError(LindenError):
    """Memory, disk or a cluster do not suffice."""


class CancelledError(LindenError):
    """The script was called off by :meth:`Session.cancel`."""


_KINDS = {
    "script": ScriptError,
    "input": DataError,
    "resource": ResourceError,
    "cancelled": CancelledError,
}


def error(kind: str, text: str, problems: List[ProblemPlace]) -> LindenError:
    return _KINDS.get(kind, LindenError)(kind, text, problems)
