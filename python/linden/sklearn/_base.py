"""What the estimators share: checked data and parameters, classes as numbers, the engine."""

import re
from numbers import Integral, Real

import numpy
from sklearn.base import BaseEstimator
from sklearn.utils import check_random_state
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import check_is_fitted

from ..session import default_session

try:
    from sklearn.utils.validation import validate_data  # scikit-learn 1.6 and later

    _FINITE = "ensure_all_finite"
except ImportError:
    _FINITE = "force_all_finite"

    def validate_data(estimator, *data, **options):
        return estimator._validate_data(*data, **options)


def compute(script, outputs, on_print=print, **inputs):
    """Runs a script in the engine that all estimators share; sparse results become arrays.

    The text of a script is always the same and its parameters are inputs, so that each script is
    compiled once only.
    """
    values = default_session().run(script, outputs, on_print=on_print, **inputs)
    values = [values[name] for name in ([outputs] if isinstance(outputs, str) else outputs)]
    values = [value.toarray() if hasattr(value, "toarray") else value for value in values]
    return values[0] if isinstance(outputs, str) else values


class Steps:
    """The number of iterations, which the functions of the library tell in what they print."""

    def __init__(self, pattern):
        self._pattern = re.compile(pattern)
        self.count = 0

    def __call__(self, line):
        found = self._pattern.search(line)
        if found:
            self.count = max(self.count, int(found.group(1)))


class Estimator(BaseEstimator):
    """An estimator whose data are matrices of numbers."""

    _takes_sparse = True
    _takes_missing = False  # as values like others
    _needs_counts = False

    def _checked(self, *data, first=False, rows=1):
        """X, or X and y, as arrays; a fit is the first to see them."""
        options = {
            "accept_sparse": "csr" if self._takes_sparse else False,
            "dtype": numpy.float64,
            "reset": first,
            "ensure_min_samples": rows,
            _FINITE: "allow-nan" if self._takes_missing else True,
        }
        if not first:
            check_is_fitted(self)
        checked = validate_data(self, *data, **options)
        X = checked[0] if isinstance(checked, tuple) else checked
        cells = X.data if hasattr(X, "tocsr") else X
        if self._takes_missing and numpy.isinf(cells).any():
            raise ValueError("Input X contains infinity, which has no place among its values.")
        if self._needs_counts and cells.size and cells.min() < 0:
            raise ValueError(
                f"Negative values in data passed to {type(self).__name__}, which takes counts."
            )
        return checked

    def _seed(self):
        """Of the engine's random choices."""
        return int(check_random_state(self.random_state).randint(1, 2**31 - 1))

    def _require(self, name, kind, low, strict=False):
        """The parameter, a number that is at least, or strictly above, a bound."""
        value = getattr(self, name)
        numeric = isinstance(value, kind) and not isinstance(value, bool)
        if not numeric or not (value > low if strict else value >= low):
            word = "an integer" if kind is Integral else "a number"
            bound = "above" if strict else "of at least"
            raise ValueError(f"{name} must be {word} {bound} {low}, but it is {value!r}")
        return int(value) if kind is Integral else float(value)

    def _require_one_of(self, name, choices):
        value = getattr(self, name)
        if not isinstance(value, str) or value not in choices:
            words = ", ".join(repr(choice) for choice in choices)
            raise ValueError(f"{name} must be one of {words}, but it is {value!r}")
        return value

    def _more_tags(self):
        return {"allow_nan": self._takes_missing, "requires_positive_X": self._needs_counts}

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = self._takes_sparse
        tags.input_tags.allow_nan = self._takes_missing
        tags.input_tags.positive_only = self._needs_counts
        return tags


def encoded(y):
    """The classes in their order, and the number of each row's, from 1 on."""
    check_classification_targets(y)
    classes, positions = numpy.unique(y, return_inverse=True)
    return classes, positions + 1.0


def require_classes(estimator, classes):
    if len(classes) < 2:
        raise ValueError(
            f"{type(estimator).__name__} needs samples of at least 2 classes, but the data "
            f"contain only one class: {classes[0]!r}"
        )
    return classes


__all__ = [
    "Estimator",
    "Integral",
    "Real",
    "Steps",
    "compute",
    "encoded",
    "require_classes",
]
