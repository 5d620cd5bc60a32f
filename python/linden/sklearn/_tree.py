"""Decision trees and random forests."""

import math
from numbers import Integral, Real

import numpy
from sklearn.base import ClassifierMixin, RegressorMixin

from ._base import Estimator, compute, encoded

# Trees are rows with a place for each node that a full tree has. If nothing is said, they have this
# many levels below the root.
_DEEPEST_TREE, _DEEPEST_OF_FOREST = 15, 11
_NUMERIC, _CATEGORICAL = 1.0, 2.0

_FIT_TREE = """
M = decisionTree(X=X, y=y, ctypes=kinds, max_depth=levels, min_leaf=leaf, min_split=split,
  max_features=share, impurity=impurity, seed=seed)
"""

# Behind the children of the last split there is nothing to keep.
_FIT_FOREST = """
M = randomForest(X=X, y=y, ctypes=kinds, num_trees=trees, sample_frac=frac, max_depth=levels,
  min_leaf=leaf, min_split=split, max_features=share, impurity=impurity, seed=seed)
m = ncol(X)
node = t(seq(1 - m, ncol(M) - m) + 1) / 2
isSplit = (node >= 1) & (node == floor(node)) & (colMaxs(M) > 0)
M = M[, 1:(m + 2 * (2 * as.integer(max(isSplit * node)) + 1))]
"""

_TREE = "Y = decisionTreePredict(X=X, ctypes=kinds, M=M)"
_FOREST = "Y = randomForestPredict(X=X, ctypes=kinds, M=M)"


class _Trees(Estimator):
    """Missing values (NaN) count as larger than all others."""

    _takes_missing = True

    def _kinds(self, target):
        return numpy.array([[_NUMERIC] * self.n_features_in_ + [target]])

    def _common(self):
        """What trees and forests are told alike."""
        depth = self.max_depth
        if depth is None:
            depth = self._deepest
        elif not isinstance(depth, Integral) or isinstance(depth, bool) or not 1 <= depth <= 23:
            raise ValueError(f"max_depth must be between 1 and 23, or None, but it is {depth!r}")
        impurity = "gini"
        if isinstance(self, ClassifierMixin):
            impurity = self._require_one_of("criterion", ["gini", "entropy"])
        return {
            "levels": int(depth) + 2,
            "leaf": self._require("min_samples_leaf", Integral, 1),
            "split": self._require("min_samples_split", Integral, 2),
            "share": self._share(),
            "impurity": impurity,
            "seed": self._seed(),
        }

    def _share(self):
        """The exponent of the number of features that gives those each node looks at."""
        m, wanted = self.n_features_in_, self.max_features
        if wanted is None:
            return 1.0
        if wanted == "sqrt":
            count = math.floor(math.sqrt(m))
        elif wanted == "log2":
            count = math.floor(math.log2(m))
        elif isinstance(wanted, Integral) and not isinstance(wanted, bool) and 1 <= wanted <= m:
            count = int(wanted)
        elif isinstance(wanted, Real) and not isinstance(wanted, Integral) and 0 < wanted <= 1:
            count = math.floor(wanted * m)
        else:
            raise ValueError(
                f"max_features must be a number of features up to {m}, a share of them, 'sqrt', "
                f"'log2' or None, but it is {wanted!r}"
            )
        if count >= m:
            return 1.0
        # ceil(m^share) has to be the count; 0 would mean all, but m^1e-20 is 1
        return math.log(count - 0.5) / math.log(m) if count > 1 else 1e-20


class _Classifier(ClassifierMixin, _Trees):
    def predict(self, X):
        """The most probable class of each row; the first of several."""
        chosen = self.predict_proba(X).argmax(axis=1)
        return self.classes_[chosen]

    def predict_log_proba(self, X):
        """The logarithm of the probability of each class for each row."""
        with numpy.errstate(divide="ignore"):
            return numpy.log(self.predict_proba(X))


