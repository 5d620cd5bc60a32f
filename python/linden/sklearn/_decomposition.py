"""Principal components."""

import numpy
from sklearn.base import ClassNamePrefixFeaturesOutMixin, TransformerMixin

from ._base import Estimator, compute

_FIT = """
[Z, V, means, scales] = pca(X=X, K=k, center=TRUE, scale=FALSE)
variances = colVars(Z)
total = sum(colVars(X))
"""


class PCA(ClassNamePrefixFeaturesOutMixin, TransformerMixin, Estimator):
    """Principal components of centred data.

    :param n_components: their number, a share of the variance that they have to explain, or None
        for as many as there are
    """

    def __init__(self, n_components=None):
        self.n_components = n_components

    def fit(self, X, y=None):
        X = self._checked(X, first=True, rows=2)
        most = min(X.shape)
        wanted = self.n_components
        if wanted is None:
            wanted = most
        integral = isinstance(wanted, (int, numpy.integer)) and not isinstance(wanted, bool)
        share = isinstance(wanted, float) and 0 < wanted < 1
        if not share and not (integral and 1 <= wanted <= most):
            raise ValueError(
                f"n_components must be between 1 and {most}, the smaller of n_samples={X.shape[0]} "
                f"and n_features={X.shape[1]}, or a share of the variance between 0 and 1, "
                f"but it is {wanted!r}"
            )
        k = most if share else int(wanted)
        components, means, variances, total = compute(
            _FIT, ["V", "means", "variances", "total"], X=X, k=k
        )
        ratios = variances.ravel() / total if total > 0 else numpy.zeros(k)
        if share:
            k = min(int(numpy.searchsorted(ratios.cumsum(), wanted)) + 1, most)
        self.n_components_ = k
        self.components_ = numpy.ascontiguousarray(components.T[:k])
        self.mean_ = means.ravel()
        self.explained_variance_ = variances.ravel()[:k]
        self.explained_variance_ratio_ = ratios[:k]
        self.singular_values_ = numpy.sqrt(self.explained_variance_ * (X.shape[0] - 1))
        return self

    def transform(self, X):
        """The coordinates of the rows."""
        X = self._checked(X)
        return compute("Z = pcaTransform(X, V, means)", "Z", X=X, **self._model())

    def inverse_transform(self, X):
        """The rows that have these coordinates."""
        return compute("X = pcaInverse(Z, V, means)", "X", Z=numpy.asarray(X), **self._model())

    def _model(self):
        return {"V": self.components_.T, "means": self.mean_.reshape(1, -1)}

    @property
    def _n_features_out(self):
        return self.n_components_
