"""Nearest neighbours."""

import numpy
from sklearn.base import ClassifierMixin, RegressorMixin

from ._base import Estimator, Integral, compute, encoded

_FIND = """
shift = colMeans(T)
if (sparse)
  shift = shift * 0
N = knnbf(X=T - shift, T=X - shift, k_value=k)
D = matrix(0, nrow(X), k)
for (i in 1:k) {
  D[, i] = sqrt(rowSums((X - table(seq(1, nrow(X)), N[, i], nrow(X), nrow(T)) %*% T) ^ 2))
}
"""


class _Neighbors(Estimator):
    def __init__(self, n_neighbors=5, *, weights="uniform"):
        self.n_neighbors = n_neighbors
        self.weights = weights

    def _keep(self, X):
        self._require("n_neighbors", Integral, 1)
        self._require_one_of("weights", ["uniform", "distance"])
        self._rows = X
        self.n_samples_fit_ = X.shape[0]

    def kneighbors(self, X, n_neighbors=None, return_distance=True):
        """The distances of the nearest rows of the training data, and their positions."""
        X = self._checked(X)
        k = self.n_neighbors if n_neighbors is None else n_neighbors
        if not 1 <= k <= self.n_samples_fit_:
            raise ValueError(
                f"n_neighbors={k} must be between 1 and n_samples_fit={self.n_samples_fit_}, "
                f"the rows of the training data; n_samples={X.shape[0]}"
            )
        sparse = hasattr(self._rows, "tocsr")
        found, distances = compute(_FIND, ["N", "D"], T=self._rows, X=X, k=int(k), sparse=sparse)
        positions = found.astype(int) - 1
        return (distances, positions) if return_distance else positions

    def _weighted(self, X):
        """The positions of the neighbours of each row, and shares that add up to 1."""
        distances, positions = self.kneighbors(X)
        if self.weights == "uniform":
            weights = numpy.ones_like(distances)
        else:
            # rows at distance 0 leave nothing to the others
            same = distances == 0
            weights = numpy.where(
                same.any(axis=1, keepdims=True), same, 1 / numpy.where(same, 1, distances)
            )
        return positions, weights / weights.sum(axis=1, keepdims=True)


class KNeighborsClassifier(ClassifierMixin, _Neighbors):
    """The class that most of the nearest rows of the training data have.

    :param n_neighbors: how many of them count
    :param weights: ``uniform``, or ``distance``: one over the distance
    """

    def fit(self, X, y):
        X, y = self._checked(X, y, first=True)
        self._keep(X)
        self.classes_, y = encoded(y)
        self._labels = y.astype(int) - 1
        return self

    def predict_proba(self, X):
        """The share of each class among the neighbours."""
        positions, weights = self._weighted(X)
        labels = self._labels[positions]
        return numpy.column_stack(
            [(weights * (labels == j)).sum(axis=1) for j in range(len(self.classes_))]
        )

    def predict(self, X):
        """The class of the largest share; the first of several."""
        chosen = self.predict_proba(X).argmax(axis=1)
        return self.classes_[chosen]


class KNeighborsRegressor(RegressorMixin, _Neighbors):
    """The mean target of the nearest rows of the training data.

    :param n_neighbors: how many of them count
    :param weights: ``uniform``, or ``distance``: one over the distance
    """

    def fit(self, X, y):
        X, y = self._checked(X, y, first=True)
        self._keep(X)
        self._targets = y.astype(float)
        return self

    def predict(self, X):
        """The mean of the neighbours' targets."""
        positions, weights = self._weighted(X)
        return (weights * self._targets[positions]).sum(axis=1)