class _Tree(_Trees):
    _deepest = _DEEPEST_TREE

    def __init__(
        self,
        *,
        criterion="gini",
        max_depth=None,
        min_samples_split=2,
        min_samples_leaf=1,
        max_features=None,
        random_state=None,
    ):
        self.criterion = criterion
        self.max_depth = max_depth
        self.min_samples_split = min_samples_split
        self.min_samples_leaf = min_samples_leaf
        self.max_features = max_features
        self.random_state = random_state

    def _grow(self, X, y, target):
        kinds = self._kinds(target)
        self.tree_ = compute(_FIT_TREE, "M", X=X, y=y, kinds=kinds, **self._common())

    def _leaf_tree(self):
        """The tree whose leaves hold the number of their node instead of a value."""
        nodes = self.tree_.reshape(-1, 2).copy()
        leaves = nodes[:, 0] == 0
        nodes[leaves, 1] = numpy.flatnonzero(leaves) + 1
        return nodes.reshape(1, -1)

    def apply(self, X):
        """The leaf of each row: its number if the children of node i are 2i and 2i+1."""
        X = self._checked(X)
        kinds = self._kinds(_NUMERIC)
        return compute(_TREE, "Y", X=X, kinds=kinds, M=self._leaf_tree()).ravel().astype(int)

    def get_depth(self):
        """The levels below the root."""
        splits = numpy.flatnonzero(self.tree_.reshape(-1, 2)[:, 0])
        return int(splits[-1] + 1).bit_length() if len(splits) else 0

    def get_n_leaves(self):
        """The number of leaves, one more than there are splits."""
        return int(numpy.count_nonzero(self.tree_.reshape(-1, 2)[:, 0])) + 1


