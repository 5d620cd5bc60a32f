"""Linear models."""

import numpy
from scipy.sparse import issparse
from sklearn.base import ClassifierMixin, RegressorMixin

from ._base import Estimator, Integral, Real, Steps, compute, encoded, require_classes

# More columns than these are left to conjugate gradients, as sparse data are.
_MOST_COLUMNS = 2000

# Columns are centred and scaled before they are multiplied, so that neither their means nor their
# units cost digits. Directions in which the data do not vary get no part of the coefficients, and a
# second round on what the first has left makes up for the square of the condition.
_LEAST_SQUARES = """
means = matrix(0, 1, ncol(X))
mean = 0.0
if (intercept) {
  means = colMeans(X)
  mean = mean(y)
}
D = X - means
norms = sqrt(colSums(D ^ 2))
norms = t(ifelse(norms > 0, norms, matrix(1, 1, ncol(X))))
[values, V] = eigen((t(D) %*% D) / (norms %*% t(norms)))
inverse = ifelse(values > 1e-12 * max(values), 1 / values, 0)
b = matrix(0, ncol(X), 1)
for (round in 1:2) {
  gradient = t(D) %*% (y - mean - D %*% b) / norms
  b = b + V %*% (inverse * (t(V) %*% gradient)) / norms
}
a = mean - as.scalar(means %*% b)
"""

_RIDGE = """
means = colMeans(X) * intercept
mean = mean(y) * intercept
b = lm(X=X - means, y=y - mean, icpt=0, reg=reg, tol=1e-10, verbose=FALSE)
a = mean - as.scalar(means %*% b)
"""

_SPARSE = """
B = matrix(0, ncol(X) + 1, 1)
if (intercept)
  B = lmCG(X=X, y=y, icpt=1, reg=reg, tol=1e-10, verbose=FALSE)
else
  B[1:ncol(X), 1] = lmCG(X=X, y=y, icpt=0, reg=reg, tol=1e-10, verbose=FALSE)
b = B[1:ncol(X), 1]
a = as.scalar(B[ncol(X) + 1, 1])
"""


class _LinearRegressor(RegressorMixin, Estimator):
    def _fit(self, X, y, reg, dense):
        X, y = self._checked(X, y, first=True)
        wide = X.shape[1] > _MOST_COLUMNS
        script = _SPARSE if issparse(X) or wide else dense
        inputs = {"X": X, "y": y.astype(float), "intercept": bool(self.fit_intercept), "reg": reg}
        coefficients, self.intercept_ = compute(script, ["b", "a"], **inputs)
        self.coef_ = coefficients.ravel()
        return self

    def predict(self, X):
        """The expected target of each row."""
        X = self._checked(X)
        return _scores(X, self.coef_.reshape(-1, 1), [self.intercept_]).ravel()


class LinearRegression(_LinearRegressor):
    """Least squares; of several solutions the one whose standardised coefficients are smallest.

    :param fit_intercept: whether a constant is added
    """

    def __init__(self, *, fit_intercept=True):
        self.fit_intercept = fit_intercept

    def fit(self, X, y):
        return self._fit(X, y, 0.0, _LEAST_SQUARES)


class Ridge(_LinearRegressor):
    """Least squares plus ``alpha`` times the sum of the squared coefficients.

    :param alpha: weight of the penalty, which does not apply to the constant
    :param fit_intercept: whether a constant is added
    """

    def __init__(self, alpha=1.0, *, fit_intercept=True):
        self.alpha = alpha
        self.fit_intercept = fit_intercept

    def fit(self, X, y):
        alpha = self._require("alpha", Real, 0)
        return self._fit(X, y, alpha, _RIDGE if alpha > 0 else _LEAST_SQUARES)


def _scores(X, weights, intercepts):
    a = numpy.asarray(intercepts, dtype=float).reshape(1, -1)
    return compute("S = X %*% W + a", "S", X=X, W=weights, a=a)


class _LinearClassifier(ClassifierMixin, Estimator):
    """``coef_`` has a row for each class, or one for the second of two."""

    def decision_function(self, X):
        """A score for each row and class, or for the second of two classes."""
        X = self._checked(X)
        scores = _scores(X, self.coef_.T, self.intercept_)
        return scores.ravel() if len(self.classes_) == 2 else scores

    def predict(self, X):
        """The class of the largest score."""
        scores = self.decision_function(X)
        chosen = scores > 0 if scores.ndim == 1 else scores.argmax(axis=1)
        return self.classes_[numpy.asarray(chosen, dtype=int)]

    def _take(self, model):
        """A column of coefficients for each row of coef_, the intercept below."""
        self.coef_ = numpy.ascontiguousarray(model[: self.n_features_in_].T)
        if self.fit_intercept:
            self.intercept_ = model[-1].copy()
        else:
            self.intercept_ = numpy.zeros(model.shape[1])


