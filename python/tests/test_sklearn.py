"""Estimators in scikit-learn's shape: its own checks of estimators, and known results."""

import os
import pickle
import sys
import unittest
import warnings

sys.path.insert(0, os.path.join(os.path.dirname(__file__), ".."))

import linden  # noqa: E402

try:
    import numpy
    import scipy.sparse
    import sklearn
    from sklearn.base import clone
    from sklearn.model_selection import GridSearchCV, cross_val_score
    from sklearn.pipeline import make_pipeline
    from sklearn.preprocessing import StandardScaler
    from sklearn.utils.estimator_checks import check_estimator

    import linden.sklearn as estimators
except ImportError as e:
    raise unittest.SkipTest(f"scikit-learn is not installed ({e}); Debian: python3-sklearn") from e

try:
    import pandas
except ImportError:
    pandas = None


def blobs(rows=60, seed=1):
    """Three classes of rows, well apart."""
    random = numpy.random.default_rng(seed)
    centers = numpy.array([[0.0, 0, 0, 0], [5, 5, 0, 1], [-5, 5, 2, 0]])
    labels = numpy.arange(rows) % 3
    return centers[labels] + random.normal(size=(rows, 4)), labels


def line(rows=80, seed=2):
    random = numpy.random.default_rng(seed)
    X = random.normal(size=(rows, 3))
    return X, X @ [1.0, -2.0, 0.5] + 3 + 0.1 * random.normal(size=rows)


class ChecksOfScikitLearn(unittest.TestCase):
    """A few trees are enough for the checks; they do not look at what a forest is good for."""

    def check(self, estimator):
        ran = 0
        for instance, check in check_estimator(estimator, generate_only=True):
            with self.subTest(check=getattr(check, "func", check).__name__):
                with warnings.catch_warnings():
                    warnings.simplefilter("ignore")
                    try:
                        check(instance)
                    except unittest.SkipTest as skipped:
                        self.skipTest(str(skipped))
                ran += 1
        self.assertGreater(ran, 25)


def _checked(name):
    def test(self):
        few = {"n_estimators": 12} if name.startswith("RandomForest") else {}
        self.check(getattr(estimators, name)(**few))

    return test


for _name in estimators.__all__:
    setattr(ChecksOfScikitLearn, f"test_{_name}", _checked(_name))


class LinearModels(unittest.TestCase):
    def test_least_squares(self):
        X, y = line()
        model = estimators.LinearRegression().fit(X, y)
        expected = numpy.linalg.lstsq(numpy.column_stack([X, numpy.ones(80)]), y, rcond=None)[0]
        numpy.testing.assert_allclose(model.coef_, expected[:3], rtol=1e-12)
        self.assertAlmostEqual(expected[3], model.intercept_, places=12)
        numpy.testing.assert_allclose(model.predict(X), X @ expected[:3] + expected[3], rtol=1e-10)

    def test_columns_that_depend_on_each_other(self):
        """As columns of categories do, which add up to 1."""
        X, y = line()
        X = numpy.column_stack([X, X[:, 0] + X[:, 1], numpy.ones(80)])
        model = estimators.LinearRegression().fit(X, y)
        expected = estimators.LinearRegression().fit(X[:, :3], y)
        numpy.testing.assert_allclose(model.predict(X), expected.predict(X[:, :3]), rtol=1e-9)
        self.assertLess(abs(model.coef_).max(), 10)

    def test_more_columns_than_rows(self):
        random = numpy.random.default_rng(4)
        X, y = random.normal(size=(10, 30)), random.normal(size=10)
        numpy.testing.assert_allclose(estimators.LinearRegression().fit(X, y).predict(X), y)

    def test_large_means_and_units(self):
        X, y = line()
        expected = estimators.LinearRegression().fit(X, y).predict(X)
        X = X * [1e-6, 1, 1e6] + [1e2, 1e6, 1e9]
        model = estimators.LinearRegression().fit(X, y)
        numpy.testing.assert_allclose(model.predict(X), expected, rtol=1e-5)

    def test_sparse_data_have_the_same_results(self):
        X, y = line()
        X[abs(X) < 0.7] = 0
        for model in (estimators.LinearRegression(), estimators.Ridge(2.0)):
            for intercept in (True, False):
                model.set_params(fit_intercept=intercept)
                dense = clone(model).fit(X, y)
                sparse = clone(model).fit(scipy.sparse.csr_matrix(X), y)
                numpy.testing.assert_allclose(sparse.coef_, dense.coef_, rtol=1e-6)
                numpy.testing.assert_allclose(sparse.intercept_, dense.intercept_, atol=1e-6)

    def test_ridge(self):
        X, y = line()
        model = estimators.Ridge(alpha=5.0).fit(X, y)
        D, d = X - X.mean(axis=0), y - y.mean()
        expected = numpy.linalg.solve(D.T @ D + 5 * numpy.eye(3), D.T @ d)
        numpy.testing.assert_allclose(model.coef_, expected, rtol=1e-10)
        with self.assertRaisesRegex(ValueError, "alpha must be a number of at least 0"):
            estimators.Ridge(alpha=-1).fit(X, y)

    def test_logistic_regression_is_at_its_minimum(self):
        X, labels = blobs()
        for y in (labels == 1, labels):
            model = estimators.LogisticRegression(C=0.5, tol=1e-9).fit(X, y)
            one = (numpy.asarray(y)[:, None] == model.classes_).astype(float)
            excess = model.predict_proba(X) - one
            numpy.testing.assert_allclose(excess.sum(axis=0), 0, atol=1e-5)  # of the intercepts
            if len(model.classes_) == 2:
                gradient = X.T @ excess[:, 1] + model.coef_[0] / 0.5
                numpy.testing.assert_allclose(gradient, 0, atol=1e-5)

    def test_margin_of_a_support_vector_machine(self):
        X = numpy.array([[-2.0, 0.0], [-1, 1], [1, -1], [2, 0]])
        model = estimators.LinearSVC(C=1e4, tol=1e-12).fit(X, ["a", "a", "b", "b"])
        scores = model.decision_function([[-1, 1], [1, -1]])
        numpy.testing.assert_allclose(scores, [-1, 1], atol=1e-3)
        self.assertEqual(["a", "b"], list(model.predict([[-3, 0], [3, 0]])))


