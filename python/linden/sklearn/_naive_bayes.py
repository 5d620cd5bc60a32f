"""Naive Bayes."""

import numpy
from sklearn.base import ClassifierMixin

from ._base import Estimator, Real, compute, encoded


class _NaiveBayes(ClassifierMixin, Estimator):
    def predict(self, X):
        """The most probable class of each row."""
        chosen = self._joint(X).argmax(axis=1)
        return self.classes_[chosen]

    def predict_joint_log_proba(self, X):
        """The logarithm of the probability of each class together with each row."""
        return self._joint(X)

    def predict_log_proba(self, X):
        """The logarithm of the probability of each class for each row."""
        joint = self._joint(X)
        joint = joint - joint.max(axis=1, keepdims=True)
        return joint - numpy.log(numpy.exp(joint).sum(axis=1, keepdims=True))

    def predict_proba(self, X):
        """The probability of each class for each row."""
        return numpy.exp(self.predict_log_proba(X))


_FIT_COUNTS = """
[prior, conditionals] = naiveBayes(D=X, C=y, laplace=laplace, verbose=FALSE)
"""


class MultinomialNB(_NaiveBayes):
    """Naive Bayes for counts.

    :param alpha: added to every count, so that no probability is 0
    """

    _needs_counts = True

    def __init__(self, *, alpha=1.0):
        self.alpha = alpha

    def fit(self, X, y):
        alpha = self._require("alpha", Real, 0, strict=True)
        X, y = self._checked(X, y, first=True)
        self.classes_, y = encoded(y)
        prior, conditionals = compute(
            _FIT_COUNTS, ["prior", "conditionals"], X=X, y=y, laplace=alpha
        )
        self.class_count_ = numpy.bincount(y.astype(int))[1:].astype(float)
        self.class_log_prior_ = numpy.log(prior.ravel())
        self.feature_log_prob_ = numpy.log(conditionals)
        return self

    def _more_tags(self):
        return {"poor_score": True}  # on data that are not counts, as the common checks have them

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.classifier_tags.poor_score = True
        return tags

    def _joint(self, X):
        X = self._checked(X)
        prior = self.class_log_prior_.reshape(1, -1)
        return compute("L = X %*% W + prior", "L", X=X, W=self.feature_log_prob_.T, prior=prior)


# Variances by differences from the means: those of large numbers lose no digits.
_FIT_GAUSSIANS = """
k = as.integer(max(y))
members = table(y, seq(1, nrow(X)), k, nrow(X))
sizes = rowSums(members)
means = (members %*% X) / sizes
variances = (members %*% (X - t(members) %*% means) ^ 2) / sizes
spread = max(colMeans((X - colMeans(X)) ^ 2))
if (spread == 0)
  spread = 1
variances = variances + smoothing * spread
"""

_GAUSSIANS = """
L = matrix(0, nrow(X), nrow(means))
for (j in 1:nrow(means)) {
  L[, j] = -0.5 * (rowSums((X - means[j, ]) ^ 2 / variances[j, ])
    + sum(log(2 * pi * variances[j, ])))
}
L = L + prior
"""


class GaussianNB(_NaiveBayes):
    """Naive Bayes for features that are normally distributed in each class.

    :param var_smoothing: this part of the largest variance is added to all variances
    """

    _takes_sparse = False

    def __init__(self, *, var_smoothing=1e-9):
        self.var_smoothing = var_smoothing

    def fit(self, X, y):
        smoothing = self._require("var_smoothing", Real, 0, strict=True)
        X, y = self._checked(X, y, first=True)
        self.classes_, y = encoded(y)
        sizes, self.theta_, self.var_ = compute(
            _FIT_GAUSSIANS, ["sizes", "means", "variances"], X=X, y=y, smoothing=smoothing
        )
        self.class_count_ = sizes.ravel()
        self.class_prior_ = self.class_count_ / len(y)
        return self

    def _joint(self, X):
        X = self._checked(X)
        prior = numpy.log(self.class_prior_).reshape(1, -1)
        return compute(_GAUSSIANS, "L", X=X, means=self.theta_, variances=self.var_, prior=prior)