_LOGISTIC = """
B = multiLogReg(X=X, Y=y, icpt=icpt, tol=tol, reg=reg, maxi=steps, maxii=0, verbose=TRUE)
"""


class LogisticRegression(_LinearClassifier):
    """Logistic regression with a penalty on the squares of the coefficients.

    With more than two classes, the coefficients are those of all others against the last one as far
    as the penalty is concerned; ``coef_`` is shifted so that each column adds up to 0.

    :param C: one over the weight of the penalty; ``inf`` for none
    :param fit_intercept: whether a constant is added, to which no penalty applies
    :param tol: stop when the expected improvement is below the square of this part of the objective
    :param max_iter: most Newton steps
    """

    def __init__(self, *, C=1.0, fit_intercept=True, tol=1e-6, max_iter=100):
        self.C = C
        self.fit_intercept = fit_intercept
        self.tol = tol
        self.max_iter = max_iter

    def fit(self, X, y):
        C = self._require("C", Real, 0, strict=True)
        tol = self._require("tol", Real, 0)
        most = self._require("max_iter", Integral, 1)
        X, y = self._checked(X, y, first=True)
        self.classes_, y = encoded(y)
        require_classes(self, self.classes_)
        steps = Steps(r": step (\d+)")
        icpt = 1 if self.fit_intercept else 0
        inputs = {"X": X, "y": y, "icpt": icpt, "tol": tol, "reg": 1 / C, "steps": most}
        model = compute(_LOGISTIC, "B", on_print=steps, **inputs)
        if len(self.classes_) == 2:
            model = -model  # those of the first class
        else:
            model = numpy.hstack([model, numpy.zeros((len(model), 1))])
            model -= model.mean(axis=1, keepdims=True)
        self._take(model)
        self.n_iter_ = numpy.array([max(steps.count, 1)])
        return self

    def predict_proba(self, X):
        """The probability of each class for each row."""
        scores = self.decision_function(X)
        if scores.ndim == 1:
            scores = numpy.column_stack([numpy.zeros(len(scores)), scores])
        scores = numpy.exp(scores - scores.max(axis=1, keepdims=True))
        return scores / scores.sum(axis=1, keepdims=True)

    def predict_log_proba(self, X):
        """The logarithm of the probability of each class for each row."""
        return numpy.log(self.predict_proba(X))


_SVM = """
if (max(y) == 2)
  W = l2svm(X=X, Y=y, intercept=intercept, epsilon=tol, reg=reg, maxIterations=steps, verbose=TRUE)
else
  W = msvm(X=X, Y=y, intercept=intercept, epsilon=tol, reg=reg, maxIterations=steps, verbose=TRUE)
"""


class LinearSVC(_LinearClassifier):
    """Linear support vector machine with squared hinge loss; several classes one against the rest.

    :param C: weight of the loss beside half the sum of the squared coefficients
    :param fit_intercept: whether a constant is added, to which the penalty applies, too
    :param tol: stop when a step improves the objective by less than this part of it
    :param max_iter: most steps for a class
    """

    def __init__(self, *, C=1.0, fit_intercept=True, tol=1e-6, max_iter=1000):
        self.C = C
        self.fit_intercept = fit_intercept
        self.tol = tol
        self.max_iter = max_iter

    def fit(self, X, y):
        C = self._require("C", Real, 0, strict=True)
        tol = self._require("tol", Real, 0)
        most = self._require("max_iter", Integral, 1)
        X, y = self._checked(X, y, first=True)
        self.classes_, y = encoded(y)
        require_classes(self, self.classes_)
        steps = Steps(r": iteration (\d+)")
        inputs = {
            "X": X,
            "y": y,
            "intercept": bool(self.fit_intercept),
            "tol": tol,
            "reg": 1 / (2 * C),
            "steps": most,
        }
        self._take(compute(_SVM, "W", on_print=steps, **inputs))
        self.n_iter_ = max(steps.count, 1)
        return self
