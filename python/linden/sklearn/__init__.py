"""Estimators in the shape of scikit-learn's, computed by Linden.

They are cloned, searched, put into pipelines and pickled like any other estimator of scikit-learn,
which has to be installed. All of them use :func:`linden.default_session`, so that only the first
call waits for an engine to start, and programs that were compiled once are used again.
"""

try:
    import sklearn  # noqa: F401
except ImportError as e:
    raise ImportError(
        "linden.sklearn needs scikit-learn (Debian: python3-sklearn, elsewhere: "
        "pip install scikit-learn)"
    ) from e

from ._cluster import KMeans
from ._decomposition import PCA
from ._linear import LinearRegression, LinearSVC, LogisticRegression, Ridge
from ._mixture import GaussianMixture
from ._naive_bayes import GaussianNB, MultinomialNB
from ._neighbors import KNeighborsClassifier, KNeighborsRegressor
from ._tree import (
    DecisionTreeClassifier,
    DecisionTreeRegressor,
    RandomForestClassifier,
    RandomForestRegressor,
)

__all__ = [
    "DecisionTreeClassifier",
    "DecisionTreeRegressor",
    "GaussianMixture",
    "GaussianNB",
    "KMeans",
    "KNeighborsClassifier",
    "KNeighborsRegressor",
    "LinearRegression",
    "LinearSVC",
    "LogisticRegression",
    "MultinomialNB",
    "PCA",
    "RandomForestClassifier",
    "RandomForestRegressor",
    "Ridge",
]