class OtherModels(unittest.TestCase):
    def test_clusters(self):
        X, y = blobs()
        model = estimators.KMeans(3, random_state=0).fit(X)
        for cluster in range(3):
            self.assertEqual(1, len(set(y[model.labels_ == cluster])))
        nearest = ((X[:, None, :] - model.cluster_centers_) ** 2).sum(axis=2).min(axis=1)
        self.assertAlmostEqual(nearest.sum(), model.inertia_, places=8)
        with self.assertRaisesRegex(ValueError, "n_samples=60 must not be less than n_clusters=61"):
            estimators.KMeans(61).fit(X)

    def test_principal_components(self):
        X, _ = blobs()
        model = estimators.PCA(2).fit(X)
        expected = numpy.linalg.svd(X - X.mean(axis=0))
        numpy.testing.assert_allclose(model.singular_values_, expected[1][:2], rtol=1e-10)
        numpy.testing.assert_allclose(abs(model.components_), abs(expected[2][:2]), atol=1e-10)
        everything = estimators.PCA().fit(X)
        numpy.testing.assert_allclose(everything.inverse_transform(everything.transform(X)), X)
        self.assertAlmostEqual(1, everything.explained_variance_ratio_.sum())
        self.assertEqual(2, estimators.PCA(0.9).fit(X).n_components_)

    def test_mixtures(self):
        X, y = blobs()
        for kind in ("full", "tied", "diag", "spherical"):
            model = estimators.GaussianMixture(3, covariance_type=kind, random_state=0).fit(X)
            self.assertTrue(model.converged_)
            self.assertEqual(3, len(set(zip(model.predict(X), y))))
            numpy.testing.assert_allclose(model.predict_proba(X).sum(axis=1), 1)
            self.assertLess(model.bic(X), estimators.GaussianMixture().fit(X).bic(X))

    def test_naive_bayes(self):
        X, y = blobs()
        model = estimators.GaussianNB().fit(X, y)
        numpy.testing.assert_allclose(model.theta_[1], X[y == 1].mean(axis=0))
        numpy.testing.assert_allclose(model.var_[1], X[y == 1].var(axis=0), rtol=1e-6)
        self.assertEqual(1, model.score(X, y))
        counts = estimators.MultinomialNB().fit([[3, 0], [2, 1], [0, 4]], ["x", "x", "y"])
        numpy.testing.assert_allclose(
            numpy.exp(counts.feature_log_prob_), [[6 / 8, 2 / 8], [1 / 6, 5 / 6]]
        )
        with self.assertRaisesRegex(ValueError, "Negative values"):
            counts.predict([[-1, 0]])

    def test_neighbours(self):
        X, y = line()
        X += 1e6  # squares of large numbers must not hide small distances
        model = estimators.KNeighborsRegressor(4).fit(X, y)
        distances = numpy.sqrt(((X[:, None, :] - X) ** 2).sum(axis=2))
        found, positions = model.kneighbors(X)
        numpy.testing.assert_allclose(found, numpy.sort(distances, axis=1)[:, :4])
        numpy.testing.assert_array_equal(positions, numpy.argsort(distances, axis=1)[:, :4])
        weighted = estimators.KNeighborsRegressor(4, weights="distance").fit(X, y)
        numpy.testing.assert_allclose(weighted.predict(X), y)
        with self.assertRaisesRegex(ValueError, "n_neighbors=81"):
            estimators.KNeighborsClassifier(81).fit(X, y > 0).predict(X)

    def test_trees(self):
        X, y = blobs()
        tree = estimators.DecisionTreeClassifier(random_state=0).fit(X, y)
        self.assertEqual(1, tree.score(X, y))
        self.assertLessEqual(tree.get_depth(), 4)
        self.assertEqual(len(set(tree.apply(X))), tree.get_n_leaves())
        stump = estimators.DecisionTreeClassifier(max_depth=1).fit(X, y)
        self.assertEqual((1, 2), (stump.get_depth(), stump.get_n_leaves()))
        shares = stump.predict_proba(X)
        for leaf in set(stump.apply(X)):
            rows = stump.apply(X) == leaf
            expected = [numpy.mean(y[rows] == label) for label in range(3)]
            numpy.testing.assert_allclose(shares[rows][0], expected)
        X[0, 0] = numpy.nan  # a value like others
        self.assertEqual(1, tree.fit(X, y).score(X, y))
        with self.assertRaisesRegex(ValueError, "infinity"):
            tree.fit(numpy.where(numpy.isnan(X), numpy.inf, X), y)

    def test_regression_tree_with_targets_of_zero(self):
        X = numpy.arange(8.0).reshape(-1, 1)
        y = [0, 0, 1, 1, 2, 2, 0, 0]
        self.assertEqual(y, list(estimators.DecisionTreeRegressor().fit(X, y).predict(X)))
        forest = estimators.RandomForestRegressor(5, random_state=0).fit(X, numpy.zeros(8))
        self.assertEqual([0] * 8, list(forest.predict(X)))

    def test_forests(self):
        X, y = blobs()
        forest = estimators.RandomForestClassifier(20, random_state=0).fit(X, y)
        self.assertGreater(forest.score(X, y), 0.95)
        votes = forest.predict_proba(X) * 20
        numpy.testing.assert_allclose(votes, votes.round(), atol=1e-9)
        for bad in (0, 1.5, "all", True):
            with self.assertRaisesRegex(ValueError, "max_features must be"):
                estimators.RandomForestClassifier(max_features=bad).fit(X, y)

    def test_features_that_a_node_looks_at(self):
        X, y = blobs()
        for m in (1, 2, 4):
            for wanted in range(1, m + 1):
                tree = estimators.DecisionTreeClassifier(max_features=wanted).fit(X[:, :m], y)
                self.assertEqual(wanted, numpy.ceil(m ** tree._share()))


