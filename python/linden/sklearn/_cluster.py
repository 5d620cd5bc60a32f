"""Clustering."""

import numpy
from sklearn.base import ClassNamePrefixFeaturesOutMixin, ClusterMixin, TransformerMixin

from ._base import Estimator, Integral, Real, Steps, compute

_FIT = """
[C, Y] = kmeans(X=X, k=k, runs=runs, max_iter=steps, eps=tol, seed=seed, is_verbose=TRUE)
"""

# by differences rather than squares: a row at a centre has distance 0
_DISTANCES = """
D = matrix(0, nrow(X), nrow(C))
for (j in 1:nrow(C)) {
  D[, j] = sqrt(rowSums((X - C[j, ]) ^ 2))
}
"""


class KMeans(ClassNamePrefixFeaturesOutMixin, TransformerMixin, ClusterMixin, Estimator):
    """Clusters by k-means.

    :param n_clusters: number of clusters
    :param n_init: number of runs from different centres, of which the best counts
    :param max_iter: most iterations of a run
    :param tol: a run stops when the sum of squares falls by less than this part
    :param random_state: of the first centres
    """

    def __init__(self, n_clusters=8, *, n_init=10, max_iter=300, tol=1e-6, random_state=None):
        self.n_clusters = n_clusters
        self.n_init = n_init
        self.max_iter = max_iter
        self.tol = tol
        self.random_state = random_state

    def fit(self, X, y=None):
        k = self._require("n_clusters", Integral, 1)
        runs = self._require("n_init", Integral, 1)
        most = self._require("max_iter", Integral, 1)
        tol = self._require("tol", Real, 0)
        X = self._checked(X, first=True)
        if k > X.shape[0]:
            raise ValueError(f"n_samples={X.shape[0]} must not be less than n_clusters={k}")
        steps = _BestRun()
        inputs = {"X": X, "k": k, "runs": runs, "steps": most, "tol": tol, "seed": self._seed()}
        self.cluster_centers_, labels = compute(_FIT, ["C", "Y"], on_print=steps, **inputs)
        self.labels_ = _positions(labels)
        self.n_iter_ = steps.iterations()
        self.inertia_ = -self.score(X)
        return self

    def predict(self, X):
        """The nearest centre of each row."""
        X = self._checked(X)
        return _positions(compute("Y = kmeansPredict(X, C)", "Y", X=X, C=self.cluster_centers_))

    def transform(self, X):
        """The distance of each row from each centre."""
        X = self._checked(X)
        return compute(_DISTANCES, "D", X=X, C=self.cluster_centers_)

    def score(self, X, y=None):
        """Minus the sum of the squared distances from the nearest centre."""
        return -float((self.transform(X).min(axis=1) ** 2).sum())

    @property
    def _n_features_out(self):
        return len(self.cluster_centers_)


class _BestRun:
    """Reads the iterations of the run that won off the lines that kmeans prints."""

    def __init__(self):
        self._lines = []

    def __call__(self, line):
        self._lines.append(line)

    def iterations(self):
        steps = [Steps(r"after (\d+) iterations") for _ in self._lines]
        for count, line in zip(steps, self._lines):
            count(line)
        best = Steps(r"run (\d+) is the best")
        for line in self._lines:
            best(line)
        return steps[best.count - 1].count


def _positions(column):
    return column.ravel().astype(numpy.int32) - 1
