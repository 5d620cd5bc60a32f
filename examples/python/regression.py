"""Fits a linear model to NumPy data three ways: script, expression, library function.

    PYTHONPATH=python python3 examples/python/regression.py
"""

import numpy
import linden

random = numpy.random.default_rng(7)
X = random.random((500, 3))
y = X @ numpy.array([[1.0], [-2.0], [0.5]])

script = linden.run("b = solve(t(X) %*% X, t(X) %*% y)", outputs="b", X=X, y=y)["b"]

x = linden.matrix(X)
expression = (x.t() @ x).solve(x.t() @ y).compute()

library = linden.lm(X, y, reg=0.0, verbose=False)

print(numpy.round(numpy.hstack([script, expression, library]), 6))
