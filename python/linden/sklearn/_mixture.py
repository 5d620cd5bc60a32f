"""Mixtures of Gaussians."""

import numpy
from sklearn.base import DensityMixin

from ._base import Estimator, Integral, Real, Steps, compute

_MODELS = {"full": "VVV", "tied": "EEE", "diag": "VVI", "spherical": "VII"}

_FIT = """
[labels, P, df, bic, mu, factors, weight] = gmm(X=X, n_components=k, model=model,
  init_params=start, iter=steps, reg_covar=reg, tol=tol, seed=seed, verbose=TRUE)
"""

# gmmPredict without the division by the sum over the Gaussians
_LOG_JOINT = """
m = ncol(X)
k = nrow(mu)
L = matrix(0, nrow(X), k)
for (j in 1:k) {
  if (model == "VVV" | model == "EEE") {
    P = factors
    if (model == "VVV")
      P = factors[((j - 1) * m + 1):(j * m), ]
    logDeterminant = sum(log(diag(P)))
    squares = rowSums(((X - mu[j, ]) %*% P) ^ 2)
  } else {
    p = factors[j, ] * matrix(1, 1, m)
    logDeterminant = sum(log(p))
    squares = rowSums(((X - mu[j, ]) * p) ^ 2)
  }
  L[, j] = logDeterminant - 0.5 * (m * log(2 * pi) + squares)
}
L = L + log(weight)
likelihoods = logSumExp(L, "rows")
probabilities = exp(L - likelihoods)
"""


class GaussianMixture(DensityMixin, Estimator):
    """Mixture of Gaussians by expectation maximisation.

    :param n_components: number of Gaussians
    :param covariance_type: ``full``, ``tied`` (one matrix for all), ``diag`` or ``spherical``
    :param tol: stop when the mean log-likelihood of a row rises by less
    :param reg_covar: added to all variances
    :param max_iter: most iterations
    :param init_params: where to start, ``kmeans`` or ``random``
    :param random_state: of the start
    """

    _takes_sparse = False

    def __init__(
        self,
        n_components=1,
        *,
        covariance_type="full",
        tol=1e-3,
        reg_covar=1e-6,
        max_iter=100,
        init_params="kmeans",
        random_state=None,
    ):
        self.n_components = n_components
        self.covariance_type = covariance_type
        self.tol = tol
        self.reg_covar = reg_covar
        self.max_iter = max_iter
        self.init_params = init_params
        self.random_state = random_state

    def fit(self, X, y=None):
        k = self._require("n_components", Integral, 1)
        model = _MODELS[self._require_one_of("covariance_type", list(_MODELS))]
        start = self._require_one_of("init_params", ["kmeans", "random"])
        tol = self._require("tol", Real, 0)
        reg = self._require("reg_covar", Real, 0)
        most = self._require("max_iter", Integral, 1)
        X = self._checked(X, first=True, rows=2)
        if k > X.shape[0]:
            raise ValueError(f"n_samples={X.shape[0]} must not be less than n_components={k}")
        steps = Steps(r": iteration (\d+)")
        inputs = {
            "X": X,
            "k": k,
            "model": model,
            "start": start,
            "steps": most,
            "reg": reg,
            "tol": tol,
            "seed": self._seed(),
        }
        weights, self.means_, self.precisions_cholesky_, self._parameters = compute(
            _FIT, ["weight", "mu", "factors", "df"], on_print=steps, **inputs
        )
        self.weights_ = weights.ravel()
        self.n_iter_ = steps.count
        self.converged_ = steps.count < most
        self._model = model
        return self

    def predict(self, X):
        """The most likely Gaussian of each row."""
        return self._joint(X, "L").argmax(axis=1)

    def fit_predict(self, X, y=None):
        return self.fit(X).predict(X)

    def predict_proba(self, X):
        """The probability of each Gaussian for each row."""
        return self._joint(X, "probabilities")

    def score_samples(self, X):
        """The log-likelihood of each row."""
        return self._joint(X, "likelihoods").ravel()

    def score(self, X, y=None):
        """The mean log-likelihood of the rows."""
        return float(self.score_samples(X).mean())

    def bic(self, X):
        """Bayesian information criterion."""
        logs = self.score_samples(X)
        return self._parameters * numpy.log(len(logs)) - 2 * logs.sum()

    def aic(self, X):
        """Akaike information criterion."""
        return 2 * self._parameters - 2 * self.score_samples(X).sum()

    def _joint(self, X, output):
        X = self._checked(X)
        return compute(
            _LOG_JOINT,
            output,
            X=X,
            weight=self.weights_.reshape(1, -1),
            mu=self.means_,
            factors=self.precisions_cholesky_,
            model=self._model,
        )