class DecisionTreeClassifier(_Classifier, _Tree):
    """Decision tree for classes.

    :param criterion: what a split improves, ``gini`` or ``entropy``
    :param max_depth: levels below the root, at most 23; None for 15
    :param min_samples_split: fewest rows of a node that is split
    :param min_samples_leaf: fewest rows of a leaf
    :param max_features: features that a node looks at: a number, a share, ``sqrt``, ``log2`` or
        None for all
    :param random_state: of the choice of the features
    """

    def fit(self, X, y):
        X, y = self._checked(X, y, first=True)
        self.classes_, y = encoded(y)
        self._grow(X, y, _CATEGORICAL)
        counts = numpy.zeros((self.tree_.size // 2 + 1, len(self.classes_)))
        numpy.add.at(counts, (self.apply(X), y.astype(int) - 1), 1)
        self._counts = counts
        return self

    def predict_proba(self, X):
        """The share of each class in the leaf of each row."""
        leaves = self.apply(X)
        counts = self._counts[leaves]
        return counts / counts.sum(axis=1, keepdims=True)


class DecisionTreeRegressor(RegressorMixin, _Tree):
    """Decision tree for numbers; a split reduces the squared error.

    :param max_depth: levels below the root, at most 23; None for 15
    :param min_samples_split: fewest rows of a node that is split
    :param min_samples_leaf: fewest rows of a leaf
    :param max_features: features that a node looks at: a number, a share, ``sqrt``, ``log2`` or
        None for all
    :param random_state: of the choice of the features
    """

    def __init__(
        self,
        *,
        max_depth=None,
        min_samples_split=2,
        min_samples_leaf=1,
        max_features=None,
        random_state=None,
    ):
        self.max_depth = max_depth
        self.min_samples_split = min_samples_split
        self.min_samples_leaf = min_samples_leaf
        self.max_features = max_features
        self.random_state = random_state

    def fit(self, X, y):
        X, y = self._checked(X, y, first=True)
        self._grow(X, y.astype(float), _NUMERIC)
        return self

    def predict(self, X):
        """The mean target of the leaf of each row."""
        X = self._checked(X)
        return compute(_TREE, "Y", X=X, kinds=self._kinds(_NUMERIC), M=self.tree_).ravel()


class _Forest(_Trees):
    _deepest = _DEEPEST_OF_FOREST

    def _grow(self, X, y, target):
        self.forest_ = compute(
            _FIT_FOREST,
            "M",
            X=X,
            y=y,
            kinds=self._kinds(target),
            trees=self._require("n_estimators", Integral, 1),
            frac=self._sampled(X.shape[0]),
            **self._common(),
        )

    def _sampled(self, rows):
        """The share of the rows for each tree; 0 means as many as there are, with replacement."""
        if self.max_samples is None:
            return 0.0 if rows < 100_000 else 1.0
        return self._require("max_samples", Real, 0, strict=True)

    def _values(self, X, forest):
        return compute(_FOREST, "Y", X=X, kinds=self._kinds(_NUMERIC), M=forest).ravel()


class RandomForestClassifier(_Classifier, _Forest):
    """Random forest for classes; a probability is the share of the trees that vote for a class.

    :param n_estimators: number of trees
    :param criterion: what a split improves, ``gini`` or ``entropy``
    :param max_depth: levels below the root, at most 23; None for 11
    :param min_samples_split: fewest rows of a node that is split
    :param min_samples_leaf: fewest rows of a leaf
    :param max_features: features that a node looks at: a number, a share, ``sqrt``, ``log2`` or
        None for all
    :param max_samples: share of the rows that each tree is fitted to, drawn without replacement;
        None: as many rows as there are, drawn with replacement
    :param random_state: of all random choices
    """

    def __init__(
        self,
        n_estimators=100,
        *,
        criterion="gini",
        max_depth=None,
        min_samples_split=2,
        min_samples_leaf=1,
        max_features="sqrt",
        max_samples=None,
        random_state=None,
    ):
        self.n_estimators = n_estimators
        self.criterion = criterion
        self.max_depth = max_depth
        self.min_samples_split = min_samples_split
        self.min_samples_leaf = min_samples_leaf
        self.max_features = max_features
        self.max_samples = max_samples
        self.random_state = random_state

    def fit(self, X, y):
        X, y = self._checked(X, y, first=True)
        self.classes_, y = encoded(y)
        self._grow(X, y, _CATEGORICAL)
        return self

    def predict_proba(self, X):
        """The share of the trees that vote for each class."""
        X = self._checked(X)
        m = self.n_features_in_
        leaves = self.forest_[:, m::2] == 0
        classes = self.forest_[:, m + 1 :: 2]
        votes = []
        for label in range(1, len(self.classes_) + 1):
            forest = self.forest_.copy()
            forest[:, m + 1 :: 2] = numpy.where(leaves, classes == label, classes)
            votes.append(self._values(X, forest))
        return numpy.column_stack(votes)


class RandomForestRegressor(RegressorMixin, _Forest):
    """Random forest for numbers: the mean of the trees.

    :param n_estimators: number of trees
    :param max_depth: levels below the root, at most 23; None for 11
    :param min_samples_split: fewest rows of a node that is split
    :param min_samples_leaf: fewest rows of a leaf
    :param max_features: features that a node looks at: a number, a share, ``sqrt``, ``log2`` or
        None for all
    :param max_samples: share of the rows that each tree is fitted to, drawn without replacement;
        None: as many rows as there are, drawn with replacement
    :param random_state: of all random choices
    """

    def __init__(
        self,
        n_estimators=100,
        *,
        max_depth=None,
        min_samples_split=2,
        min_samples_leaf=1,
        max_features=1.0,
        max_samples=None,
        random_state=None,
    ):
        self.n_estimators = n_estimators
        self.max_depth = max_depth
        self.min_samples_split = min_samples_split
        self.min_samples_leaf = min_samples_leaf
        self.max_features = max_features
        self.max_samples = max_samples
        self.random_state = random_state

    def fit(self, X, y):
        X, y = self._checked(X, y, first=True)
        self._grow(X, y.astype(float), _NUMERIC)
        return self

    def predict(self, X):
        """The mean of the trees for each row."""
        return self._values(self._checked(X), self.forest_)