class AmongOtherTools(unittest.TestCase):
    def test_pipelines_and_searches(self):
        X, y = blobs()
        pipeline = make_pipeline(StandardScaler(), estimators.PCA(2), estimators.LinearSVC())
        self.assertGreater(cross_val_score(pipeline, X, y).mean(), 0.9)
        search = GridSearchCV(estimators.KNeighborsClassifier(), {"n_neighbors": [1, 30]}).fit(X, y)
        self.assertEqual({"n_neighbors": 1}, search.best_params_)

    def test_pickles(self):
        X, y = blobs()
        for name in estimators.__all__:
            model = getattr(estimators, name)().fit(abs(X), y)
            again = pickle.loads(pickle.dumps(model))
            method = "predict" if hasattr(model, "predict") else "transform"
            expected = getattr(model, method)(abs(X))
            numpy.testing.assert_array_equal(getattr(again, method)(abs(X)), expected)

    @unittest.skipIf(pandas is None, "pandas is not installed")
    def test_data_frames(self):
        X, y = line()
        X = pandas.DataFrame(X, columns=["a", "b", "c"])
        model = estimators.LinearRegression().fit(X, pandas.Series(y))
        self.assertEqual(["a", "b", "c"], list(model.feature_names_in_))
        self.assertEqual((80,), model.predict(X).shape)
        reduced = estimators.PCA(2).set_output(transform="pandas").fit_transform(X)
        self.assertEqual(["pca0", "pca1"], list(reduced.columns))

    def test_one_class_only(self):
        for model in (estimators.LogisticRegression(), estimators.LinearSVC()):
            with self.assertRaisesRegex(ValueError, "at least 2 classes"):
                model.fit([[1.0], [2.0]], ["a", "a"])


if __name__ == "__main__":
    unittest.main()
