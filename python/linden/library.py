"""The functions of the algorithm library.

Matrices are arrays, sparse matrices, data frames and series of numbers, rows or lists of numbers, or
expressions that become part of the same computation. Where a matrix has one dimension only, columns
among the results have one, too. An argument that is None is left out, so that its default holds.
Functions whose first argument is a matrix are methods of linden.Matrix too.

Made from core/src/main/resources/library by PythonLibraryTest with -Ddocs.update=true.
"""

from ._call import call, dml, method

__all__ = [
    "abstain",
    "adasyn",
    "als",
    "alsCG",
    "alsDS",
    "alsPredict",
    "alsTopkPredict",
    "apply_pipeline",
    "arima",
    "auc",
    "autoencoder_2layer",
    "bandit",
    "bivar",
    "coefficientTable",
    "components",
    "confusionMatrix",
    "cor",
    "correctTypos",
    "correctTyposApply",
    "cox",
    "crossV",
    "cspline",
    "csplineCG",
    "csplineDS",
    "cvlm",
    "dbscan",
    "dbscanApply",
    "decisionTree",
    "decisionTreePredict",
    "deepWalk",
    "denialConstraints",
    "differenceStatistics",
    "discoverFD",
    "dist",
    "dmv",
    "ema",
    "executePipeline",
    "f1Score",
    "fdr",
    "ffPredict",
    "ffTrain",
    "fit_pipeline",
    "fixInvalidLengths",
    "fixInvalidLengthsApply",
    "flattenQuantile",
    "frameSort",
    "frequencyEncode",
    "frequencyEncodeApply",
    "garch",
    "gaussianClassifier",
    "gbtClassification",
    "gbtPredictClassification",
    "gbtPredictRegression",
    "gbtRegression",
    "getAccuracy",
    "glm",
    "glmPredict",
    "glmSummary",
    "gmm",
    "gmmPredict",
    "gnmf",
    "gridSearch",
    "hospitalResidencyMatch",
    "hyperband",
    "img_brightness",
    "img_brightness_linearized",
    "img_crop",
    "img_crop_linearized",
    "img_cutout",
    "img_cutout_linearized",
    "img_invert",
    "img_invert_linearized",
    "img_mirror",
    "img_mirror_linearized",
    "img_posterize",
    "img_posterize_linearized",
    "img_rotate",
    "img_rotate_linearized",
    "img_sample_pairing",
    "img_sample_pairing_linearized",
    "img_shear",
    "img_shear_linearized",
    "img_transform",
    "img_transform_linearized",
    "img_translate",
    "img_translate_linearized",
    "impurityMeasures",
    "imputeByFD",
    "imputeByFDApply",
    "imputeByKNN",
    "imputeByMean",
    "imputeByMeanApply",
    "imputeByMedian",
    "imputeByMedianApply",
    "imputeByMode",
    "imputeByModeApply",
    "incSliceLine",
    "intersect",
    "km",
    "kmeans",
    "kmeansPredict",
    "knn",
    "knnbf",
    "knnGraph",
    "l2svm",
    "l2svmPredict",
    "lasso",
    "lenetPredict",
    "lenetTrain",
    "lm",
    "lmCG",
    "lmDS",
    "lmPredict",
    "lmPredictStats",
    "lmSummary",
    "logSumExp",
    "mae",
    "mape",
    "matrixProfile",
    "mcc",
    "mdedup",
    "mice",
    "miceApply",
    "mse",
    "msmape",
    "msvm",
    "msvmPredict",
    "multiLogReg",
    "multiLogRegPredict",
    "na_locf",
    "naiveBayes",
    "naiveBayesPredict",
    "normalize",
    "normalizeApply",
    "nrmse",
    "outlier",
    "outlierByArima",
    "outlierByIQR",
    "outlierByIQRApply",
    "outlierBySd",
    "outlierBySdApply",
    "pageRank",
    "pca",
    "pcaInverse",
    "pcaTransform",
    "pnmf",
    "ppca",
    "psnr",
    "quantizeByCluster",
    "raGroupby",
    "raJoin",
    "randomForest",
    "randomForestPredict",
    "raSelection",
    "refuseLabels",
    "refuseMissing",
    "rmse",
    "scale",
    "scaleApply",
    "scaleMinMax",
    "scaleRobust",
    "scaleRobustApply",
    "selectByVarThresh",
    "ses",
    "setdiff",
    "shapExplainer",
    "sherlock",
    "sherlockPredict",
    "shortestPath",
    "skewness",
    "slicefinder",
    "sliceLine",
    "sliceLineDebug",
    "sliceLineExtract",
    "smape",
    "smote",
    "softmax",
    "split",
    "splitBalanced",
    "stableMarriage",
    "statsNA",
    "stepglm",
    "steplm",
    "stratstats",
    "symmetricDifference",
    "tomeklink",
    "toOneHot",
    "topk_cleaning",
    "tSNE",
    "underSampling",
    "union",
    "univar",
    "vectorToCsv",
    "wer",
    "winsorize",
    "winsorizeApply",
    "wls",
    "WoE",
    "WoEApply",
    "xgboost",
    "xgboostPredictClassification",
    "xgboostPredictRegression",
]


@method
def abstain(X, Y, threshold, verbose=False, session=None):
    """Leaves out rows whose labels contradict a logistic model that is sure of its answer.

    :param X: n x m features
    :param Y: n x 1 labels 1, 2, ...
    :param threshold: probability of the model's label above which a row with another label is left out
    :param verbose: print how many rows are left out
    :return: Xout: rows of X that are kept
    :return: Yout: their labels

    Method: multiLogReg with intercept and reg 1e-4, then multiLogRegPredict on the same rows.
    """
    return call(
        "abstain",
        [("matrix", "Xout"), ("matrix", "Yout")],
        [
            ("matrix", "X", X),
            ("matrix", "Y", Y),
            ("scalar", "threshold", threshold),
            ("scalar", "verbose", verbose),
        ],
        session,
    )


@method
def adasyn(X, Y, k=2, beta=1.0, dth=0.9, seed=-1, session=None):
    """Makes synthetic rows of the rare one of two classes, more of them where it is hard to learn.

    :param X: n x m features
    :param Y: n x 1 labels 1 or 2
    :param k: number of nearest neighbours
    :param beta: share of the difference between the classes that is made up for; 1 balances them
    :param dth: largest ratio of the rare to the frequent class for which anything is done
    :param seed: seed of the random choices; -1 for fresh ones
    :return: Xp: X with the synthetic rows below
    :return: Yp: their labels

    Method: ADASYN (He et al., 2008): the number of synthetic rows for a rare row grows with the share of frequent rows among its k nearest neighbours; each lies on the line to a random one of its k nearest rare neighbours.
    """
    return call(
        "adasyn",
        [("matrix", "Xp"), ("matrix", "Yp")],
        [
            ("matrix", "X", X),
            ("matrix", "Y", Y),
            ("scalar", "k", k),
            ("scalar", "beta", beta),
            ("scalar", "dth", dth),
            ("scalar", "seed", seed),
        ],
        session,
    )


@method
def als(X, rank=10, regType="L2", reg=1e-6, maxi=50, check=True, thr=1e-4, seed=1342516, verbose=True, session=None):
    """Factorises a matrix with missing cells: X is close to U %*% V where X is not 0.

    :param X: n x m matrix; a cell that is 0 is not known
    :param rank: number of columns of U and rows of V
    :param regType: "L2": every factor is regularised alike; "wL2": by its number of known cells
    :param reg: regularisation constant
    :param maxi: largest number of iterations; each solves for U and for V
    :param check: compute the loss after every iteration and stop when it hardly falls
    :param thr: smallest relative decrease of the loss for which to go on
    :param seed: seed of the first factors
    :param verbose: print the loss of every iteration
    :return: U: n x rank
    :return: V: rank x m

    Method: alsDS for L2 and data of at most a million cells, else alsCG. Both minimise the same loss.
    """
    return call(
        "als",
        [("matrix", "U"), ("matrix", "V")],
        [
            ("matrix", "X", X),
            ("scalar", "rank", rank),
            ("scalar", "regType", regType),
            ("scalar", "reg", reg),
            ("scalar", "maxi", maxi),
            ("scalar", "check", check),
            ("scalar", "thr", thr),
            ("scalar", "seed", seed),
            ("scalar", "verbose", verbose),
        ],
        session,
    )


@method
def alsCG(X, rank=10, regType="L2", reg=1e-6, maxi=50, check=True, thr=1e-4, seed=132521, verbose=True, session=None):
    """Factorises a matrix with missing cells by alternating least squares with conjugate gradients.

    :param X: n x m matrix; a cell that is 0 is not known
    :param rank: number of columns of U and rows of V
    :param regType: "L2": every factor is regularised alike; "wL2": by its number of known cells
    :param reg: regularisation constant
    :param maxi: largest number of iterations; each solves for U and for V
    :param check: compute the loss after every iteration and stop when it hardly falls
    :param thr: smallest relative decrease of the loss for which to go on
    :param seed: seed of the first factors
    :param verbose: print the loss of every iteration
    :return: U: n x rank
    :return: V: rank x m

    Method: minimises sum((X != 0) (X - U V)^2) + reg (sum(U^2) + sum(V^2)), for one factor at a time (Zhou et al., 2008). The rows of a factor are independent least squares problems; conjugate gradients solve all of them at once, each row with its own step. U V is only computed where X is not 0.
    """
    return call(
        "alsCG",
        [("matrix", "U"), ("matrix", "V")],
        [
            ("matrix", "X", X),
            ("scalar", "rank", rank),
            ("scalar", "regType", regType),
            ("scalar", "reg", reg),
            ("scalar", "maxi", maxi),
            ("scalar", "check", check),
            ("scalar", "thr", thr),
            ("scalar", "seed", seed),
            ("scalar", "verbose", verbose),
        ],
        session,
    )


@method
def alsDS(X, rank=10, reg=1e-6, maxi=50, check=False, thr=1e-4, seed=321452, verbose=True, session=None):
    """Factorises a matrix with missing cells by alternating least squares with direct solves.

    :param X: n x m matrix; a cell that is 0 is not known
    :param rank: number of columns of U and rows of V
    :param reg: regularisation constant
    :param maxi: largest number of iterations; each solves for U and for V
    :param check: compute the loss after every iteration and stop when it hardly falls
    :param thr: smallest relative decrease of the loss for which to go on
    :param seed: seed of the first factors
    :param verbose: print the loss of every iteration
    :return: U: n x rank
    :return: V: rank x m

    Method: minimises sum((X != 0) (X - U V)^2) + reg (sum(U^2) + sum(V^2)), for one factor at a time (Zhou et al., 2008). Each row of a factor is the solution of a small linear system; all rows in parallel.
    """
    return call(
        "alsDS",
        [("matrix", "U"), ("matrix", "V")],
        [
            ("matrix", "X", X),
            ("scalar", "rank", rank),
            ("scalar", "reg", reg),
            ("scalar", "maxi", maxi),
            ("scalar", "check", check),
            ("scalar", "thr", thr),
            ("scalar", "seed", seed),
            ("scalar", "verbose", verbose),
        ],
        session,
    )


@method
def alsPredict(userIDs, I, L, R, session=None):
    """Scores of all items for some users, from the factors of als.

    :param userIDs: k x 1 row numbers of users
    :param I: n x m indicator: non-zero for items that are not wanted, as those a user rated already
    :param L: n x r factors of the users (U of als)
    :param R: r x m factors of the items (V of als)
    :return: Y: k x m scores; 0 where I is not 0

    Method: rows of L %*% R.
    """
    return call(
        "alsPredict",
        [("matrix", "Y")],
        [
            ("matrix", "userIDs", userIDs),
            ("matrix", "I", I),
            ("matrix", "L", L),
            ("matrix", "R", R),
        ],
        session,
    )


@method
def alsTopkPredict(userIDs, I, L, R, K=5, session=None):
    """The K best items for some users, from the factors of als.

    :param userIDs: k x 1 row numbers of users
    :param I: n x m indicator: non-zero for items that are not wanted, as those a user rated already
    :param L: n x r factors of the users (U of als)
    :param R: r x m factors of the items (V of als)
    :param K: number of items
    :return: TopIxs: k x K item numbers, best first; 0 where fewer than K items are left
    :return: TopVals: k x K scores; 0 where fewer than K items are left

    Method: the row maximum of the scores of alsPredict, K times.
    """
    return call(
        "alsTopkPredict",
        [("matrix", "TopIxs"), ("matrix", "TopVals")],
        [
            ("matrix", "userIDs", userIDs),
            ("matrix", "I", I),
            ("matrix", "L", L),
            ("matrix", "R", R),
            ("scalar", "K", K),
        ],
        session,
    )


def apply_pipeline(testData, metaData=dml('as.frame("NULL")'), pip=None, applyFunc=None, hp=None, isLastLabel=True, exState=None, iState=None, correctTypos=False, session=None):
    """Cleans a frame with a pipeline that fit_pipeline has fitted.

    :param testData: frame of the columns that fit_pipeline was given
    :param metaData: 3 x m frame, see fit_pipeline; a frame of one cell: as it was there
    :param pip: 1 x p frame of names of functions, see executePipeline
    :param applyFunc: 1 x p frame of names of functions that clean, or NA
    :param hp: hyper-parameters and flags of the functions, see fit_pipeline
    :param isLastLabel: the last column holds labels, which are not cleaned
    :param exState: externalState of fit_pipeline
    :param iState: iState of fit_pipeline
    :param correctTypos: correct typos in columns of categories first, as was done in fit_pipeline
    :return: eXtest: cleaned features

    Method: the codes of the categories and what the functions have learned are those of fit_pipeline; categories that it has not seen are missing.
    """
    return call(
        "apply_pipeline",
        [("matrix", "eXtest")],
        [
            ("frame", "testData", testData),
            ("frame", "metaData", metaData),
            ("frame", "pip", pip),
            ("frame", "applyFunc", applyFunc),
            ("matrix", "hp", hp),
            ("scalar", "isLastLabel", isLastLabel),
            ("list", "exState", exState),
            ("list", "iState", iState),
            ("scalar", "correctTypos", correctTypos),
        ],
        session,
    )


@method
def arima(X, max_func_invoc=1000, p=0, d=0, q=0, P=0, D=0, Q=0, s=1, include_mean=False, solver="jacobi", session=None):
    """Coefficients of a seasonal ARIMA model of a time series.

    :param X: n x 1 values in the order of time
    :param max_func_invoc: most evaluations of the residuals
    :param p: number of autoregressive terms
    :param d: number of differences
    :param q: number of moving average terms
    :param P: number of seasonal autoregressive terms
    :param D: number of seasonal differences
    :param Q: number of seasonal moving average terms
    :param s: length of a season
    :param include_mean: whether the differenced series has a mean other than 0
    :param solver: residuals of moving averages by "jacobi" (all at once, repeatedly) or by "forwardsub" (one after the other)
    :return: best_point: (p + P + q + Q + include_mean) x 1: autoregressive, seasonal autoregressive, moving average, seasonal moving average coefficients, and the mean if included

    Method: least sum of squares of the one-step errors of all rows, given that values and errors before the first row of the differenced series, less its mean, are zero (Box and Jenkins: Time Series Analysis, 1970, chapter 7), found by the method of Levenberg (1944) and Marquardt (1963). Seasonal terms are added to the others: with lag L the model is (1 - a1 L - ... - A1 L^s - ...) (w - mean) = (1 + b1 L + ... + B1 L^s + ...) e
    """
    return call(
        "arima",
        [("matrix", "best_point")],
        [
            ("matrix", "X", X),
            ("scalar", "max_func_invoc", max_func_invoc),
            ("scalar", "p", p),
            ("scalar", "d", d),
            ("scalar", "q", q),
            ("scalar", "P", P),
            ("scalar", "D", D),
            ("scalar", "Q", Q),
            ("scalar", "s", s),
            ("scalar", "include_mean", include_mean),
            ("scalar", "solver", solver),
        ],
        session,
    )


@method
def auc(Y, P, session=None):
    """Area under the ROC curve of a binary classifier.

    :param Y: n x 1 true labels, 1 and 0, or 1 and -1
    :param P: n x 1 scores, larger for rows that are more likely 1
    :return: auc: area: the chance that a random 1 scores higher than a random other one, ties counting one half

    Method: Mann-Whitney statistic from the ranks of the scores, equal scores sharing their mean rank.
    """
    return call(
        "auc",
        [("scalar", "auc")],
        [
            ("matrix", "Y", Y),
            ("matrix", "P", P),
        ],
        session,
    )


@method
def autoencoder_2layer(X, num_hidden1, num_hidden2, max_epochs, full_obj=False, batch_size=256, step=1e-5, decay=0.95, mu=0.9, W1_rand=dml('matrix(0, 0, 0)'), W2_rand=dml('matrix(0, 0, 0)'), W3_rand=dml('matrix(0, 0, 0)'), W4_rand=dml('matrix(0, 0, 0)'), order_rand=dml('matrix(0, 0, 0)'), linear=False, session=None):
    """Trains an autoencoder: a network that compresses rows to few numbers and restores them.

    :param X: n x m data
    :param num_hidden1: number of units of the first and the third layer
    :param num_hidden2: number of units of the middle layer
    :param max_epochs: number of passes over the data
    :param full_obj: print the loss over all data after every epoch
    :param batch_size: number of rows per step
    :param step: step size
    :param decay: factor on the step size after every epoch
    :param mu: momentum
    :param W1_rand: num_hidden1 x m numbers from -1 to 1 that the first weights are made of; 0 x 0 for random ones
    :param W2_rand: num_hidden2 x num_hidden1 numbers from -1 to 1 that the first weights are made of; 0 x 0 for random ones
    :param W3_rand: num_hidden1 x num_hidden2 numbers from -1 to 1 that the first weights are made of; 0 x 0 for random ones
    :param W4_rand: m x num_hidden1 numbers from -1 to 1 that the first weights are made of; 0 x 0 for random ones
    :param order_rand: n x 1 numbers by which the rows are sorted for training; 0 x 0 for a random order
    :param linear: the better network: it takes the columns of X as they are (bring them to a similar scale first, see scale), its last layer is linear, it trains biases, and the numbers W1_rand ... W4_rand are the first weights themselves
    :return: W1: num_hidden1 x m weights of the first layer
    :return: b1: num_hidden1 x 1 biases
    :return: W2: num_hidden2 x num_hidden1 weights of the second layer
    :return: b2: num_hidden2 x 1 biases
    :return: W3: num_hidden1 x num_hidden2 weights of the third layer
    :return: b3: num_hidden1 x 1 biases
    :return: W4: m x num_hidden1 weights of the last layer
    :return: b4: m x 1 biases
    :return: reordered_H: n x num_hidden2 values of the middle layer, rows in the order of X

    Method: four layers with tanh on centred columns, divided by sqrt((sum(x^2) - mean^2 / n) / (n - 1)); half the squared error, averaged over the batch, by stochastic gradient descent with momentum; biases stay 0. The first weights are the given or random numbers times sqrt(6 / (rows + columns)) as by Glorot and Bengio (2010), those of the last layer times sqrt(6 / (num_hidden2 + m)).
    """
    return call(
        "autoencoder_2layer",
        [("matrix", "W1"), ("column", "b1"), ("matrix", "W2"), ("column", "b2"), ("matrix", "W3"), ("column", "b3"), ("matrix", "W4"), ("column", "b4"), ("matrix", "reordered_H")],
        [
            ("matrix", "X", X),
            ("scalar", "num_hidden1", num_hidden1),
            ("scalar", "num_hidden2", num_hidden2),
            ("scalar", "max_epochs", max_epochs),
            ("scalar", "full_obj", full_obj),
            ("scalar", "batch_size", batch_size),
            ("scalar", "step", step),
            ("scalar", "decay", decay),
            ("scalar", "mu", mu),
            ("matrix", "W1_rand", W1_rand),
            ("matrix", "W2_rand", W2_rand),
            ("matrix", "W3_rand", W3_rand),
            ("matrix", "W4_rand", W4_rand),
            ("matrix", "order_rand", order_rand),
            ("scalar", "linear", linear),
        ],
        session,
    )


@method
def bandit(X_train, Y_train, X_test, Y_test, metaList, evaluationFunc, evalFunHp, lp, lpHp, primitives, param, k=3, R=50, baseLineScore=None, cv=None, cvk=2, ref=0.0, seed=-1, enablePruning=False, verbose=True, session=None):
    """Searches pipelines of cleaning functions and their hyper-parameters for those with the best scores.

    :param X_train: n x m features
    :param Y_train: n x 1 labels
    :param X_test: features that are cleaned with what was learned from X_train
    :param Y_test: labels of X_test
    :param metaList: list of mask and fd, see executePipeline
    :param evaluationFunc: name of a function that takes X, Y, Xtest, Ytest, Xorig and evalFunHp, trains on X and Y and returns its score on Xtest and Ytest in the first cell of a matrix; it is given the missing values that a pipeline leaves, and NaN is the least score
    :param evalFunHp: passed on to it
    :param lp: c x p frame, a pipeline of names of functions in each row; NA where it has fewer than p
    :param lpHp: settings of the pipelines that are known already, as in bestHyperparams, with the score baseLineScore; 0 in the first column: none
    :param primitives: frame of names of functions; accepted and ignored: lp names them
    :param param: frame with a row per function: name of the function that cleans test data, or NA; name of the function; number of its parameters, at most 4; five flags, see executePipeline; four columns of defaults of the parameters; a type per parameter, FP, INT or BOOL; the least and the largest value of each
    :param k: number of pipelines to return
    :param R: largest number of settings of the parameters that are tried for a pipeline at once
    :param baseLineScore: score without the pipelines, or with the settings in lpHp
    :param cv: score by cross-validation of X_train; else train on X_train and score on X_test
    :param cvk: number of folds
    :param ref: score at which the search ends, 0: none
    :param seed: seed of the random settings, -1: another one in each call
    :param enablePruning: accepted and ignored: every setting is scored
    :param verbose: print the rounds
    :return: bestPipeline: at most k rows of lp, the best score first
    :return: bestHyperparams: their settings: number of cells, then p parts of equal size, one per function, see fit_pipeline
    :return: bestAccuracy: their scores
    :return: applyFunc: frame of the names of the functions that clean test data, as bestPipeline

    Method: brackets of successive halving as in Hyperband (Li et al. 2018): bracket s starts with R / 2^s settings of every pipeline, then s times halves the number of pipelines and doubles that of the settings. The first setting consists of the defaults, the others are random.
    """
    return call(
        "bandit",
        [("frame", "bestPipeline"), ("matrix", "bestHyperparams"), ("matrix", "bestAccuracy"), ("frame", "applyFunc")],
        [
            ("matrix", "X_train", X_train),
            ("matrix", "Y_train", Y_train),
            ("matrix", "X_test", X_test),
            ("matrix", "Y_test", Y_test),
            ("list", "metaList", metaList),
            ("scalar", "evaluationFunc", evaluationFunc),
            ("matrix", "evalFunHp", evalFunHp),
            ("frame", "lp", lp),
            ("matrix", "lpHp", lpHp),
            ("frame", "primitives", primitives),
            ("frame", "param", param),
            ("scalar", "k", k),
            ("scalar", "R", R),
            ("scalar", "baseLineScore", baseLineScore),
            ("scalar", "cv", cv),
            ("scalar", "cvk", cvk),
            ("scalar", "ref", ref),
            ("scalar", "seed", seed),
            ("scalar", "enablePruning", enablePruning),
            ("scalar", "verbose", verbose),
        ],
        session,
    )


@method
def bivar(X, S1, S2, T1, T2, verbose, session=None):
    """Bivariate statistics between two sets of columns of X.

    :param X: n x m matrix; nominal and ordinal columns hold codes 1, 2, ...
    :param S1: 1 x p column numbers of the first set
    :param S2: 1 x q column numbers of the second set
    :param T1: 1 x p kinds of the columns of S1: 1 scale, 2 nominal, 3 ordinal
    :param T2: 1 x q kinds of the columns of S2
    :param verbose: print the number of pairs of each kind
    :return: scale_scale: 6 rows: both column numbers, Pearson's correlation, covariance, standard deviations
    :return: nominal_scale: 11 rows, for pairs of a scale and another column: both column numbers, eta, F statistic, its p-value, sums of squares between and within groups, both degrees of freedom, mean squares between and within groups
    :return: nominal_nominal: 6 rows, for pairs without a scale column: both column numbers, chi-squared statistic, degrees of freedom, p-value, Cramer's V
    :return: ordinal_ordinal: 3 rows, for pairs of ordinal columns: both column numbers, Spearman's rank correlation Each has one column per pair, first columns of S1 with all of S2, and so on; a single column of 0 if there is no such pair.

    Method: Pearson correlation, one-way analysis of variance, chi-squared test of independence, rank correlation with mean ranks for ties. All pairs are computed in parallel.
    """
    return call(
        "bivar",
        [("matrix", "scale_scale"), ("matrix", "nominal_scale"), ("matrix", "nominal_nominal"), ("matrix", "ordinal_ordinal")],
        [
            ("matrix", "X", X),
            ("matrix", "S1", S1),
            ("matrix", "S2", S2),
            ("matrix", "T1", T1),
            ("matrix", "T2", T2),
            ("scalar", "verbose", verbose),
        ],
        session,
    )


@method
def coefficientTable(X, B, error, df=0.0, session=None):
    """The table of coefficients that lmSummary and glmSummary give.

    :param X: n x m features, whose names the table shows; columns without names are called C1, C2, ...
    :param B: coefficients; with an intercept, a last row for it
    :param error: standard errors of the coefficients
    :param df: degrees of freedom of Student's t distribution; 0: the normal distribution
    :return: table: a row for each coefficient, the intercept first: term, estimate, std_error, t (or z), p

    Method: Wald tests; p is the probability of a ratio at least as far from 0.
    """
    return call(
        "coefficientTable",
        [("frame", "table")],
        [
            ("matrix", "X", X),
            ("matrix", "B", B),
            ("matrix", "error", error),
            ("scalar", "df", df),
        ],
        session,
    )


@method
def components(G, maxi=0, verbose=True, session=None):
    """Connected components of an undirected graph.

    :param G: n x n symmetric matrix, non-zero where there is an edge
    :param maxi: largest number of iterations; 0 for no limit
    :param verbose: print how many labels change in each iteration
    :return: C: n x 1 largest node number of the component of each node

    Method: every node repeatedly takes the largest label among itself and its neighbours, and then the label of the node its label names, which halves long paths. Memory is that of G.
    """
    return call(
        "components",
        [("column", "C")],
        [
            ("matrix", "G", G),
            ("scalar", "maxi", maxi),
            ("scalar", "verbose", verbose),
        ],
        session,
    )


@method
def confusionMatrix(P, Y, session=None):
    """Counts how often each class was predicted for each true class.

    :param P: n x 1 predicted labels 1 ... k
    :param Y: n x 1 true labels 1 ... k
    :return: confusionSum: k x k counts; row: prediction, column: truth
    :return: confusionAvg: k x k shares of the predictions among the rows of each true class; columns of classes that do not occur are 0

    Method: contingency table.
    """
    return call(
        "confusionMatrix",
        [("matrix", "confusionSum"), ("matrix", "confusionAvg")],
        [
            ("matrix", "P", P),
            ("matrix", "Y", Y),
        ],
        session,
    )


@method
def cor(X, session=None):
    """Pearson correlations between all pairs of columns.

    :param X: n x m matrix
    :return: Y: m x m matrix of correlations; NaN for constant columns

    Method: covariance divided by both standard deviations. Data with few non-zeros in every column is not centered: then mean^2 is at most a quarter of the mean square and subtracting it afterwards is as accurate, and X stays sparse.
    """
    return call(
        "cor",
        [("matrix", "Y")],
        [
            ("matrix", "X", X),
        ],
        session,
    )


def correctTypos(strings, frequency_threshold=0.05, distance_threshold=2, is_verbose=False, session=None):
    """Replaces rare words by frequent ones that are spelled almost alike.

    :param strings: n x 1 frame of words
    :param frequency_threshold: share of the rows below which a word is rare
    :param distance_threshold: most edits between a rare word and the frequent one that replaces it
    :param is_verbose: print the number of different words and of those that are replaced
    :return: Y: n x 1 frame of words in small letters, with replacements
    :return: frequency_threshold: as given, for correctTyposApply
    :return: distance_threshold: as given, for correctTyposApply
    :return: distance_matrix: d x d edits between the words of dict; 42000 for a word and itself, and for words that are farther apart than the threshold or differ as much in length
    :return: dict: d x 2 frame: the different words in the order in which they occur, and how often

    Method: edit distance with swaps of neighbours (Damerau 1964). Of several frequent words the nearest is taken, then the most frequent, then the first in dict.
    """
    return call(
        "correctTypos",
        [("frame", "Y"), ("scalar", "frequency_threshold"), ("scalar", "distance_threshold"), ("matrix", "distance_matrix"), ("frame", "dict")],
        [
            ("frame", "strings", strings),
            ("scalar", "frequency_threshold", frequency_threshold),
            ("scalar", "distance_threshold", distance_threshold),
            ("scalar", "is_verbose", is_verbose),
        ],
        session,
    )


def correctTyposApply(strings, frequency_threshold=0.05, distance_threshold=2, distance_matrix=None, dict=None, session=None):
    """Replaces rare words by frequent ones that correctTypos has seen.

    :param strings: n x 1 frame of words
    :param frequency_threshold: share of the rows below which a word of dict is rare
    :param distance_threshold: most edits between a rare word and the frequent one that replaces it
    :param distance_matrix: d x d edits between the words of dict, from correctTypos
    :param dict: d x 2 frame of words and how often they occur, from correctTypos
    :return: Y: n x 1 frame of words in small letters, with replacements; words that are not in dict stay

    Method: of the frequent words the nearest is taken, then the most frequent, then the first in dict.
    """
    return call(
        "correctTyposApply",
        [("frame", "Y")],
        [
            ("frame", "strings", strings),
            ("scalar", "frequency_threshold", frequency_threshold),
            ("scalar", "distance_threshold", distance_threshold),
            ("matrix", "distance_matrix", distance_matrix),
            ("frame", "dict", dict),
        ],
        session,
    )


@method
def cox(X, TE, F, R, alpha=0.05, tol=1e-6, moi=100, mii=0, session=None):
    """Cox regression: proportional hazards, the coefficients that maximise the partial likelihood.

    :param X: n x m data
    :param TE: positions in X of the time and of the event (1: happened, 0: censored); with the time only, all rows are events
    :param F: positions in X of the features
    :param R: baselines of categorical features that are given as columns of ones and zeros: a column of positions in X to leave out; or two columns, first and last position of each such feature, whose most frequent category is left out; 0 or empty: none
    :param alpha: confidence intervals have level 1 - alpha
    :param tol: stop when the expected improvement is below tol^2 of the first log-likelihood
    :param moi: most Newton steps
    :param mii: most times that a step is halved, 0 for 30
    :return: M: a row per feature: coefficient, its exponential, standard error, z-value, p-value, lower and upper bound of the coefficient
    :return: S: 6 x 1: rows, events, log-likelihood, AIC, R2 (Cox and Snell), largest possible R2
    :return: T: 3 x 3: statistic, degrees of freedom and p-value of the Wald, likelihood ratio and score tests
    :return: COV: covariance of the coefficients
    :return: RT: n x 1 times of XO as numbers 1, 2, ...
    :return: XO: the columns time, event and features of X, rows sorted by time

    Method: Newton's method on the partial likelihood, ties after Breslow (Cox 1972; Breslow 1974). The sums over risk sets are running sums over the distinct times.
    """
    return call(
        "cox",
        [("matrix", "M"), ("column", "S"), ("matrix", "T"), ("matrix", "COV"), ("column", "RT"), ("matrix", "XO")],
        [
            ("matrix", "X", X),
            ("matrix", "TE", TE),
            ("matrix", "F", F),
            ("matrix", "R", R),
            ("scalar", "alpha", alpha),
            ("scalar", "tol", tol),
            ("scalar", "moi", moi),
            ("scalar", "mii", mii),
        ],
        session,
    )


@method
def crossV(X, y, k=5, train=None, predict=None, trainArgs=dml('list()'), dataArgs=dml('list()'), predictArgs=dml('list()'), seed=-1, session=None):
    """Losses of a model in cross validation.

    :param X: n x m features
    :param y: n x 1 targets
    :param k: number of folds
    :param train: name of the function that trains: its first result is the model
    :param predict: name of the function that judges: called with features, targets and model, it returns the loss as a number or a 1 x 1 matrix; or predictions, one per target, and then the loss is their mean squared error
    :param trainArgs: named list of the arguments of train. If empty, the arguments of lm
    :param dataArgs: names of features and targets in trainArgs; if empty, "X" and "y"
    :param predictArgs: arguments of predict in front of the model, features and targets first; if empty, X and y
    :param seed: of the order of the rows; -1: they stay in order
    :return: losses: k x 1 loss on each fold of the model trained on the others

    Method: fold i consists of the rows i, i + k, i + 2 k, ... (Stone 1974); the folds run in parallel.
    """
    return call(
        "crossV",
        [("column", "losses")],
        [
            ("matrix", "X", X),
            ("matrix", "y", y),
            ("scalar", "k", k),
            ("scalar", "train", train),
            ("scalar", "predict", predict),
            ("list", "trainArgs", trainArgs),
            ("list", "dataArgs", dataArgs),
            ("list", "predictArgs", predictArgs),
            ("scalar", "seed", seed),
        ],
        session,
    )


@method
def cspline(X, Y, inp_x, mode="DS", tol=-1.0, maxi=-1, session=None):
    """Value of the natural cubic spline through given points.

    :param X: n x 1 ascending positions
    :param Y: n x 1 values at these positions
    :param inp_x: where the spline is evaluated, between the first and the last position
    :param mode: "DS": direct solution; "CG": conjugate gradients
    :param tol: CG: stop when the residual is below tol times the first one; negative: 1e-6
    :param maxi: CG: most iterations; 0 or negative: n
    :return: pred_Y: 1 x 1 value of the spline
    :return: K: n x 1 slopes of the spline at the positions

    Method: the slopes solve the tridiagonal system of a spline whose second derivative is continuous and zero at both ends (de Boor: A Practical Guide to Splines, 1978, chapter IV).
    """
    return call(
        "cspline",
        [("column", "pred_Y"), ("column", "K")],
        [
            ("matrix", "X", X),
            ("matrix", "Y", Y),
            ("scalar", "inp_x", inp_x),
            ("scalar", "mode", mode),
            ("scalar", "tol", tol),
            ("scalar", "maxi", maxi),
        ],
        session,
    )


@method
def csplineCG(X, Y, inp_x, tol=0.000001, maxi=0, session=None):
    """Value of the natural cubic spline through given points, for many points.

    :param X: n x 1 ascending positions
    :param Y: n x 1 values at these positions
    :param inp_x: where the spline is evaluated, between the first and the last position
    :param tol: stop when the residual is below tol times the first one
    :param maxi: most iterations; 0: n
    :return: pred_Y: 1 x 1 value of the spline
    :return: K: n x 1 slopes of the spline at the positions

    Method: as csplineDS, with conjugate gradients (Hestenes and Stiefel 1952): the system is symmetric and diagonally dominant, so a few iterations do.
    """
    return call(
        "csplineCG",
        [("column", "pred_Y"), ("column", "K")],
        [
            ("matrix", "X", X),
            ("matrix", "Y", Y),
            ("scalar", "inp_x", inp_x),
            ("scalar", "tol", tol),
            ("scalar", "maxi", maxi),
        ],
        session,
    )


@method
def csplineDS(X, Y, inp_x, session=None):
    """Value of the natural cubic spline through given points.

    :param X: n x 1 ascending positions
    :param Y: n x 1 values at these positions
    :param inp_x: where the spline is evaluated, between the first and the last position
    :return: pred_Y: 1 x 1 value of the spline
    :return: K: n x 1 slopes of the spline at the positions

    Method: the slopes solve the tridiagonal system of a spline whose second derivative is continuous and zero at both ends (de Boor: A Practical Guide to Splines, 1978, chapter IV), directly.
    """
    return call(
        "csplineDS",
        [("column", "pred_Y"), ("column", "K")],
        [
            ("matrix", "X", X),
            ("matrix", "Y", Y),
            ("scalar", "inp_x", inp_x),
        ],
        session,
    )


@method
def cvlm(X, y, k, icpt=0, reg=1e-7, session=None):
    """Cross-validated linear regression: every row is predicted by a model fitted without its fold.

    :param X: n x m features
    :param y: n x 1 targets
    :param k: number of folds, 2 to n; a fold is a range of rows
    :param icpt: as for lm
    :param reg: as for lm
    :return: y_predict: n x 1 predictions
    :return: allbeta: k x (m or m+1), row i: the coefficients fitted without fold i

    Method: k fits by lm on the rows outside of a fold, independently.
    """
    return call(
        "cvlm",
        [("column", "y_predict"), ("matrix", "allbeta")],
        [
            ("matrix", "X", X),
            ("matrix", "y", y),
            ("scalar", "k", k),
            ("scalar", "icpt", icpt),
            ("scalar", "reg", reg),
        ],
        session,
    )


@method
def dbscan(X, eps=0.5, minPts=5, session=None):
    """Clusters the rows of X by density: points with many neighbours, and what they reach.

    :param X: n x m data, one row per point
    :param eps: distance up to which points are neighbours
    :param minPts: number of neighbours, itself included, that makes a point a core point
    :return: clusterMembers: n x 1 clusters, each named by the number of its last row; 0 for noise
    :return: clusterModel: c x m points of the clusters, for dbscanApply

    Method: Ester et al. (1996): the clusters are the connected components of the core points; a neighbour of core points that is none itself joins the cluster of one of them.
    """
    return call(
        "dbscan",
        [("column", "clusterMembers"), ("matrix", "clusterModel")],
        [
            ("matrix", "X", X),
            ("scalar", "eps", eps),
            ("scalar", "minPts", minPts),
        ],
        session,
    )


@method
def dbscanApply(X, clusterModel, eps, session=None):
    """Finds the rows of X that belong to the clusters that dbscan found on other data.

    :param X: n x m data, one row per point
    :param clusterModel: c x m points of the clusters, from dbscan
    :param eps: distance up to which a point belongs to the cluster of another one
    :return: cluster: a 1 for each row that belongs to a cluster
    :return: outlierPoints: n x 1 indicator: 1 for rows that belong to a cluster, 0 for outliers

    Method: distance to the nearest point of the clusters.
    """
    return call(
        "dbscanApply",
        [("matrix", "cluster"), ("column", "outlierPoints")],
        [
            ("matrix", "X", X),
            ("matrix", "clusterModel", clusterModel),
            ("scalar", "eps", eps),
        ],
        session,
    )


@method
def decisionTree(X, y, ctypes, max_depth=0, min_leaf=0, min_split=0, max_features=0.0, max_values=1.0, max_dataratio=0.25, impurity="gini", seed=-1, verbose=False, session=None):
    """Decision tree for classification or regression.

    :param X: n x m features, categories recoded to numbers; missing values (NaN) count as larger than all others
    :param y: n x 1 classes 1, 2, ... or numeric targets
    :param ctypes: 1 x (m+1) kind of each feature and, last, of y: 1 numeric, 2 categorical
    :param max_depth: the tree has at most max_depth - 1 levels, the root included; 0: 17, for 100,000 rows or more 10
    :param min_leaf: fewest rows of a leaf; 0: 1, of 100,000 rows or more 20
    :param min_split: fewest rows of a node that is split; 0: 2, of 100,000 rows or more 50
    :param max_features: each node looks at ceil(m^max_features) random features; 0: all, of 100,000 rows or more ceil(sqrt(m))
    :param max_values: a numeric feature of v values is split at ceil(v^max_values) of them at most, and at no more than 1,024; a categorical one at any of its levels
    :param max_dataratio: accepted and ignored: rows are never copied
    :param impurity: "gini" or "entropy" for classes; numeric targets have the variance
    :param seed: of the random features; -1: another one each time
    :param verbose: print the number of levels
    :return: M: 1 x 2(2^d-1) tree of d levels: a pair for each node in heap order (the children of node i are 2i and 2i+1). A split is (feature, value): rows with at most that value go to node 2i, whatever the kind of the feature, all others and those without a value to node 2i+1. A leaf is (0, class or mean). Places without a node are (0, 0).

    Method: CART (Breiman, Friedman, Olshen, Stone, 1984) on histograms of binned features. Of equal splits the one of the last feature and the largest value is taken, of equally frequent classes the largest.
    """
    return call(
        "decisionTree",
        [("matrix", "M")],
        [
            ("matrix", "X", X),
            ("matrix", "y", y),
            ("matrix", "ctypes", ctypes),
            ("scalar", "max_depth", max_depth),
            ("scalar", "min_leaf", min_leaf),
            ("scalar", "min_split", min_split),
            ("scalar", "max_features", max_features),
            ("scalar", "max_values", max_values),
            ("scalar", "max_dataratio", max_dataratio),
            ("scalar", "impurity", impurity),
            ("scalar", "seed", seed),
            ("scalar", "verbose", verbose),
        ],
        session,
    )


@method
def decisionTreePredict(X, y=dml('matrix(0, 0, 0)'), ctypes=None, M=None, strategy="TT", verbose=False, session=None):
    """Classes or values that a decision tree predicts.

    :param X: n x m features
    :param y: n x 1 true targets, for printed statistics; leave it out if there are none
    :param ctypes: 1 x (m+1) kind of each feature and, last, of y: 1 numeric, 2 categorical
    :param M: tree of decisionTree
    :param strategy: "TT" or "GEMM"; both are the same here
    :param verbose: print accuracy or mean squared error if y is given
    :return: yhat: n x 1 predictions

    Method: each row goes down the tree, to the left where its cell is at most the value of the node.
    """
    return call(
        "decisionTreePredict",
        [("column", "yhat")],
        [
            ("matrix", "X", X),
            ("matrix", "y", y),
            ("matrix", "ctypes", ctypes),
            ("matrix", "M", M),
            ("scalar", "strategy", strategy),
            ("scalar", "verbose", verbose),
        ],
        session,
    )


@method
def deepWalk(Graph, w, d, gamma, t, alpha=0.025, beta=0.9, session=None):
    """Embeds the vertices of a graph such that vertices that occur near each other on random walks lie near each other.

    :param Graph: n x n weights of edges, not negative; 0 for no edge
    :param w: window: how far apart on a walk two vertices are still neighbours
    :param d: number of dimensions of the embedding
    :param gamma: number of walks from each vertex
    :param t: number of vertices of a walk
    :param alpha: learning rate at the start
    :param beta: share by which the learning rate falls until the last walk, below 1
    :return: Phi: n x d embedding

    Method: DeepWalk (Perozzi, Al-Rfou, Skiena, 2014): skip-gram with hierarchical softmax over a balanced tree of the vertices. Walks start from all vertices at once; pairs at the same place of these walks make one step of gradient ascent.
    """
    return call(
        "deepWalk",
        [("matrix", "Phi")],
        [
            ("matrix", "Graph", Graph),
            ("scalar", "w", w),
            ("scalar", "d", d),
            ("scalar", "gamma", gamma),
            ("scalar", "t", t),
            ("scalar", "alpha", alpha),
            ("scalar", "beta", beta),
        ],
        session,
    )


def denialConstraints(dataFrame, constraintsFrame, session=None):
    """Finds the rows of a frame that are excluded by constraints.

    :param dataFrame: frame whose first row holds the names of its columns
    :param constraintsFrame: frame of 8 columns whose first row holds their names, then a row per constraint: number, kind, group.by (TRUE or FALSE), group.variable and group.option (the constraint holds only for rows where this column has this value), variable1, relation, variable2
    :return: WrongInstances: k x 2: row of the data (1 for the one behind the names) and constraint (1 for the first) that denies it, ordered by row; a single row of zeros if there is none

    Method: a kind is "variableCompare" (cells of variable1 and variable2 of a row stand in the relation <, > or =), "valueCompare" (variable2 is a value) or "instanceCompare" (two rows that follow each other in the order of variable1 have the smaller variable1 with the larger variable2; relation <> or ><). What stands in the relation is denied. Constraints on columns that are not there are reported and passed over.
    """
    return call(
        "denialConstraints",
        [("matrix", "WrongInstances")],
        [
            ("frame", "dataFrame", dataFrame),
            ("frame", "constraintsFrame", constraintsFrame),
        ],
        session,
    )


@method
def differenceStatistics(X, Y, session=None):
    """Prints how much two matrices differ: errors, their quantiles, and standard deviations.

    :param X: n x m matrix, the reference
    :param Y: n x m matrix to compare with X

    Method: see mse, rmse, nrmse, mae, mape, smape, msmape, psnr and skewness.
    """
    return call(
        "differenceStatistics",
        [],
        [
            ("matrix", "X", X),
            ("matrix", "Y", Y),
        ],
        session,
    )


@method
def discoverFD(X, Mask, threshold, session=None):
    """Finds columns of codes that determine others.

    :param X: n x m matrix of codes 1, 2, ...
    :param Mask: 1 x m: 1 for columns to look at, else 0
    :param threshold: smallest share for which a dependency counts
    :return: FD: k x k matrix for the k columns that mask names: cell i, j is the share of the rows in which the j-th of them has the most frequent of its values for the value of the i-th; 0 below threshold

    Method: contingency tables of all pairs, in parallel.
    """
    return call(
        "discoverFD",
        [("matrix", "FD")],
        [
            ("matrix", "X", X),
            ("matrix", "Mask", Mask),
            ("scalar", "threshold", threshold),
        ],
        session,
    )


@method
def dist(X, session=None):
    """Euclidean distances between all pairs of rows.

    :param X: n x m matrix
    :return: Y: n x n symmetric matrix of distances

    Method: |a - b|^2 = |a|^2 + |b|^2 - 2 a.b; what rounding makes negative is 0.
    """
    return call(
        "dist",
        [("matrix", "Y")],
        [
            ("matrix", "X", X),
        ],
        session,
    )


def dmv(X, threshold=0.8, replace="NA", session=None):
    """Finds disguised missing values, texts that look unlike the others of their column, and replaces them.

    :param X: frame
    :param threshold: share of the rows above which a pattern is that of the column
    :param replace: what takes the place of texts of another pattern
    :return: Y: the frame with the replacements; columns without a pattern of their own stay as they are, missing cells too

    Method: patterns of letters and digits (after Qahtan et al.: FAHES, KDD 2018). Three kinds are tried, until the most frequent pattern of one has more than the threshold: small letters, capitals and digits, with the lengths of their runs; the same without lengths; letters and blanks in any mixture, and digits, without lengths.
    """
    return call(
        "dmv",
        [("frame", "Y")],
        [
            ("frame", "X", X),
            ("scalar", "threshold", threshold),
            ("scalar", "replace", replace),
        ],
        session,
    )


def ema(X, search_iterations, mode, freq, alpha, beta, gamma, session=None):
    """Smooths time series exponentially, and bridges their missing values.

    :param X: n x m frame of series, one per column; missing cells and NaN are missing
    :param search_iterations: accepted and ignored: the constants are used as they are given
    :param mode: "single" for a level, "double" with a trend, "triple" with a trend and seasons
    :param freq: length of a season, for "triple"
    :param alpha: weight of the newest value in the level, between 0 and 1
    :param beta: weight of the newest change in the trend, between 0 and 1
    :param gamma: weight of the newest value in the season, between 0 and 1
    :return: Y: n x m frame: levels of "single"; for the others the sum of level, trend and season after each value, and the first values (of "triple" the first season) as they are

    Method: exponential smoothing (Brown 1959), Holt's linear trend (1957), Winters' additive seasons (1960). In place of a missing value its forecast is used, so that level and trend go on.
    """
    return call(
        "ema",
        [("frame", "Y")],
        [
            ("frame", "X", X),
            ("scalar", "search_iterations", search_iterations),
            ("scalar", "mode", mode),
            ("scalar", "freq", freq),
            ("scalar", "alpha", alpha),
            ("scalar", "beta", beta),
            ("scalar", "gamma", gamma),
        ],
        session,
    )


def executePipeline(pipeline, Xtrain, Ytrain, Xtest, Ytest, metaList, hyperParameters, hpForPruning=dml('as.matrix(0)'), changesByOp=dml('as.matrix(0)'), flagsCount=None, test=False, verbose=None, startInd=None, endInd=None, session=None):
    """Runs a sequence of library functions that clean data.

    :param pipeline: 1 x p frame of names of functions, such as imputeByMean or winsorize; NA: does nothing
    :param Xtrain: n x m features to clean
    :param Ytrain: n x 1 labels
    :param Xtest: features to clean in the same way, with what was learned from Xtrain
    :param Ytest: labels of Xtest
    :param metaList: list of mask, a 1 x m matrix with 1 for columns of categories; fd, a matrix for functions that ask for it; applyFunc, a 1 x p frame of names of functions that clean Xtest, or NA
    :param hyperParameters: p x w matrix, a row per function: number of its parameters, the parameters, zeros up to the flags, and in the last flagsCount columns the flags: whether the function takes fd, mask, labels and verbose, and which columns it is given: 0 those of numbers, 1 those of categories, 2 all
    :param hpForPruning: 1 x p matrix; 1 x 1: changes of Xtest are not counted
    :param changesByOp: 1 x p matrix
    :param flagsCount: number of flags, 4 or 5; with 4 there is none for fd
    :param test: accepted and ignored: Xtest is cleaned in any case
    :param verbose: print the names of the functions
    :param startInd: number of the first function to run
    :param endInd: number of the last
    :return: Xtrain: cleaned features
    :return: Ytrain: their labels; functions that drop or add rows change them too
    :return: Xtest: cleaned features
    :return: Ytest: as given
    :return: t2: milliseconds that it took
    :return: hpForPruning: as given; for outlierBySd and outlierByIQR their first parameter, if changes are counted
    :return: changesByOp: as given; for outlierBySd and outlierByIQR the number of cells of Xtest that they have changed, if changes are counted
    :return: changesAll: number of cells of Xtest that have changed, if changes are counted; else 0
    :return: internalStates: list with, for each function that ran, a list of what it has learned: its results behind the features and labels

    Method: a function is called with the features, then labels, fd and mask if it takes them, the parameters, and verbose; the function for Xtest with the features, labels, and what was learned.
    """
    return call(
        "executePipeline",
        [("matrix", "Xtrain"), ("matrix", "Ytrain"), ("matrix", "Xtest"), ("matrix", "Ytest"), ("scalar", "t2"), ("matrix", "hpForPruning"), ("matrix", "changesByOp"), ("scalar", "changesAll"), ("list", "internalStates")],
        [
            ("frame", "pipeline", pipeline),
            ("matrix", "Xtrain", Xtrain),
            ("matrix", "Ytrain", Ytrain),
            ("matrix", "Xtest", Xtest),
            ("matrix", "Ytest", Ytest),
            ("list", "metaList", metaList),
            ("matrix", "hyperParameters", hyperParameters),
            ("matrix", "hpForPruning", hpForPruning),
            ("matrix", "changesByOp", changesByOp),
            ("scalar", "flagsCount", flagsCount),
            ("scalar", "test", test),
            ("scalar", "verbose", verbose),
            ("scalar", "startInd", startInd),
            ("scalar", "endInd", endInd),
        ],
        session,
    )


@method
def f1Score(P, Y, session=None):
    """Harmonic mean of precision and recall of a binary classifier.

    :param P: n x 1 predicted labels, 1 (positive) or 2
    :param Y: n x 1 true labels, 1 or 2
    :return: score: 2 TP / (2 TP + FP + FN); 0 if no row is positive in P or Y

    Method: counts of true positives (TP), false positives (FP) and false negatives (FN).
    """
    return call(
        "f1Score",
        [("scalar", "score")],
        [
            ("matrix", "P", P),
            ("matrix", "Y", Y),
        ],
        session,
    )


@method
def fdr(P, Y, session=None):
    """False discovery rates of a classifier: the share of wrong rows among those predicted to be in a class.

    :param P: n x 1 predicted labels 1, 2, ...
    :param Y: n x 1 true labels 1, 2, ...
    :return: FDR: k x 1, k being the largest label: wrong rows / rows predicted for each class; NaN if there are none

    Method: counts.
    """
    return call(
        "fdr",
        [("column", "FDR")],
        [
            ("matrix", "P", P),
            ("matrix", "Y", Y),
        ],
        session,
    )


def ffPredict(model, X, batch_size=128, session=None):
    """Predictions of a network that ffTrain trained.

    :param model: list from ffTrain
    :param X: n x m features
    :param batch_size: number of rows that are computed at once
    :return: pred: n x k outputs

    Method: forward pass.
    """
    return call(
        "ffPredict",
        [("matrix", "pred")],
        [
            ("list", "model", model),
            ("matrix", "X", X),
            ("scalar", "batch_size", batch_size),
        ],
        session,
    )


@method
def ffTrain(X, Y, batch_size=64, epochs=20, learning_rate=0.003, out_activation=None, loss_fcn=None, shuffle=False, validation_split=0.0, seed=-1, verbose=False, session=None):
    """Trains a small feed-forward network.

    :param X: n x m features
    :param Y: n x k targets: numbers, or one-hot rows for "softmax"
    :param batch_size: number of rows per step
    :param epochs: number of passes over the data
    :param learning_rate: step size of the optimizer
    :param out_activation: function of the last layer: "sigmoid", "relu", "lrelu", "tanh", "softmax", "linear" or "logits", which is the same as linear
    :param loss_fcn: "l1", "l2", "logcosh_loss", "log_loss" (for outputs between 0 and 1) or "cel" (for softmax)
    :param shuffle: bring the rows into a random order first
    :param validation_split: share of the rows, the last ones, that is not trained on but judged after every epoch
    :param seed: seed of weights and order; -1 for fresh ones
    :param verbose: print the losses of every epoch
    :return: model: named list: W1, b1, W2, b2 and activation, for ffPredict

    Method: one hidden layer of 128 units with relu; He initialization (He et al., 2015); mini-batches with Adam (Kingma and Ba, 2015).
    """
    return call(
        "ffTrain",
        [("list", "model")],
        [
            ("matrix", "X", X),
            ("matrix", "Y", Y),
            ("scalar", "batch_size", batch_size),
            ("scalar", "epochs", epochs),
            ("scalar", "learning_rate", learning_rate),
            ("scalar", "out_activation", out_activation),
            ("scalar", "loss_fcn", loss_fcn),
            ("scalar", "shuffle", shuffle),
            ("scalar", "validation_split", validation_split),
            ("scalar", "seed", seed),
            ("scalar", "verbose", verbose),
        ],
        session,
    )


def fit_pipeline(trainData, testData, metaData=dml('as.frame("NULL")'), pip=None, applyFunc=None, hp=None, cvk=3, evaluationFunc=None, evalFunHp=None, isLastLabel=True, correctTypos=False, allCombinations=False, session=None):
    """Fits a pipeline of cleaning functions to a frame, and tells what it brings.

    :param trainData: n x m frame
    :param testData: frame of the same columns
    :param metaData: 3 x m frame: types of the columns; 1 for columns of categories, else 0; 1 for columns with functional dependencies, else 0. A frame of one cell: columns of texts are categories
    :param pip: 1 x p frame of names of functions, see executePipeline
    :param applyFunc: 1 x p frame of names of functions for the test data, or NA
    :param hp: a row: the number p w, then the p w hyper-parameters and flags of the functions, w for each, see executePipeline; 5 flags. Further cells are not used
    :param cvk: number of folds of the cross-validation
    :param evaluationFunc: name of a function that takes X, Y, Xtest, Ytest, Xorig and evalFunHp, trains on X and Y and returns its score on Xtest and Ytest in the first cell of a matrix
    :param evalFunHp: passed on to it
    :param isLastLabel: the last column holds labels; else all columns are features, and labels are 1
    :param correctTypos: correct typos in columns of categories first
    :param allCombinations: accepted and ignored
    :return: scores: 1 x 3: score on the test data without cleaning (categories as dummy columns, missing values are 1), mean score of the folds, score on the cleaned test data
    :return: cleanTrain: cleaned training data; the last column holds labels
    :return: cleanTest: cleaned test data; the last column holds labels
    :return: externalState: list for apply_pipeline: codes of the categories, and what correctTypos has seen
    :return: iState: list for apply_pipeline: what the functions have learned

    Method: categories are recoded, then executePipeline. A fold holds rows that follow each other.
    """
    return call(
        "fit_pipeline",
        [("matrix", "scores"), ("matrix", "cleanTrain"), ("matrix", "cleanTest"), ("list", "externalState"), ("list", "iState")],
        [
            ("frame", "trainData", trainData),
            ("frame", "testData", testData),
            ("frame", "metaData", metaData),
            ("frame", "pip", pip),
            ("frame", "applyFunc", applyFunc),
            ("matrix", "hp", hp),
            ("scalar", "cvk", cvk),
            ("scalar", "evaluationFunc", evaluationFunc),
            ("matrix", "evalFunHp", evalFunHp),
            ("scalar", "isLastLabel", isLastLabel),
            ("scalar", "correctTypos", correctTypos),
            ("scalar", "allCombinations", allCombinations),
        ],
        session,
    )


def fixInvalidLengths(F1, mask, ql=0.05, qu=0.99, session=None):
    """Repairs texts of unusual length: swaps two cells of a row that got into each other's columns, and empties a single one.

    :param F1: frame
    :param mask: 1 x ncol(F1): 1 for columns to look at, else 0
    :param ql: quantile of the lengths of a column below which a text is too short
    :param qu: quantile above which it is too long
    :return: X: repaired frame
    :return: mask: as given, for fixInvalidLengthsApply
    :return: qLow: 1 x ncol(F1) smallest lengths; 0 for other columns
    :return: qUp: 1 x ncol(F1) largest lengths; 0 for other columns

    Method: quantiles of the lengths, then fixInvalidLengthsApply.
    """
    return call(
        "fixInvalidLengths",
        [("frame", "X"), ("matrix", "mask"), ("matrix", "qLow"), ("matrix", "qUp")],
        [
            ("frame", "F1", F1),
            ("matrix", "mask", mask),
            ("scalar", "ql", ql),
            ("scalar", "qu", qu),
        ],
        session,
    )


def fixInvalidLengthsApply(X, mask, qLow, qUp, session=None):
    """Repairs texts whose length is not between given bounds.

    :param X: frame
    :param mask: 1 x ncol(X): 1 for columns to look at, else 0
    :param qLow: 1 x ncol(X) smallest lengths, from fixInvalidLengths
    :param qUp: 1 x ncol(X) largest lengths, from fixInvalidLengths
    :return: X: repaired frame

    Method: in a row with one wrong length that cell becomes an empty text; in a row with several the first two of them got into each other's columns and are swapped.
    """
    return call(
        "fixInvalidLengthsApply",
        [("frame", "X")],
        [
            ("frame", "X", X),
            ("matrix", "mask", mask),
            ("matrix", "qLow", qLow),
            ("matrix", "qUp", qUp),
        ],
        session,
    )


@method
def flattenQuantile(X, P, session=None):
    """Quantiles over all cells of a matrix.

    :param X: n x m matrix
    :param P: k x 1 levels between 0 and 1
    :return: Q: 1 x k quantiles

    Method: the sorted cell at position ceil(p n m).
    """
    return call(
        "flattenQuantile",
        [("matrix", "Q")],
        [
            ("matrix", "X", X),
            ("matrix", "P", P),
        ],
        session,
    )


def frameSort(F, mask, orderDesc=True, session=None):
    """Sorts the rows of a frame by its first column.

    :param F: frame
    :param mask: 1 x ncol(F): 1 for columns of categories, 0 for columns of numbers
    :param orderDesc: largest first instead of smallest first
    :return: f_ordered: the rows in order; rows with equal first cells keep their order

    Method: numbers are ordered by value, categories in the order in which they first occur in the frame: the order of their codes in transformencode.
    """
    return call(
        "frameSort",
        [("frame", "f_ordered")],
        [
            ("frame", "F", F),
            ("matrix", "mask", mask),
            ("scalar", "orderDesc", orderDesc),
        ],
        session,
    )


@method
def frequencyEncode(X, mask, session=None):
    """Replaces the codes of categorical columns by their relative frequencies.

    :param X: n x m matrix; categorical columns hold codes 1, 2, ...
    :param mask: 1 x m: 1 for a categorical column, else 0
    :return: X: n x m matrix
    :return: freqCount: m x k relative frequencies: row j for column j, column c for code c; 0 for columns that are not categorical

    Method: contingency tables.
    """
    return call(
        "frequencyEncode",
        [("matrix", "X"), ("matrix", "freqCount")],
        [
            ("matrix", "X", X),
            ("matrix", "mask", mask),
        ],
        session,
    )


@method
def frequencyEncodeApply(X, freqCount, session=None):
    """Replaces the codes of categorical columns by relative frequencies found on other data.

    :param X: n x m matrix; categorical columns hold codes 1, 2, ...
    :param freqCount: m x k relative frequencies, from frequencyEncode; rows of 0 leave a column as it is
    :return: X: n x m matrix; codes that were never seen become 0

    Method: one-hot codes times frequencies.
    """
    return call(
        "frequencyEncodeApply",
        [("matrix", "X")],
        [
            ("matrix", "X", X),
            ("matrix", "freqCount", freqCount),
        ],
        session,
    )


@method
def garch(X, kmax, momentum, start_stepsize, end_stepsize, start_vicinity, end_vicinity, sim_seed, verbose, session=None):
    """Fits a GARCH(1,1) model to a time series: a variance that follows the last square and the last variance.

    :param X: n x 1 series around 0, such as returns
    :param kmax: number of random steps
    :param momentum: share of the last successful step in the next, at least 0 and below 1
    :param start_stepsize: size of the first steps, relative to the range of the coefficients
    :param end_stepsize: size of the last steps
    :param start_vicinity: how far the likelihood may fall below the best in the first steps, per value of the series
    :param end_vicinity: the same in the last steps
    :param sim_seed: of the steps and of the simulated series; -1: another one each time
    :param verbose: print the best coefficients every tenth of the steps
    :return: fitted_X: n x 1 series simulated with the fitted variances
    :return: fitted_var_hist: n x 1 variances of the fitted model
    :return: best_a0: constant of the variance
    :return: best_arch_coef: weight of the last square
    :return: best_var_coef: weight of the last variance

    Method: Bollerslev's model (1986): v(t) = a0 + arch x(t-1)^2 + var v(t-1), v(1) the variance of X. The largest likelihood of normal values is searched for by annealing, from a0 = 0.1 var(X), arch = 0.1, var = 0.8: random steps, whose size falls geometrically from start_stepsize to end_stepsize, are taken if they fall no further below the best than the vicinity, which shrinks linearly. Coefficients stay positive, and the sum of arch and var below 1.
    """
    return call(
        "garch",
        [("column", "fitted_X"), ("column", "fitted_var_hist"), ("scalar", "best_a0"), ("scalar", "best_arch_coef"), ("scalar", "best_var_coef")],
        [
            ("matrix", "X", X),
            ("scalar", "kmax", kmax),
            ("scalar", "momentum", momentum),
            ("scalar", "start_stepsize", start_stepsize),
            ("scalar", "end_stepsize", end_stepsize),
            ("scalar", "start_vicinity", start_vicinity),
            ("scalar", "end_vicinity", end_vicinity),
            ("scalar", "sim_seed", sim_seed),
            ("scalar", "verbose", verbose),
        ],
        session,
    )


@method
def gaussianClassifier(D, C, varSmoothing=1e-9, verbose=True, session=None):
    """Quadratic Gaussian classifier: a normal distribution for each class.

    :param D: n x m features
    :param C: n x 1 classes 1, 2, ...; each has at least two rows
    :param varSmoothing: this part of the largest variance of a feature is added to all variances
    :param verbose: print the accuracy on D
    :return: classPriors: k x 1 share of each class
    :return: classMeans: k x m means of the features in each class
    :return: classInvCovariances: list of k m x m inverses of the covariance matrices of the classes
    :return: determinants: k x 1 determinants of the covariance matrices

    Method: quadratic discriminant analysis with unbiased covariances (Hastie, Tibshirani, Friedman: The Elements of Statistical Learning, 4.3). The class of x is that of the largest log(prior) - log(determinant) / 2 - (x - mean) inverse t(x - mean) / 2.
    """
    return call(
        "gaussianClassifier",
        [("column", "classPriors"), ("matrix", "classMeans"), ("list", "classInvCovariances"), ("column", "determinants")],
        [
            ("matrix", "D", D),
            ("matrix", "C", C),
            ("scalar", "varSmoothing", varSmoothing),
            ("scalar", "verbose", verbose),
        ],
        session,
    )


@method
def gbtClassification(X, y, num_trees=100, learning_rate=0.1, max_depth=6, min_leaf=20, lambda_=0.0, subsample=1.0, colsample=1.0, max_bins=255, early_stopping=0, validation_frac=0.1, seed=-1, verbose=False, session=None):
    """Gradient boosted trees for classes.

    :param X: n x m features; missing values (NaN) go where they fit best
    :param y: n x 1 classes 1, 2, ...
    :param num_trees: most rounds; a round has one tree for two classes, and one per class for more
    :param learning_rate: part of a tree's values that is added: smaller ones need more trees
    :param max_depth: most splits on the way to a leaf
    :param min_leaf: fewest rows of a leaf
    :param lambda_: weight of the squares of the leaves' values
    :param subsample: share of the rows that each tree is fitted to
    :param colsample: share of the features that each tree may use
    :param max_bins: most bins of a feature: its values are split between bins only
    :param early_stopping: ends when so many rounds did not better the loss of rows that were kept aside, and returns the trees up to the best one; 0: never
    :param validation_frac: share of the rows that are kept aside for it
    :param seed: of all random choices; -1: another one each time
    :param verbose: print the number of rounds
    :return: M: model for gbtPredictClassification: a row per node as for gbtRegression

    Method: as for gbtRegression, with the logistic loss for two classes and that of softmax for more.
    """
    return call(
        "gbtClassification",
        [("matrix", "M")],
        [
            ("matrix", "X", X),
            ("matrix", "y", y),
            ("scalar", "num_trees", num_trees),
            ("scalar", "learning_rate", learning_rate),
            ("scalar", "max_depth", max_depth),
            ("scalar", "min_leaf", min_leaf),
            ("scalar", "lambda", lambda_),
            ("scalar", "subsample", subsample),
            ("scalar", "colsample", colsample),
            ("scalar", "max_bins", max_bins),
            ("scalar", "early_stopping", early_stopping),
            ("scalar", "validation_frac", validation_frac),
            ("scalar", "seed", seed),
            ("scalar", "verbose", verbose),
        ],
        session,
    )


@method
def gbtPredictClassification(X, M, session=None):
    """Classes and their probabilities that gradient boosted trees predict.

    :param X: n x m features
    :param M: model of gbtClassification
    :return: yhat: n x 1 most probable classes, of several the first
    :return: P: n x k probabilities of the classes

    Method: the logistic function or softmax of the sums of the leaves that a row comes to.
    """
    return call(
        "gbtPredictClassification",
        [("column", "yhat"), ("matrix", "P")],
        [
            ("matrix", "X", X),
            ("matrix", "M", M),
        ],
        session,
    )


@method
def gbtPredictRegression(X, M, session=None):
    """Values that gradient boosted trees predict.

    :param X: n x m features
    :param M: model of gbtRegression
    :return: yhat: n x 1 predictions

    Method: the sum of the leaves that a row comes to.
    """
    return call(
        "gbtPredictRegression",
        [("column", "yhat")],
        [
            ("matrix", "X", X),
            ("matrix", "M", M),
        ],
        session,
    )


@method
def gbtRegression(X, y, num_trees=100, learning_rate=0.1, max_depth=6, min_leaf=20, lambda_=0.0, subsample=1.0, colsample=1.0, max_bins=255, early_stopping=0, validation_frac=0.1, seed=-1, verbose=False, session=None):
    """Gradient boosted trees for numeric targets.

    :param X: n x m features; missing values (NaN) go where they fit best
    :param y: n x 1 targets
    :param num_trees: most trees
    :param learning_rate: part of a tree's values that is added: smaller ones need more trees
    :param max_depth: most splits on the way to a leaf
    :param min_leaf: fewest rows of a leaf
    :param lambda_: weight of the squares of the leaves' values
    :param subsample: share of the rows that each tree is fitted to
    :param colsample: share of the features that each tree may use
    :param max_bins: most bins of a feature: its values are split between bins only
    :param early_stopping: ends when so many trees did not better the error of rows that were kept aside, and returns the trees up to the best one; 0: never
    :param validation_frac: share of the rows that are kept aside for it
    :param seed: of all random choices; -1: another one each time
    :param verbose: print the number of trees
    :return: M: model for gbtPredictRegression: a row per node with the tree, the place in heap order, the output, the rows of both children, feature, value, and whether missing values go left. Rows below the value go left; a leaf has feature 0.

    Method: Friedman, Greedy function approximation: a gradient boosting machine, 2001; second derivatives as in Chen, Guestrin, XGBoost, 2016; histograms of binned features, of which those of a larger child are the difference of its parent's and its sibling's.
    """
    return call(
        "gbtRegression",
        [("matrix", "M")],
        [
            ("matrix", "X", X),
            ("matrix", "y", y),
            ("scalar", "num_trees", num_trees),
            ("scalar", "learning_rate", learning_rate),
            ("scalar", "max_depth", max_depth),
            ("scalar", "min_leaf", min_leaf),
            ("scalar", "lambda", lambda_),
            ("scalar", "subsample", subsample),
            ("scalar", "colsample", colsample),
            ("scalar", "max_bins", max_bins),
            ("scalar", "early_stopping", early_stopping),
            ("scalar", "validation_frac", validation_frac),
            ("scalar", "seed", seed),
            ("scalar", "verbose", verbose),
        ],
        session,
    )


@method
def getAccuracy(y, yhat, isWeighted=False, session=None):
    """The share of correct predictions, in percent.

    :param y: n x 1 true labels 1 ... k
    :param yhat: n x 1 predicted labels
    :param isWeighted: TRUE: the mean of the accuracies within each true class, so that rare classes count as much as frequent ones
    :return: accuracy: percentage

    Method: 100 mean(y == yhat), or balanced accuracy (mean recall).
    """
    return call(
        "getAccuracy",
        [("scalar", "accuracy")],
        [
            ("matrix", "y", y),
            ("matrix", "yhat", yhat),
            ("scalar", "isWeighted", isWeighted),
        ],
        session,
    )


@method
def glm(X, Y, dfam=1, vpow=0.0, link=0, lpow=1.0, yneg=0.0, icpt=0, disp=0.0, reg=0.0, tol=1e-6, moi=200, mii=0, verbose=True, session=None):
    """Generalised linear model: the betas that maximise the likelihood of Y, whose mean is a given function (the inverse link) of X times betas, less reg/2 times the sum of their squares.

    :param X: n x m features
    :param Y: n x 1 targets; for dfam 2 labels (see yneg), or n x 2 counts of yes and no
    :param dfam: 1: power family, the variance is mean^vpow; 2: binomial
    :param vpow: 0: Gaussian; 1: Poisson; 2: Gamma; 3: inverse Gaussian; also other powers above 1
    :param link: 0: canonical; 1: power lpow; for dfam 2 also 2: logit, 3: probit, 4: complementary log-log, 5: cauchit
    :param lpow: power of link 1; 0: log, 1: identity, -1: inverse, ...
    :param yneg: dfam 2 with one column: the label that means no; any other one means yes
    :param icpt: 0: no intercept; 1: with intercept; 2: with intercept, and the columns of X are shifted and scaled to mean 0 and variance 1 for the fit
    :param disp: dispersion for the printed deviance; 0: estimate it
    :param reg: L2 constant; it does not apply to the intercept
    :param tol: stop when the expected improvement is below tol^2 of the first deviance
    :param moi: most steps
    :param mii: most conjugate gradient iterations per step, 0 for the number of coefficients
    :param verbose: print the objective at each step, then dispersion and deviance
    :return: betas: m x 1 coefficients for the columns of X as given; with an intercept, a last row for it; with icpt 2 a second column, the coefficients for the shifted and scaled columns

    Method: Fisher scoring in a trust region by truncated conjugate gradients (McCullagh and Nelder: Generalized Linear Models, 1989; Steihaug 1983). Where a link allows only part of the line, steps that leave it are rejected and shortened.
    """
    return call(
        "glm",
        [("column", "betas")],
        [
            ("matrix", "X", X),
            ("matrix", "Y", Y),
            ("scalar", "dfam", dfam),
            ("scalar", "vpow", vpow),
            ("scalar", "link", link),
            ("scalar", "lpow", lpow),
            ("scalar", "yneg", yneg),
            ("scalar", "icpt", icpt),
            ("scalar", "disp", disp),
            ("scalar", "reg", reg),
            ("scalar", "tol", tol),
            ("scalar", "moi", moi),
            ("scalar", "mii", mii),
            ("scalar", "verbose", verbose),
        ],
        session,
    )


@method
def glmPredict(X, B, ytest=dml('matrix(0, 0, 0)'), intercept=False, dfam=1, vpow=0.0, link=0, lpow=1.0, disp=1.0, verbose=True, session=None):
    """Means predicted by a generalised linear model, and statistics of its fit.

    :param X: n x m features
    :param B: coefficients of glm, or of multiLogReg for dfam 3; with an intercept in a last row
    :param ytest: true targets, as glm takes them; for dfam 2 labels 0 and 1 or n x 2 counts, for dfam 3 labels 1 to k; leave it out if there are none
    :param intercept: whether B must have a last row for the intercept
    :param dfam: 1: power family, the variance is mean^vpow; 2: binomial; 3: multinomial logit
    :param vpow: as for glm
    :param link: as for glm
    :param lpow: as for glm
    :param disp: dispersion of the scaled statistics
    :param verbose: print the statistics if ytest is given
    :return: M: predicted means: n x 1; for dfam 2 n x 2, probabilities of yes and of no; for dfam 3 n x k, the baseline last

    Method: the inverse link of X B; Pearson's X2 and the deviance measure the fit (McCullagh and Nelder: Generalized Linear Models, 1989).
    """
    return call(
        "glmPredict",
        [("matrix", "M")],
        [
            ("matrix", "X", X),
            ("matrix", "B", B),
            ("matrix", "ytest", ytest),
            ("scalar", "intercept", intercept),
            ("scalar", "dfam", dfam),
            ("scalar", "vpow", vpow),
            ("scalar", "link", link),
            ("scalar", "lpow", lpow),
            ("scalar", "disp", disp),
            ("scalar", "verbose", verbose),
        ],
        session,
    )


@method
def glmSummary(X, Y, dfam=1, vpow=0.0, link=0, lpow=1.0, yneg=0.0, icpt=1, disp=0.0, verbose=False, session=None):
    """Generalised linear model as a table: coefficients with standard errors, z or t values and p values, and how well it fits.

    :param X: n x m features; the table shows the names of their columns
    :param Y: n x 1 targets; for dfam 2 labels (see yneg), or n x 2 counts of yes and no
    :param dfam: 1: power family, the variance is mean^vpow; 2: binomial
    :param vpow: 0: Gaussian; 1: Poisson; 2: Gamma; 3: inverse Gaussian; also other powers above 1
    :param link: 0: canonical; 1: power lpow; for dfam 2 also 2: logit, 3: probit, 4: complementary log-log, 5: cauchit
    :param lpow: power of link 1; 0: log, 1: identity, -1: inverse, ...
    :param yneg: dfam 2 with one column: the label that means no; any other one means yes
    :param icpt: 0: no intercept; 1: with intercept
    :param disp: dispersion; 0: 1 for binomial and Poisson, else estimated
    :param verbose: print the table and the fit
    :return: table: a row for each coefficient, the intercept first: term, estimate, std_error, z (t if the dispersion is estimated), p. A column that depends linearly on those before it has NaN
    :return: fit: one row with names: n, df, dispersion, deviance, null_deviance, null_df, AIC. AIC is NaN for powers vpow other than 0, 1, 2, 3, and null_deviance where the link has no mean for 0 and there is no intercept

    Method: glm, then two steps of iteratively reweighted least squares, whose last gives the variances; tests as in R's summary.glm.
    """
    return call(
        "glmSummary",
        [("frame", "table"), ("matrix", "fit")],
        [
            ("matrix", "X", X),
            ("matrix", "Y", Y),
            ("scalar", "dfam", dfam),
            ("scalar", "vpow", vpow),
            ("scalar", "link", link),
            ("scalar", "lpow", lpow),
            ("scalar", "yneg", yneg),
            ("scalar", "icpt", icpt),
            ("scalar", "disp", disp),
            ("scalar", "verbose", verbose),
        ],
        session,
    )


@method
def gmm(X, n_components=3, model="VVV", init_params="kmeans", iter=100, reg_covar=1e-6, tol=1e-6, seed=-1, verbose=False, session=None):
    """Gaussian mixture model of the rows of X.

    :param X: n x m data, one row per point
    :param n_components: number of Gaussians
    :param model: covariances: "VVV" one full matrix per Gaussian, "EEE" one for all, "VVI" one diagonal matrix per Gaussian, "VII" one variance per Gaussian
    :param init_params: first assignment of points to Gaussians: "kmeans" or "random"
    :param iter: largest number of iterations
    :param reg_covar: added to all variances, so that they stay positive
    :param tol: stop when the mean log-likelihood of a point rises by less
    :param seed: seed of the first assignment; -1 for a fresh one
    :param verbose: print the mean log-likelihood of every iteration
    :return: labels: n x 1 most likely Gaussian of each row
    :return: predict_prob: n x k probabilities of the Gaussians for each row
    :return: df: number of free parameters
    :return: bic: Bayesian information criterion: df log(n) - 2 log-likelihood
    :return: mu: k x m means
    :return: prec_chol: factors P with inverse covariance P t(P), upper triangular: k m x m, one above the other, for VVV, m x m for EEE; inverse standard deviations k x m for VVI, k x 1 for VII
    :return: weight: 1 x k weights of the Gaussians

    Method: expectation maximisation (Dempster, Laird and Rubin, 1977).
    """
    return call(
        "gmm",
        [("column", "labels"), ("matrix", "predict_prob"), ("scalar", "df"), ("scalar", "bic"), ("matrix", "mu"), ("matrix", "prec_chol"), ("matrix", "weight")],
        [
            ("matrix", "X", X),
            ("scalar", "n_components", n_components),
            ("scalar", "model", model),
            ("scalar", "init_params", init_params),
            ("scalar", "iter", iter),
            ("scalar", "reg_covar", reg_covar),
            ("scalar", "tol", tol),
            ("scalar", "seed", seed),
            ("scalar", "verbose", verbose),
        ],
        session,
    )


@method
def gmmPredict(X, weight, mu, precisions_cholesky, model="VVV", session=None):
    """Probabilities of the Gaussians of a mixture model for new rows.

    :param X: n x m data, one row per point
    :param weight: 1 x k weights of the Gaussians, from gmm
    :param mu: k x m means, from gmm
    :param precisions_cholesky: factors of the inverse covariances, prec_chol of gmm
    :param model: kind of the covariances, as given to gmm
    :return: labels: n x 1 most likely Gaussian of each row
    :return: predict_prob: n x k probabilities of the Gaussians for each row

    Method: Bayes' rule.
    """
    return call(
        "gmmPredict",
        [("column", "labels"), ("matrix", "predict_prob")],
        [
            ("matrix", "X", X),
            ("matrix", "weight", weight),
            ("matrix", "mu", mu),
            ("matrix", "precisions_cholesky", precisions_cholesky),
            ("scalar", "model", model),
        ],
        session,
    )


@method
def gnmf(X, rnk, eps=1e-8, maxi=10, seed=-1, session=None):
    """Non-negative factorisation with the least squared error: X is close to W %*% H.

    :param X: n x m matrix without negative cells
    :param rnk: number of columns of W and rows of H
    :param eps: small number that keeps the divisors positive
    :param maxi: number of iterations
    :param seed: seed of the first factors; -1 for fresh ones
    :return: W: n x rnk, not negative
    :return: H: rnk x m, not negative

    Method: multiplicative updates of Lee and Seung (2000); the squared error never rises.
    """
    return call(
        "gnmf",
        [("matrix", "W"), ("matrix", "H")],
        [
            ("matrix", "X", X),
            ("scalar", "rnk", rnk),
            ("scalar", "eps", eps),
            ("scalar", "maxi", maxi),
            ("scalar", "seed", seed),
        ],
        session,
    )


@method
def gridSearch(X, y, train, predict, numB=-1, params=None, paramValues=None, trainArgs=dml('list()'), dataArgs=dml('list()'), predictArgs=dml('list()'), cv=False, cvk=5, verbose=True, session=None):
    """Trains a model for every combination of parameter values and returns the best one.

    :param X: n x m features
    :param y: n x 1 targets
    :param train: name of the function that trains: its first result is the model
    :param predict: name of the function that judges: called with features, targets and model, it returns the loss as a number or a 1 x 1 matrix; or predictions, one per target, and then the loss is their mean squared error
    :param numB: not needed: models of any size are found; kept for compatibility
    :param params: names of the parameters of train that vary
    :param paramValues: list of columns, the values of each parameter
    :param trainArgs: named list of the arguments of train; it must hold all names in params. If empty, the arguments of lm: X, y, icpt, reg, tol, maxi, verbose
    :param dataArgs: names of features and targets in trainArgs; if empty, "X" and "y"
    :param predictArgs: arguments of predict in front of the model, features and targets first; if empty, X and y
    :param cv: judge by cross validation; otherwise on the data of the training
    :param cvk: number of folds
    :param verbose: print the loss of every combination
    :return: B: model trained with the best parameters on all data
    :return: opt: 1 x p frame of the best values, in the order of params

    Method: all combinations in parallel; fold i consists of the rows i, i + cvk, i + 2 cvk, ... The last of equally good combinations wins.
    """
    return call(
        "gridSearch",
        [("matrix", "B"), ("frame", "opt")],
        [
            ("matrix", "X", X),
            ("matrix", "y", y),
            ("scalar", "train", train),
            ("scalar", "predict", predict),
            ("scalar", "numB", numB),
            ("list", "params", params),
            ("list", "paramValues", paramValues),
            ("list", "trainArgs", trainArgs),
            ("list", "dataArgs", dataArgs),
            ("list", "predictArgs", predictArgs),
            ("scalar", "cv", cv),
            ("scalar", "cvk", cvk),
            ("scalar", "verbose", verbose),
        ],
        session,
    )


@method
def hospitalResidencyMatch(R, H, capacity, verbose=False, session=None):
    """Assigns residents to hospitals with several places such that no resident and hospital prefer each other to what they have got.

    :param R: n x m preferences of n residents: row i lists the hospitals 1 to m, the most wanted first
    :param H: m x n preferences of m hospitals: cell j, i is the rank of resident i for hospital j, 1 for the most wanted
    :param capacity: m x 1 number of places of each hospital
    :param verbose: print both results
    :return: residencyMatch: n x m matrix: cell i, j is the place of hospital j in the list of resident i if they are matched, else 0
    :return: hospitalMatch: m x n matrix: cell j, i is the rank of resident i for hospital j if they are matched, else 0

    Method: deferred acceptance (Gale and Shapley 1962; Roth 1984), residents propose: of all stable matches this is the best for each of them. Residents stay without a place if there are too few.
    """
    return call(
        "hospitalResidencyMatch",
        [("matrix", "residencyMatch"), ("matrix", "hospitalMatch")],
        [
            ("matrix", "R", R),
            ("matrix", "H", H),
            ("matrix", "capacity", capacity),
            ("scalar", "verbose", verbose),
        ],
        session,
    )


@method
def hyperband(X_train, y_train, X_val, y_val, params, paramRanges, R=81, eta=3, verbose=True, session=None):
    """Searches hyper-parameters of lmCG: many random ones with few iterations, the better ones with more.

    :param X_train: n x m features to train with
    :param y_train: n x 1 targets
    :param X_val: features to judge with
    :param y_val: targets to judge with
    :param params: list of names: "icpt", "reg", "tol"
    :param paramRanges: a row per name with the smallest and the largest value
    :param R: most iterations of a model
    :param eta: each round keeps one of eta configurations, and gives it eta times the iterations
    :param verbose: print every round
    :return: bestWeights: m x 1 weights (one more with icpt) of the best model
    :return: bestHyperParams: frame of its hyper-parameters, one per row

    Method: Hyperband (Li, Jamieson, DeSalvo, Rostamizadeh, Talwalkar, 2018) on uniform random values. Bracket s of 0, ..., floor(log(R) / log(eta)) =: t starts eta^s floor((t+1) / (s+1)) configurations of R / eta^s iterations. The loss is the sum of squared errors on X_val.
    """
    return call(
        "hyperband",
        [("column", "bestWeights"), ("frame", "bestHyperParams")],
        [
            ("matrix", "X_train", X_train),
            ("matrix", "y_train", y_train),
            ("matrix", "X_val", X_val),
            ("matrix", "y_val", y_val),
            ("list", "params", params),
            ("matrix", "paramRanges", paramRanges),
            ("scalar", "R", R),
            ("scalar", "eta", eta),
            ("scalar", "verbose", verbose),
        ],
        session,
    )


@method
def img_brightness(img_in, value, channel_max, session=None):
    """Brightness of a grey image.

    :param img_in: h x w image
    :param value: added to every cell
    :param channel_max: largest value of a cell
    :return: img_out: h x w image

    Method: sum, kept between 0 and channel_max.
    """
    return call(
        "img_brightness",
        [("matrix", "img_out")],
        [
            ("matrix", "img_in", img_in),
            ("scalar", "value", value),
            ("scalar", "channel_max", channel_max),
        ],
        session,
    )


@method
def img_brightness_linearized(img_in, value, channel_max, session=None):
    """Brightness of grey images, one per row.

    :param img_in: n x (h w) images, each row by row
    :param value: added to every cell
    :param channel_max: largest value of a cell
    :return: img_out: n x (h w) images

    Method: sum, kept between 0 and channel_max.
    """
    return call(
        "img_brightness_linearized",
        [("matrix", "img_out")],
        [
            ("matrix", "img_in", img_in),
            ("scalar", "value", value),
            ("scalar", "channel_max", channel_max),
        ],
        session,
    )


@method
def img_crop(img_in, w, h, x_offset, y_offset, session=None):
    """Part of a grey image.

    :param img_in: h x w image
    :param w: width of the part
    :param h: height of the part
    :param x_offset: columns that the part is moved to the right of the middle
    :param y_offset: rows that the part is moved down from the middle
    :return: img_out: image

    Method: selection of cells, from row ceil((height - h) / 2) + y_offset and column ceil((width - w) / 2) + x_offset on. If the part does not lie inside, nothing is cut off.
    """
    return call(
        "img_crop",
        [("matrix", "img_out")],
        [
            ("matrix", "img_in", img_in),
            ("scalar", "w", w),
            ("scalar", "h", h),
            ("scalar", "x_offset", x_offset),
            ("scalar", "y_offset", y_offset),
        ],
        session,
    )


@method
def img_crop_linearized(img_in, w, h, x_offset, y_offset, s_cols, s_rows, session=None):
    """Part of grey images, one per row.

    :param img_in: n x (s_rows s_cols) images, each row by row
    :param w: width of the part
    :param h: height of the part
    :param x_offset: columns that the part is moved to the right of the middle
    :param y_offset: rows that the part is moved down from the middle
    :param s_cols: width of the images
    :param s_rows: height of the images
    :return: img_out: images, one per row

    Method: selection of cells, from row ceil((height - h) / 2) + y_offset and column ceil((width - w) / 2) + x_offset on. If the part does not lie inside, nothing is cut off.
    """
    return call(
        "img_crop_linearized",
        [("matrix", "img_out")],
        [
            ("matrix", "img_in", img_in),
            ("scalar", "w", w),
            ("scalar", "h", h),
            ("scalar", "x_offset", x_offset),
            ("scalar", "y_offset", y_offset),
            ("scalar", "s_cols", s_cols),
            ("scalar", "s_rows", s_rows),
        ],
        session,
    )


@method
def img_cutout(img_in, x, y, width, height, fill_value, session=None):
    """Rectangle in one value of a grey image.

    :param img_in: h x w image
    :param x: first column of the rectangle
    :param y: first row of the rectangle
    :param width: its width
    :param height: its height
    :param fill_value: value of its cells
    :return: img_out: image

    Method: cells inside the rectangle are replaced (DeVries and Taylor, 2017).
    """
    return call(
        "img_cutout",
        [("matrix", "img_out")],
        [
            ("matrix", "img_in", img_in),
            ("scalar", "x", x),
            ("scalar", "y", y),
            ("scalar", "width", width),
            ("scalar", "height", height),
            ("scalar", "fill_value", fill_value),
        ],
        session,
    )


@method
def img_cutout_linearized(img_in, x, y, width, height, fill_value, s_cols, s_rows, session=None):
    """Rectangle in one value of grey images, one per row.

    :param img_in: n x (s_rows s_cols) images, each row by row
    :param x: first column of the rectangle
    :param y: first row of the rectangle
    :param width: its width
    :param height: its height
    :param fill_value: value of its cells
    :param s_cols: width of the images
    :param s_rows: height of the images
    :return: img_out: images, one per row

    Method: cells inside the rectangle are replaced (DeVries and Taylor, 2017).
    """
    return call(
        "img_cutout_linearized",
        [("matrix", "img_out")],
        [
            ("matrix", "img_in", img_in),
            ("scalar", "x", x),
            ("scalar", "y", y),
            ("scalar", "width", width),
            ("scalar", "height", height),
            ("scalar", "fill_value", fill_value),
            ("scalar", "s_cols", s_cols),
            ("scalar", "s_rows", s_rows),
        ],
        session,
    )


@method
def img_invert(img_in, max_value, session=None):
    """Negative of a grey image.

    :param img_in: h x w image
    :param max_value: largest value of a cell
    :return: img_out: h x w image

    Method: max_value - x.
    """
    return call(
        "img_invert",
        [("matrix", "img_out")],
        [
            ("matrix", "img_in", img_in),
            ("scalar", "max_value", max_value),
        ],
        session,
    )


@method
def img_invert_linearized(img_in, max_value, session=None):
    """Negative of grey images, one per row.

    :param img_in: n x (h w) images, each row by row
    :param max_value: largest value of a cell
    :return: img_out: n x (h w) images

    Method: max_value - x.
    """
    return call(
        "img_invert_linearized",
        [("matrix", "img_out")],
        [
            ("matrix", "img_in", img_in),
            ("scalar", "max_value", max_value),
        ],
        session,
    )


@method
def img_mirror(img_in, horizontal_axis, session=None):
    """Mirror image of a grey image.

    :param img_in: h x w image
    :param horizontal_axis: TRUE: top and bottom change places; FALSE: left and right
    :return: img_out: h x w image

    Method: reversal of rows or columns.
    """
    return call(
        "img_mirror",
        [("matrix", "img_out")],
        [
            ("matrix", "img_in", img_in),
            ("scalar", "horizontal_axis", horizontal_axis),
        ],
        session,
    )


@method
def img_mirror_linearized(img_matrix, horizontal_axis, original_rows, original_cols, session=None):
    """Mirror images of grey images, one per row.

    :param img_matrix: n x (original_rows original_cols) images, each row by row
    :param horizontal_axis: TRUE: top and bottom change places; FALSE: left and right
    :param original_rows: height of the images
    :param original_cols: width of the images
    :return: R: n x (original_rows original_cols) images

    Method: permutation of the columns.
    """
    return call(
        "img_mirror_linearized",
        [("matrix", "R")],
        [
            ("matrix", "img_matrix", img_matrix),
            ("scalar", "horizontal_axis", horizontal_axis),
            ("scalar", "original_rows", original_rows),
            ("scalar", "original_cols", original_cols),
        ],
        session,
    )


@method
def img_posterize(img_in, bits, session=None):
    """Fewer grey values of a grey image.

    :param img_in: h x w image
    :param bits: number of bits that are kept, of 8
    :return: img_out: h x w image

    Method: rounding down to multiples of 2^(8 - bits).
    """
    return call(
        "img_posterize",
        [("matrix", "img_out")],
        [
            ("matrix", "img_in", img_in),
            ("scalar", "bits", bits),
        ],
        session,
    )


@method
def img_posterize_linearized(img_in, bits, session=None):
    """Fewer grey values of grey images, one per row.

    :param img_in: n x (h w) images, each row by row
    :param bits: number of bits that are kept, of 8
    :return: img_out: n x (h w) images

    Method: rounding down to multiples of 2^(8 - bits).
    """
    return call(
        "img_posterize_linearized",
        [("matrix", "img_out")],
        [
            ("matrix", "img_in", img_in),
            ("scalar", "bits", bits),
        ],
        session,
    )


@method
def img_rotate(img_in, radians, fill_value, session=None):
    """Rotation of a grey image.

    :param img_in: h x w image
    :param radians: angle, counter-clockwise
    :param fill_value: value of cells that come from outside
    :return: img_out: image

    Method: see img_transform.
    """
    return call(
        "img_rotate",
        [("matrix", "img_out")],
        [
            ("matrix", "img_in", img_in),
            ("scalar", "radians", radians),
            ("scalar", "fill_value", fill_value),
        ],
        session,
    )


@method
def img_rotate_linearized(img_in, radians, fill_value, s_cols, s_rows, session=None):
    """Rotation of grey images, one per row.

    :param img_in: n x (s_rows s_cols) images, each row by row
    :param radians: angle, counter-clockwise
    :param fill_value: value of cells that come from outside
    :param s_cols: width of the images
    :param s_rows: height of the images
    :return: img_out: images, one per row

    Method: see img_transform.
    """
    return call(
        "img_rotate_linearized",
        [("matrix", "img_out")],
        [
            ("matrix", "img_in", img_in),
            ("scalar", "radians", radians),
            ("scalar", "fill_value", fill_value),
            ("scalar", "s_cols", s_cols),
            ("scalar", "s_rows", s_rows),
        ],
        session,
    )


@method
def img_sample_pairing(img_in1, img_in2, weight, session=None):
    """Mixes two grey images.

    :param img_in1: h x w image
    :param img_in2: h x w image, of the same size
    :param weight: share of the second; 0.5 if it does not lie between 0 and 1
    :return: img_out: h x w image

    Method: (1 - weight) img_in1 + weight img_in2 (Inoue, 2018).
    """
    return call(
        "img_sample_pairing",
        [("matrix", "img_out")],
        [
            ("matrix", "img_in1", img_in1),
            ("matrix", "img_in2", img_in2),
            ("scalar", "weight", weight),
        ],
        session,
    )


@method
def img_sample_pairing_linearized(img_in1, img_in2, weight, session=None):
    """Mixes two grey images, one per row.

    :param img_in1: n x (h w) images, one per row
    :param img_in2: one image, or n images one per row, of the same size
    :param weight: share of the second; 0.5 if it does not lie between 0 and 1
    :return: img_out: n x (h w) images, one per row

    Method: (1 - weight) img_in1 + weight img_in2 (Inoue, 2018).
    """
    return call(
        "img_sample_pairing_linearized",
        [("matrix", "img_out")],
        [
            ("matrix", "img_in1", img_in1),
            ("matrix", "img_in2", img_in2),
            ("scalar", "weight", weight),
        ],
        session,
    )


@method
def img_shear(img_in, shear_x, shear_y, fill_value, session=None):
    """Shearing of a grey image.

    :param img_in: h x w image
    :param shear_x: columns that a row moves per row
    :param shear_y: rows that a column moves per column
    :param fill_value: value of cells that come from outside
    :return: img_out: image

    Method: see img_transform.
    """
    return call(
        "img_shear",
        [("matrix", "img_out")],
        [
            ("matrix", "img_in", img_in),
            ("scalar", "shear_x", shear_x),
            ("scalar", "shear_y", shear_y),
            ("scalar", "fill_value", fill_value),
        ],
        session,
    )


@method
def img_shear_linearized(img_in, shear_x, shear_y, fill_value, s_cols, s_rows, session=None):
    """Shearing of grey images, one per row.

    :param img_in: n x (s_rows s_cols) images, each row by row
    :param shear_x: columns that a row moves per row
    :param shear_y: rows that a column moves per column
    :param fill_value: value of cells that come from outside
    :param s_cols: width of the images
    :param s_rows: height of the images
    :return: img_out: images, one per row

    Method: see img_transform.
    """
    return call(
        "img_shear_linearized",
        [("matrix", "img_out")],
        [
            ("matrix", "img_in", img_in),
            ("scalar", "shear_x", shear_x),
            ("scalar", "shear_y", shear_y),
            ("scalar", "fill_value", fill_value),
            ("scalar", "s_cols", s_cols),
            ("scalar", "s_rows", s_rows),
        ],
        session,
    )


@method
def img_transform(img_in, out_w, out_h, a, b, c, d, e, f, fill_value, session=None):
    """Affine transformation of a grey image.

    :param img_in: h x w image
    :param out_w: width of the result
    :param out_h: height of the result
    :param a: column of the result = a column + b row + c
    :param b: see a
    :param c: see a
    :param d: row of the result = d column + e row + f
    :param e: see d
    :param f: see d
    :param fill_value: value of cells that come from outside
    :return: img_out: image

    Method: inverse mapping of the centers of the cells, nearest neighbour.
    """
    return call(
        "img_transform",
        [("matrix", "img_out")],
        [
            ("matrix", "img_in", img_in),
            ("scalar", "out_w", out_w),
            ("scalar", "out_h", out_h),
            ("scalar", "a", a),
            ("scalar", "b", b),
            ("scalar", "c", c),
            ("scalar", "d", d),
            ("scalar", "e", e),
            ("scalar", "f", f),
            ("scalar", "fill_value", fill_value),
        ],
        session,
    )


@method
def img_transform_linearized(img_in, out_w, out_h, a, b, c, d, e, f, fill_value, s_cols, s_rows, session=None):
    """Affine transformation of grey images, one per row.

    :param img_in: n x (s_rows s_cols) images, each row by row
    :param out_w: width of the result
    :param out_h: height of the result
    :param a: column of the result = a column + b row + c
    :param b: see a
    :param c: see a
    :param d: row of the result = d column + e row + f
    :param e: see d
    :param f: see d
    :param fill_value: value of cells that come from outside
    :param s_cols: width of the images
    :param s_rows: height of the images
    :return: img_out: images, one per row

    Method: inverse mapping of the centers of the cells, nearest neighbour.
    """
    return call(
        "img_transform_linearized",
        [("matrix", "img_out")],
        [
            ("matrix", "img_in", img_in),
            ("scalar", "out_w", out_w),
            ("scalar", "out_h", out_h),
            ("scalar", "a", a),
            ("scalar", "b", b),
            ("scalar", "c", c),
            ("scalar", "d", d),
            ("scalar", "e", e),
            ("scalar", "f", f),
            ("scalar", "fill_value", fill_value),
            ("scalar", "s_cols", s_cols),
            ("scalar", "s_rows", s_rows),
        ],
        session,
    )


@method
def img_translate(img_in, offset_x, offset_y, out_w, out_h, fill_value, session=None):
    """Translation of a grey image.

    :param img_in: h x w image
    :param offset_x: columns to move to the right
    :param offset_y: rows to move down
    :param out_w: width of the result
    :param out_h: height of the result
    :param fill_value: value of cells that come from outside
    :return: img_out: out_h x out_w image

    Method: see img_transform; offsets are rounded.
    """
    return call(
        "img_translate",
        [("matrix", "img_out")],
        [
            ("matrix", "img_in", img_in),
            ("scalar", "offset_x", offset_x),
            ("scalar", "offset_y", offset_y),
            ("scalar", "out_w", out_w),
            ("scalar", "out_h", out_h),
            ("scalar", "fill_value", fill_value),
        ],
        session,
    )


@method
def img_translate_linearized(img_in, offset_x, offset_y, out_w, out_h, fill_value, o_w, o_h, session=None):
    """Translation of grey images, one per row.

    :param img_in: n x (o_h o_w) images, each row by row
    :param offset_x: columns to move to the right
    :param offset_y: rows to move down
    :param out_w: width of the result
    :param out_h: height of the result
    :param fill_value: value of cells that come from outside
    :param o_w: width of the images
    :param o_h: height of the images
    :return: img_out: n x (out_h out_w) images

    Method: see img_transform; offsets are rounded.
    """
    return call(
        "img_translate_linearized",
        [("matrix", "img_out")],
        [
            ("matrix", "img_in", img_in),
            ("scalar", "offset_x", offset_x),
            ("scalar", "offset_y", offset_y),
            ("scalar", "out_w", out_w),
            ("scalar", "out_h", out_h),
            ("scalar", "fill_value", fill_value),
            ("scalar", "o_w", o_w),
            ("scalar", "o_h", o_h),
        ],
        session,
    )


@method
def impurityMeasures(X, Y, R, n_bins=20, method=None, session=None):
    """How much the classes get purer when they are split by the values of each feature.

    :param X: n x m features
    :param Y: n x 1 labels, any numbers
    :param R: 1 x m kind of each feature: 1 numeric, which is cut into bins of equal width; else categorical
    :param n_bins: bins of a numeric feature, no more than rows
    :param method: "gini" for Gini's index or "entropy" for entropy in bits
    :return: IM: 1 x m gain: impurity of all labels less the mean impurity within the values of a feature, weighted by their rows

    Method: contingency tables of each feature and the labels.
    """
    return call(
        "impurityMeasures",
        [("matrix", "IM")],
        [
            ("matrix", "X", X),
            ("matrix", "Y", Y),
            ("matrix", "R", R),
            ("scalar", "n_bins", n_bins),
            ("scalar", "method", method),
        ],
        session,
    )


@method
def imputeByFD(X, Y, threshold, verbose=False, session=None):
    """Fills missing targets from the values of a column that determines them.

    :param X: n x 1 codes 1, 2, ... of the determining column
    :param Y: n x 1 codes 1, 2, ... of the column to fill; NaN is missing
    :param threshold: smallest share of the most frequent value of Y among the rows of a code of X for which it is filled in
    :param verbose: print how many values were filled
    :return: Y: n x 1 column; values that are not determined stay as they are
    :return: Y_imp: k x 1 value of Y for each code of X; NaN if there is none

    Method: contingency table of X and the known Y.
    """
    return call(
        "imputeByFD",
        [("column", "Y"), ("column", "Y_imp")],
        [
            ("matrix", "X", X),
            ("matrix", "Y", Y),
            ("scalar", "threshold", threshold),
            ("scalar", "verbose", verbose),
        ],
        session,
    )


@method
def imputeByFDApply(X, Y_imp, session=None):
    """Values of a column that is determined by another.

    :param X: n x 1 codes 1, 2, ... of the determining column
    :param Y_imp: k x 1 value for each code, from imputeByFD; 0 or NaN for none
    :return: imputed_Y: n x 1 values; NaN for codes without one

    Method: look-up.
    """
    return call(
        "imputeByFDApply",
        [("column", "imputed_Y")],
        [
            ("matrix", "X", X),
            ("matrix", "Y_imp", Y_imp),
        ],
        session,
    )


@method
def imputeByKNN(X, method="dist", seed=-1, sample_frac=0.1, session=None):
    """Fills the missing values (NaN) of each row from the nearest other row.

    :param X: n x m matrix
    :param method: "dist": all rows are candidates; "dist_sample": a random sample of them
    :param seed: seed of the sample; -1 for a fresh one
    :param sample_frac: share of the rows in the sample
    :return: result: n x m matrix; a column of nothing but NaN stays as it is

    Method: nearest neighbour; missing values count as the mean of their column, in the distances and in the row that is taken.
    """
    return call(
        "imputeByKNN",
        [("matrix", "result")],
        [
            ("matrix", "X", X),
            ("scalar", "method", method),
            ("scalar", "seed", seed),
            ("scalar", "sample_frac", sample_frac),
        ],
        session,
    )


@method
def imputeByMean(X, mask, session=None):
    """Fills the missing values (NaN) of each column with its mean, or with its mode if it is categorical.

    :param X: n x m matrix
    :param mask: 1 x m: 1 for a categorical column, else 0
    :return: X: n x m matrix without NaN
    :return: imputedVec: 1 x m values that were filled in; 0 for a column of nothing but NaN

    Method: statistics over the values that are there.
    """
    return call(
        "imputeByMean",
        [("matrix", "X"), ("matrix", "imputedVec")],
        [
            ("matrix", "X", X),
            ("matrix", "mask", mask),
        ],
        session,
    )


@method
def imputeByMeanApply(X, imputedVec, session=None):
    """Fills the missing values (NaN) of each column with a given value.

    :param X: n x m matrix
    :param imputedVec: 1 x m values, as from imputeByMean
    :return: X: n x m matrix without NaN

    Method: cell by cell.
    """
    return call(
        "imputeByMeanApply",
        [("matrix", "X")],
        [
            ("matrix", "X", X),
            ("matrix", "imputedVec", imputedVec),
        ],
        session,
    )


@method
def imputeByMedian(X, mask, session=None):
    """Fills the missing values (NaN) of each column with its median, or with its mode if it is categorical.

    :param X: n x m matrix
    :param mask: 1 x m: 1 for a categorical column, else 0
    :return: X: n x m matrix without NaN
    :return: imputedVec: 1 x m values that were filled in; 0 for a column of nothing but NaN

    Method: statistics over the values that are there.
    """
    return call(
        "imputeByMedian",
        [("matrix", "X"), ("matrix", "imputedVec")],
        [
            ("matrix", "X", X),
            ("matrix", "mask", mask),
        ],
        session,
    )


@method
def imputeByMedianApply(X, imputedVec, session=None):
    """Fills the missing values (NaN) of each column with a given value.

    :param X: n x m matrix
    :param imputedVec: 1 x m values, as from imputeByMedian
    :return: X: n x m matrix without NaN

    Method: cell by cell.
    """
    return call(
        "imputeByMedianApply",
        [("matrix", "X")],
        [
            ("matrix", "X", X),
            ("matrix", "imputedVec", imputedVec),
        ],
        session,
    )


@method
def imputeByMode(X, session=None):
    """Fills the missing values (NaN) of each column with its most frequent value.

    :param X: n x m matrix
    :return: X: n x m matrix without NaN
    :return: imputedVec: 1 x m modes, the smallest of equally frequent values; 0 for a column of nothing but NaN

    Method: runs of equal values in the sorted column.
    """
    return call(
        "imputeByMode",
        [("matrix", "X"), ("matrix", "imputedVec")],
        [
            ("matrix", "X", X),
        ],
        session,
    )


@method
def imputeByModeApply(X, imputedVec, session=None):
    """Fills the missing values (NaN) of each column with a given value.

    :param X: n x m matrix
    :param imputedVec: 1 x m values, as from imputeByMode
    :return: X: n x m matrix without NaN

    Method: cell by cell.
    """
    return call(
        "imputeByModeApply",
        [("matrix", "X")],
        [
            ("matrix", "X", X),
            ("matrix", "imputedVec", imputedVec),
        ],
        session,
    )


@method
def incSliceLine(addedX, oldX, oldE, addedE, k=4, maxL=0, minSup=32, alpha=0.5, tpEval=True, tpBlksz=16, selFeat=False, indicesRemoved=dml('matrix(0, 0, 0)'), verbose=False, params=dml('list()'), prevFoffb=dml('matrix(0, 0, 0)'), prevFoffe=dml('matrix(0, 0, 0)'), prevLattice=dml('list()'), metaPrevLattice=dml('list()'), prevStats=dml('list()'), prevTK=dml('matrix(0, 0, 0)'), prevTKC=dml('matrix(0, 0, 0)'), encodeLat=True, pruningStrat=1, session=None):
    """Finds the slices of data on which a model errs most, after rows have been added or removed.

    :param addedX: a x m new rows of features as codes 1, 2, ...
    :param oldX: n x m rows that were there before
    :param oldE: n x 1 errors of the model on the old rows, not negative
    :param addedE: a x 1 errors on the new rows
    :param k: number of slices to find
    :param maxL: largest number of features of a slice; 0 for m
    :param minSup: smallest number of rows of a slice
    :param alpha: weight of the error against the size of a slice, more than 0 and at most 1
    :param tpEval: evaluate blocks of slices in parallel
    :param tpBlksz: number of slices per block
    :param selFeat: consider only features that have a value with a positive score
    :param indicesRemoved: r x 1 numbers of old rows that are gone; 0 x 0 for none
    :param verbose: print the number of slices of every level
    :param params: list of the arguments k, maxL, minSup, alpha, tpEval, tpBlksz, selFeat and verbose of the call before, which then hold instead of those given here; empty for none
    :param prevFoffb: accepted and ignored, like all of the following: slices are searched for in all rows, with the bounds of sliceLine, which need nothing of the call before
    :param prevFoffe: ignored
    :param prevLattice: ignored
    :param metaPrevLattice: ignored
    :param prevStats: ignored
    :param prevTK: ignored
    :param prevTKC: ignored
    :param encodeLat: ignored
    :param pruningStrat: ignored
    :return: TK: at most k x m slices with positive scores, the worst first: codes of the features, 0 for any
    :return: TKC: their score, sum of errors, largest error, number of rows
    :return: D: if verbose, statistics of each level, see sliceLine; else 0 rows
    :return: L: an empty list, in place of a lattice for the next call
    :return: meta: an empty list, likewise
    :return: Stats: an empty list, likewise
    :return: Xout: all rows: old ones that are left, then new ones
    :return: eOut: their errors
    :return: foffb: 1 x m number of one-hot columns before those of each feature
    :return: foffe: 1 x m number of the last one-hot column of each feature
    :return: params: list of k, maxL, minSup, alpha, tpEval, tpBlksz, selFeat and verbose for the next call

    Method: see sliceLine.
    """
    return call(
        "incSliceLine",
        [("matrix", "TK"), ("matrix", "TKC"), ("matrix", "D"), ("list", "L"), ("list", "meta"), ("list", "Stats"), ("matrix", "Xout"), ("matrix", "eOut"), ("matrix", "foffb"), ("matrix", "foffe"), ("list", "params")],
        [
            ("matrix", "addedX", addedX),
            ("matrix", "oldX", oldX),
            ("matrix", "oldE", oldE),
            ("matrix", "addedE", addedE),
            ("scalar", "k", k),
            ("scalar", "maxL", maxL),
            ("scalar", "minSup", minSup),
            ("scalar", "alpha", alpha),
            ("scalar", "tpEval", tpEval),
            ("scalar", "tpBlksz", tpBlksz),
            ("scalar", "selFeat", selFeat),
            ("matrix", "indicesRemoved", indicesRemoved),
            ("scalar", "verbose", verbose),
            ("list", "params", params),
            ("matrix", "prevFoffb", prevFoffb),
            ("matrix", "prevFoffe", prevFoffe),
            ("list", "prevLattice", prevLattice),
            ("list", "metaPrevLattice", metaPrevLattice),
            ("list", "prevStats", prevStats),
            ("matrix", "prevTK", prevTK),
            ("matrix", "prevTKC", prevTKC),
            ("scalar", "encodeLat", encodeLat),
            ("scalar", "pruningStrat", pruningStrat),
        ],
        session,
    )


@method
def intersect(X, Y, session=None):
    """The values that occur in both X and Y.

    :param X: n x 1 values
    :param Y: m x 1 values
    :return: R: k x 1 distinct values, ascending; 0 x 1 if there are none

    Method: equal neighbours in the sorted distinct values of both.
    """
    return call(
        "intersect",
        [("column", "R")],
        [
            ("matrix", "X", X),
            ("matrix", "Y", Y),
        ],
        session,
    )


@method
def km(X, TE, GI, SI, alpha=0.05, err_type="greenwood", conf_type="log", test_type="none", session=None):
    """Kaplan-Meier estimates of survival functions, and tests whether groups differ.

    :param X: n x m data
    :param TE: positions in X of the time and of the event (1: happened, 0: censored); with the time only, all rows are events
    :param GI: positions in X of the columns whose values make groups; 0 or empty: one group
    :param SI: positions in X of the columns whose values make strata; 0 or empty: one stratum
    :param alpha: confidence intervals have level 1 - alpha
    :param err_type: standard errors by "greenwood" or "peto"
    :param conf_type: intervals on the scale "plain", "log" or "log-log"
    :param test_type: "none", "log-rank" or "wilcoxon"
    :return: O: 7 columns for each stratum, and within it for each group: times with events, rows at risk, events, survival, its standard error, lower and upper bound; 0 below the end
    :return: M: a row for each stratum, and within it for each group: number of the group (if there are groups), of the stratum (if there are strata), rows, events, median survival, its lower and upper bound
    :return: T: a row per group: number, rows, events, expected events, (O-E)^2/E, (O-E)^2/V; a single 0 without a test
    :return: T_GROUPS_OE: 1 x 4: number of groups, degrees of freedom, test statistic, p-value; a single 0 without a test

    Method: Kaplan and Meier 1958; standard errors by Greenwood 1926 or Peto et al. 1977; stratified log-rank (Mantel 1966) and generalised Wilcoxon tests (Gehan 1965). Groups and strata are numbered by ascending values.
    """
    return call(
        "km",
        [("matrix", "O"), ("matrix", "M"), ("matrix", "T"), ("matrix", "T_GROUPS_OE")],
        [
            ("matrix", "X", X),
            ("matrix", "TE", TE),
            ("matrix", "GI", GI),
            ("matrix", "SI", SI),
            ("scalar", "alpha", alpha),
            ("scalar", "err_type", err_type),
            ("scalar", "conf_type", conf_type),
            ("scalar", "test_type", test_type),
        ],
        session,
    )


@method
def kmeans(X, k=10, runs=10, max_iter=1000, eps=1e-6, is_verbose=False, avg_sample_size_per_centroid=50, seed=-1, session=None):
    """Clusters the rows of X by k-means.

    :param X: n x m data, one row per point
    :param k: number of clusters
    :param runs: number of independent runs from different seeds; the best one wins
    :param max_iter: largest number of iterations of a run
    :param eps: a run stops when the within-cluster sum of squares falls by less than this share
    :param is_verbose: print the sum of squares of each run
    :param avg_sample_size_per_centroid: the first centroids are found on a sample of k times this many rows
    :param seed: seed of the random choices; -1 for fresh ones
    :return: C: k x m centroids of the best run
    :return: Y: n x 1 number of the nearest centroid of each row

    Method: Lloyd's algorithm (1982) from k-means++ seeds (Arthur and Vassilvitskii, 2007), all runs in parallel. A cluster that loses all its points keeps its centroid.
    """
    return call(
        "kmeans",
        [("matrix", "C"), ("column", "Y")],
        [
            ("matrix", "X", X),
            ("scalar", "k", k),
            ("scalar", "runs", runs),
            ("scalar", "max_iter", max_iter),
            ("scalar", "eps", eps),
            ("scalar", "is_verbose", is_verbose),
            ("scalar", "avg_sample_size_per_centroid", avg_sample_size_per_centroid),
            ("scalar", "seed", seed),
        ],
        session,
    )


@method
def kmeansPredict(X, C, session=None):
    """Assigns the rows of X to the nearest of given centroids.

    :param X: n x m data, one row per point
    :param C: k x m centroids, as from kmeans
    :return: Y: n x 1 number of the nearest centroid; the last of equally near ones

    Method: |x - c|^2 without |x|^2, which is the same for all centroids.
    """
    return call(
        "kmeansPredict",
        [("column", "Y")],
        [
            ("matrix", "X", X),
            ("matrix", "C", C),
        ],
        session,
    )


@method
def knn(Train, Test, CL, CL_T=0, trans_continuous=0, k_value=5, select_k=0, k_min=1, k_max=100, select_feature=0, feature_max=10, interval=1000, feature_importance=0, predict_con_tg=0, START_SELECTED=dml('matrix(0, 0, 0)'), session=None):
    """Nearest neighbours of each test row among the training rows, and the targets they predict.

    :param Train: n x m training rows
    :param Test: q x m rows to predict
    :param CL: n x 1 targets of the training rows
    :param CL_T: 2: targets are classes 1, 2, ..., the most frequent one is predicted; 0, 1: they are numbers, see predict_con_tg
    :param trans_continuous: 1: scale each feature to [-1, 1] by its range in Train
    :param k_value: number of neighbours
    :param select_k: 1: take the number of neighbours between k_min and k_max that predicts the training rows best
    :param k_min: fewest neighbours for select_k
    :param k_max: most neighbours for select_k
    :param select_feature: 1: use only features that help to predict the training rows, added one by one, beginning with START_SELECTED
    :param feature_max: most features for select_feature
    :param interval: rows of Test that are handled at once
    :param feature_importance: 1: compute m_feature_importance
    :param predict_con_tg: numeric targets: 0 predicts the mean of the neighbours, 1 their median
    :param START_SELECTED: 1 x m, 1 for features that are selected from the start
    :return: NNR_matrix: q x k positions of the nearest training rows, the nearest first; of rows at the same distance the first
    :return: CL_matrix: q x 1 predicted targets
    :return: m_feature_importance: 1 x m, by how much the error grows without a feature; 0 x 0 if not asked for

    Method: Euclidean distances by one matrix product (Cover and Hart, 1967). Choices are made by the error on the training rows, each predicted from the others: share of wrong classes, or mean squared error.
    """
    return call(
        "knn",
        [("matrix", "NNR_matrix"), ("column", "CL_matrix"), ("matrix", "m_feature_importance")],
        [
            ("matrix", "Train", Train),
            ("matrix", "Test", Test),
            ("matrix", "CL", CL),
            ("scalar", "CL_T", CL_T),
            ("scalar", "trans_continuous", trans_continuous),
            ("scalar", "k_value", k_value),
            ("scalar", "select_k", select_k),
            ("scalar", "k_min", k_min),
            ("scalar", "k_max", k_max),
            ("scalar", "select_feature", select_feature),
            ("scalar", "feature_max", feature_max),
            ("scalar", "interval", interval),
            ("scalar", "feature_importance", feature_importance),
            ("scalar", "predict_con_tg", predict_con_tg),
            ("matrix", "START_SELECTED", START_SELECTED),
        ],
        session,
    )


@method
def knnbf(X, T, k_value=5, session=None):
    """Positions of the nearest neighbours of each test row among the training rows.

    :param X: n x m training rows
    :param T: q x m rows whose neighbours are wanted
    :param k_value: number of neighbours
    :return: NNR: q x k positions of the nearest rows of X, the nearest first; of rows at the same distance the first

    Method: all Euclidean distances by matrix products, in blocks of rows (Cover and Hart, 1967).
    """
    return call(
        "knnbf",
        [("matrix", "NNR")],
        [
            ("matrix", "X", X),
            ("matrix", "T", T),
            ("scalar", "k_value", k_value),
        ],
        session,
    )


@method
def knnGraph(X, k, session=None):
    """Graph that connects each row of X with its nearest neighbours.

    :param X: n x m rows
    :param k: number of neighbours, less than n
    :return: graph: n x n adjacency matrix: 1 in row i and column j if j is one of the k rows nearest to i; no row is its own neighbour, and of rows at the same distance the first count

    Method: all Euclidean distances by matrix products (Eppstein, Paterson, Yao 1997).
    """
    return call(
        "knnGraph",
        [("matrix", "graph")],
        [
            ("matrix", "X", X),
            ("scalar", "k", k),
        ],
        session,
    )


@method
def l2svm(X, Y, intercept=False, epsilon=0.001, reg=1.0, maxIterations=100, maxii=20, verbose=False, columnId=-1, session=None):
    """Binary linear support vector machine with squared hinge loss: the w that minimises reg/2 |w|^2 + 1/2 sum(max(0, 1 - Y * (X w))^2).

    :param X: n x m features
    :param Y: n x 1 labels: -1 and 1, or any two values, the larger of which becomes 1
    :param intercept: whether to add a column of ones; its coefficient is regularised too
    :param epsilon: stop when a step improves the objective by less than this, relatively
    :param reg: L2 constant
    :param maxIterations: most steps
    :param maxii: most iterations of a line search
    :param verbose: print the objective at each step
    :param columnId: shown in the printed lines, to tell the classes of msvm apart
    :return: model: m x 1 coefficients; with an intercept, a last row for it

    Method: nonlinear conjugate gradients (Fletcher and Reeves); the piecewise quadratic objective is minimised along each direction by Newton steps (Chapelle: Training a Support Vector Machine in the Primal, 2007).
    """
    return call(
        "l2svm",
        [("column", "model")],
        [
            ("matrix", "X", X),
            ("matrix", "Y", Y),
            ("scalar", "intercept", intercept),
            ("scalar", "epsilon", epsilon),
            ("scalar", "reg", reg),
            ("scalar", "maxIterations", maxIterations),
            ("scalar", "maxii", maxii),
            ("scalar", "verbose", verbose),
            ("scalar", "columnId", columnId),
        ],
        session,
    )


@method
def l2svmPredict(X, W, verbose=False, session=None):
    """Scores of a linear support vector machine.

    :param X: n x m features
    :param W: coefficients, a column per class: m rows, or m+1 with the intercepts in the last one
    :param verbose: print how many rows each column wins
    :return: YRaw: n x k scores
    :return: Y: n x 1 column with the largest score; with one column take the sign of YRaw instead

    Method: X W, plus the intercepts.
    """
    return call(
        "l2svmPredict",
        [("matrix", "YRaw"), ("column", "Y")],
        [
            ("matrix", "X", X),
            ("matrix", "W", W),
            ("scalar", "verbose", verbose),
        ],
        session,
    )


@method
def lasso(X, y, tol=1e-15, M=5, tau=1.0, maxi=100, verbose=True, session=None):
    """Linear regression with an L1 penalty: the w that minimises |X w - y|^2 / 2 + tau |w|_1.

    :param X: n x m features
    :param y: n x 1 targets
    :param tol: stop when the objective changes by less than this, relatively
    :param M: a step is taken if the objective is below the largest of the last M
    :param tau: L1 constant
    :param maxi: most iterations
    :param verbose: print the objective at each iteration
    :return: w: m x 1 coefficients

    Method: SpaRSA, proximal gradient steps whose lengths follow Barzilai and Borwein (Wright, Nowak, Figueiredo: Sparse Reconstruction by Separable Approximation, 2009).
    """
    return call(
        "lasso",
        [("column", "w")],
        [
            ("matrix", "X", X),
            ("matrix", "y", y),
            ("scalar", "tol", tol),
            ("scalar", "M", M),
            ("scalar", "tau", tau),
            ("scalar", "maxi", maxi),
            ("scalar", "verbose", verbose),
        ],
        session,
    )


def lenetPredict(model, X, C, Hin, Win, batch_size=128, session=None):
    """Class probabilities of images, from a network of lenetTrain.

    :param model: list of weights and biases, from lenetTrain
    :param X: n x (C Hin Win) images, one per row: the rows of the first channel, then of the next
    :param C: number of channels
    :param Hin: height of an image
    :param Win: width of an image
    :param batch_size: number of images that are looked at together, which bounds the memory
    :return: probs: n x k probabilities of the classes

    Method: see lenetTrain; without dropout.
    """
    return call(
        "lenetPredict",
        [("matrix", "probs")],
        [
            ("list", "model", model),
            ("matrix", "X", X),
            ("scalar", "C", C),
            ("scalar", "Hin", Hin),
            ("scalar", "Win", Win),
            ("scalar", "batch_size", batch_size),
        ],
        session,
    )


@method
def lenetTrain(X, Y, X_val, Y_val, C, Hin, Win, batch_size=64, epochs=20, lr=0.01, mu=0.9, decay=0.95, reg=5e-4, verbose=False, seed=-1, session=None):
    """Trains a small convolutional network that classifies images (LeNet).

    :param X: n x (C Hin Win) images, one per row: the rows of the first channel, then of the next
    :param Y: n x k classes, one-hot
    :param X_val: images to judge with after each epoch
    :param Y_val: their classes, one-hot
    :param C: number of channels
    :param Hin: height of an image, a multiple of 4
    :param Win: width of an image, a multiple of 4
    :param batch_size: number of images per step
    :param epochs: number of passes over the images
    :param lr: learning rate
    :param mu: momentum
    :param decay: factor of the learning rate after each epoch
    :param reg: L2 constant of the weights
    :param verbose: print loss and accuracy after each epoch
    :param seed: of weights and dropout; -1: another one each time
    :return: model: list of weights and biases W1, b1, ..., W4, b4 for lenetPredict

    Method: two convolutions of 5 x 5 with 32 and 64 filters, each with rectifier and maxima of 2 x 2; a layer of 512 with rectifier and dropout of one half; softmax (LeCun, Bottou, Bengio, Haffner, 1998). Stochastic gradient descent with Nesterov's momentum; start of He et al. 2015.
    """
    return call(
        "lenetTrain",
        [("list", "model")],
        [
            ("matrix", "X", X),
            ("matrix", "Y", Y),
            ("matrix", "X_val", X_val),
            ("matrix", "Y_val", Y_val),
            ("scalar", "C", C),
            ("scalar", "Hin", Hin),
            ("scalar", "Win", Win),
            ("scalar", "batch_size", batch_size),
            ("scalar", "epochs", epochs),
            ("scalar", "lr", lr),
            ("scalar", "mu", mu),
            ("scalar", "decay", decay),
            ("scalar", "reg", reg),
            ("scalar", "verbose", verbose),
            ("scalar", "seed", seed),
        ],
        session,
    )


@method
def lm(X, y, icpt=0, reg=1e-7, tol=1e-7, maxi=0, verbose=True, session=None):
    """Linear regression: the B that minimises |X B - y|^2 + reg |B|^2.

    :param X: n x m features
    :param y: n x 1 targets
    :param icpt: 0: no intercept; 1: with intercept; 2: with intercept, and the columns of X are shifted and scaled to mean 0 and variance 1 for the fit
    :param reg: L2 constant; it does not apply to the intercept
    :param tol: for lmCG: relative size of the gradient at which to stop
    :param maxi: for lmCG: most iterations, 0 for 100 and 10 more for each coefficient
    :param verbose: print progress
    :return: B: m x 1 coefficients for the columns of X as given; with an intercept, a last row for it

    Method: lmDS for at most 1024 columns, whose square matrix is cheap to solve, else lmCG.
    """
    return call(
        "lm",
        [("column", "B")],
        [
            ("matrix", "X", X),
            ("matrix", "y", y),
            ("scalar", "icpt", icpt),
            ("scalar", "reg", reg),
            ("scalar", "tol", tol),
            ("scalar", "maxi", maxi),
            ("scalar", "verbose", verbose),
        ],
        session,
    )


@method
def lmCG(X, y, icpt=0, reg=1e-7, tol=1e-7, maxi=0, verbose=True, session=None):
    """Linear regression by conjugate gradients: the B that minimises |X B - y|^2 + reg |B|^2.

    :param X: n x m features
    :param y: n x 1 targets
    :param icpt: 0: no intercept; 1: with intercept; 2: with intercept, and the columns of X are shifted and scaled to mean 0 and variance 1 for the fit
    :param reg: L2 constant; it does not apply to the intercept
    :param tol: stop when the gradient is this much smaller than at B = 0
    :param maxi: most iterations, 0 for 100 and 10 more for each coefficient
    :param verbose: print the size of the gradient at each iteration
    :return: B: m x 1 coefficients for the columns of X as given; with an intercept, a last row for it

    Method: conjugate gradients on the normal equations (Hestenes and Stiefel, 1952). t(X) X is never formed; shift and scale are applied to vectors, so that a sparse X stays sparse.
    """
    return call(
        "lmCG",
        [("column", "B")],
        [
            ("matrix", "X", X),
            ("matrix", "y", y),
            ("scalar", "icpt", icpt),
            ("scalar", "reg", reg),
            ("scalar", "tol", tol),
            ("scalar", "maxi", maxi),
            ("scalar", "verbose", verbose),
        ],
        session,
    )


@method
def lmDS(X, y, icpt=0, reg=1e-7, verbose=True, session=None):
    """Linear regression by a direct solve: the B that minimises |X B - y|^2 + reg |B|^2.

    :param X: n x m features
    :param y: n x 1 targets
    :param icpt: 0: no intercept; 1: with intercept; 2: with intercept, and the columns of X are shifted and scaled to mean 0 and variance 1 for the solve
    :param reg: L2 constant; it does not apply to the intercept
    :param verbose: print a line about the fit
    :return: B: m x 1 coefficients for the columns of X as given; with an intercept, a last row for it

    Method: normal equations, (t(X) X + reg I) B = t(X) y (Golub and Van Loan, Matrix Computations, 5.3). Shift and scale are applied to t(X) X, never to X, so that a sparse X stays sparse.
    """
    return call(
        "lmDS",
        [("column", "B")],
        [
            ("matrix", "X", X),
            ("matrix", "y", y),
            ("scalar", "icpt", icpt),
            ("scalar", "reg", reg),
            ("scalar", "verbose", verbose),
        ],
        session,
    )


@method
def lmPredict(X, B, ytest=dml('matrix(0, 1, 1)'), icpt=0, verbose=False, session=None):
    """Predictions of a linear model.

    :param X: n x m features
    :param B: coefficients: m x 1, or (m+1) x 1 with the intercept in the last row
    :param ytest: n x 1 true targets for statistics; leave it out if there are none
    :param icpt: above 0: B must have an intercept
    :param verbose: print statistics of the residuals if ytest is given
    :return: yhat: n x 1 predicted targets

    Method: X B, plus the intercept.
    """
    return call(
        "lmPredict",
        [("column", "yhat")],
        [
            ("matrix", "X", X),
            ("matrix", "B", B),
            ("matrix", "ytest", ytest),
            ("scalar", "icpt", icpt),
            ("scalar", "verbose", verbose),
        ],
        session,
    )


@method
def lmPredictStats(yhat, ytest, lm, session=None):
    """Statistics of the residuals of a regression, printed and returned.

    :param yhat: n x 1 predicted targets
    :param ytest: n x 1 true targets
    :param lm: not needed; kept for compatibility
    :return: R: 3 x 1: average of the residuals, sum of their squared deviations from that average, R2

    Method: R2 is 1 - (sum of squared residuals) / (sum of squared deviations of ytest).
    """
    return call(
        "lmPredictStats",
        [("column", "R")],
        [
            ("matrix", "yhat", yhat),
            ("matrix", "ytest", ytest),
            ("scalar", "lm", lm),
        ],
        session,
    )


@method
def lmSummary(X, y, icpt=1, verbose=False, session=None):
    """Linear regression as a table: coefficients with standard errors, t values and p values, and how well the model fits.

    :param X: n x m features; the table shows the names of their columns
    :param y: n x 1 targets
    :param icpt: 0: no intercept; 1: with intercept
    :param verbose: print the table and the fit
    :return: table: a row for each coefficient, the intercept first: term, estimate, std_error, t, p. A column that depends linearly on those before it has NaN
    :return: fit: one row with names: n, df, sigma, R2, adjusted_R2, F, F_p, logLik, AIC, BIC

    Method: least squares as wls does it; tests as in R's summary.lm. Without an intercept R2 compares with 0, not with the mean.
    """
    return call(
        "lmSummary",
        [("frame", "table"), ("matrix", "fit")],
        [
            ("matrix", "X", X),
            ("matrix", "y", y),
            ("scalar", "icpt", icpt),
            ("scalar", "verbose", verbose),
        ],
        session,
    )


@method
def logSumExp(M, margin="none", session=None):
    """The logarithm of the sum of exponentials, safe from overflow.

    :param M: n x m matrix
    :param margin: "none": over all cells; "rows": over each row; "cols": over each column
    :return: output: 1 x 1, n x 1 or 1 x m

    Method: max + log(sum(exp(x - max))).
    """
    return call(
        "logSumExp",
        [("column", "output")],
        [
            ("matrix", "M", M),
            ("scalar", "margin", margin),
        ],
        session,
    )


@method
def mae(X, Y, P=dml('matrix(0, 0, 0)'), session=None):
    """Mean absolute error.

    :param X: n x m matrix
    :param Y: n x m matrix to compare with X
    :param P: k x 1 levels between 0 and 1 for which quantiles are wanted; 0 x 0 for none
    :return: Z: 1 x 1 error
    :return: Q: 1 x k quantiles of the absolute errors of the cells; 0 x 0 without P

    Method: mean(|X - Y|).
    """
    return call(
        "mae",
        [("column", "Z"), ("matrix", "Q")],
        [
            ("matrix", "X", X),
            ("matrix", "Y", Y),
            ("matrix", "P", P),
        ],
        session,
    )


@method
def mape(X, Y, P=dml('matrix(0, 0, 0)'), session=None):
    """Mean absolute error relative to the cells of X.

    :param X: n x m matrix, the reference
    :param Y: n x m matrix to compare with X
    :param P: k x 1 levels between 0 and 1 for which quantiles are wanted; 0 x 0 for none
    :return: Z: 1 x 1 error
    :return: Q: 1 x k quantiles of the relative errors of the cells; 0 x 0 without P

    Method: mean(|X - Y| / |X|); 0.1 means ten percent.
    """
    return call(
        "mape",
        [("column", "Z"), ("matrix", "Q")],
        [
            ("matrix", "X", X),
            ("matrix", "Y", Y),
            ("matrix", "P", P),
        ],
        session,
    )


@method
def matrixProfile(ts, window_size=4, sample_percent=1.0, is_verbose=False, session=None):
    """Distance of each window of a time series to the most similar other window.

    :param ts: n x 1 values in the order of time
    :param window_size: length of the windows
    :param sample_percent: share of the windows, 0 to 1, that are compared with all others; random if below 1
    :param is_verbose: print the number of windows and the closest pair
    :return: profile: (n - window_size + 1) x 1 Euclidean distances between normalised windows; Inf where nothing was compared
    :return: profile_index: (n - window_size + 1) x 1 position of the closest window, the first of equal ones; 0 where nothing was compared

    Method: distances of windows of mean 0 and variance 1 follow from their correlation, for a window and all others by one product (Yeh et al.: Matrix Profile I, 2016). Windows that start less than a quarter of the size apart are not compared; a constant window is at the same distance, sqrt(window_size), from all that vary, and at 0 from constant ones.
    """
    return call(
        "matrixProfile",
        [("matrix", "profile"), ("matrix", "profile_index")],
        [
            ("matrix", "ts", ts),
            ("scalar", "window_size", window_size),
            ("scalar", "sample_percent", sample_percent),
            ("scalar", "is_verbose", is_verbose),
        ],
        session,
    )


@method
def mcc(predictions, labels, session=None):
    """Matthews correlation coefficient between predicted and true labels.

    :param predictions: n x 1 predicted labels 0, 1, 2, ...
    :param labels: n x 1 true labels 0, 1, 2, ...
    :return: mattCC: correlation from -1 to 1; 0 if either side has one class only

    Method: Gorodkin's R_K for any number of classes, which is Matthews' coefficient for two.
    """
    return call(
        "mcc",
        [("scalar", "mattCC")],
        [
            ("matrix", "predictions", predictions),
            ("matrix", "labels", labels),
        ],
        session,
    )


def mdedup(X, LHSfeatures, LHSthreshold, RHSfeatures, RHSthreshold, verbose, session=None):
    """Finds duplicates by a matching dependency: rows whose left columns are alike and whose right columns are alike, too.

    :param X: n x m frame
    :param LHSfeatures: 1 x a numbers of the left columns
    :param LHSthreshold: 1 x a similarities from 0 to 1 above which two cells of a left column are alike
    :param RHSfeatures: 1 x b numbers of the right columns
    :param RHSthreshold: 1 x b similarities above which two cells of a right column are alike
    :param verbose: print the result
    :return: MD: n x 1: the same number for all duplicates of a row, the number of the last of them; 0 for rows without duplicates

    Method: similarity of all pairs of the different texts of a column: characters in both texts among those in one of them (Jaccard 1901); connected components of pairs that are alike in all columns.
    """
    return call(
        "mdedup",
        [("column", "MD")],
        [
            ("frame", "X", X),
            ("matrix", "LHSfeatures", LHSfeatures),
            ("matrix", "LHSthreshold", LHSthreshold),
            ("matrix", "RHSfeatures", RHSfeatures),
            ("matrix", "RHSthreshold", RHSthreshold),
            ("scalar", "verbose", verbose),
        ],
        session,
    )


@method
def mice(X, cMask, iter=3, threshold=0.8, verbose=False, session=None):
    """Fills missing values (NaN) by chained equations: each column is predicted from the others, in turns.

    :param X: n x m matrix; categorical columns hold codes 1, 2, ...
    :param cMask: 1 x m: 1 for a categorical column, else 0
    :param iter: number of turns over all columns
    :param threshold: smallest probability with which a category is filled in; below it the most frequent one is
    :param verbose: print the number of missing values per column
    :return: output: n x m matrix without NaN
    :return: meta: 2 x m for miceApply: the mask, and the mean or mode of each column
    :return: threshold: as given, for miceApply
    :return: dM: 1 x m frame for miceApply: numbers of categories, 0 for scale columns
    :return: betaList: list of m models for miceApply; 0 x 0 for columns without missing values

    Method: van Buuren and Groothuis-Oudshoorn (2011) with one imputation and without added noise: linear regression for scale columns, multinomial logistic regression for categories.
    """
    return call(
        "mice",
        [("matrix", "output"), ("matrix", "meta"), ("scalar", "threshold"), ("frame", "dM"), ("list", "betaList")],
        [
            ("matrix", "X", X),
            ("matrix", "cMask", cMask),
            ("scalar", "iter", iter),
            ("scalar", "threshold", threshold),
            ("scalar", "verbose", verbose),
        ],
        session,
    )


@method
def miceApply(X, meta, threshold, dM, betaList, session=None):
    """Fills missing values (NaN) with the models that mice trained on other data.

    :param X: n x m matrix; categorical columns hold codes 1, 2, ...
    :param meta: 2 x m mask, and means or modes, from mice
    :param threshold: smallest probability with which a category is filled in, from mice
    :param dM: 1 x m numbers of categories, from mice
    :param betaList: list of m models, from mice
    :return: output: n x m matrix without NaN; columns without a model take their mean or mode

    Method: three turns over all columns with a model.
    """
    return call(
        "miceApply",
        [("matrix", "output")],
        [
            ("matrix", "X", X),
            ("matrix", "meta", meta),
            ("scalar", "threshold", threshold),
            ("frame", "dM", dM),
            ("list", "betaList", betaList),
        ],
        session,
    )


@method
def mse(X, Y, P=dml('matrix(0, 0, 0)'), session=None):
    """Mean squared error.

    :param X: n x m matrix
    :param Y: n x m matrix to compare with X
    :param P: k x 1 levels between 0 and 1 for which quantiles are wanted; 0 x 0 for none
    :return: Z: 1 x 1 error
    :return: Q: 1 x k quantiles of the squared errors of the cells; 0 x 0 without P

    Method: mean((X - Y)^2).
    """
    return call(
        "mse",
        [("column", "Z"), ("matrix", "Q")],
        [
            ("matrix", "X", X),
            ("matrix", "Y", Y),
            ("matrix", "P", P),
        ],
        session,
    )


@method
def msmape(X, Y, P=dml('matrix(0, 0, 0)'), eps=1e-10, session=None):
    """Modified symmetric mean absolute percentage error, defined also where both cells are 0.

    :param X: n x m matrix
    :param Y: n x m matrix to compare with X
    :param P: k x 1 levels between 0 and 1 for which quantiles are wanted; 0 x 0 for none
    :param eps: small number that keeps the divisors positive
    :return: Z: 1 x 1 error
    :return: Q: 1 x k quantiles of the relative errors of the cells; 0 x 0 without P

    Method: mean(2 |X - Y| / max(|X| + |Y| + eps, 0.5 + eps)) (Suilin, 2017).
    """
    return call(
        "msmape",
        [("column", "Z"), ("matrix", "Q")],
        [
            ("matrix", "X", X),
            ("matrix", "Y", Y),
            ("matrix", "P", P),
            ("scalar", "eps", eps),
        ],
        session,
    )


@method
def msvm(X, Y, intercept=False, epsilon=0.001, reg=1.0, maxIterations=100, verbose=False, session=None):
    """Linear support vector machine for several classes, one against the rest.

    :param X: n x m features
    :param Y: n x 1 classes 1, 2, ... or an n x k matrix with a single 1 in each row
    :param intercept: whether to add a column of ones; its coefficients are regularised too
    :param epsilon: as for l2svm
    :param reg: L2 constant
    :param maxIterations: most steps per class
    :param verbose: print the objectives
    :return: model: a column of coefficients per class; with an intercept, a last row for it

    Method: an l2svm per class, independently.
    """
    return call(
        "msvm",
        [("matrix", "model")],
        [
            ("matrix", "X", X),
            ("matrix", "Y", Y),
            ("scalar", "intercept", intercept),
            ("scalar", "epsilon", epsilon),
            ("scalar", "reg", reg),
            ("scalar", "maxIterations", maxIterations),
            ("scalar", "verbose", verbose),
        ],
        session,
    )


@method
def msvmPredict(X, W, session=None):
    """Scores and classes of a linear support vector machine for several classes.

    :param X: n x m features
    :param W: m x k coefficients of msvm, or (m+1) x k with the intercepts in the last row
    :return: YRaw: n x k scores
    :return: Y: n x 1 class with the largest score

    Method: X W, plus the intercepts.
    """
    return call(
        "msvmPredict",
        [("matrix", "YRaw"), ("column", "Y")],
        [
            ("matrix", "X", X),
            ("matrix", "W", W),
        ],
        session,
    )


@method
def multiLogReg(X, Y, icpt=2, tol=1e-6, reg=1.0, maxi=100, maxii=20, verbose=True, session=None):
    """Multinomial logistic regression: the betas that minimise the negative log-likelihood plus reg/2 times the sum of their squares.

    :param X: n x m features
    :param Y: n x 1 labels 1, 2, ...; labels of 0 and below become the label after the largest
    :param icpt: 0: no intercept; 1: with intercept; 2: with intercept, and the columns of X are shifted and scaled to mean 0 and variance 1 for the fit
    :param tol: stop when the expected improvement is below tol^2 of the first objective
    :param reg: L2 constant; it does not apply to the intercepts
    :param maxi: most Newton steps
    :param maxii: most conjugate gradient iterations per step, 0 for the number of coefficients
    :param verbose: print the objective at each step
    :return: betas: a column for each label but the largest, which is the baseline: m x (k-1) coefficients for the columns of X as given; with intercepts, a last row for them

    Method: trust-region Newton steps by truncated conjugate gradients (Lin, Weng, Keerthi: Trust Region Newton Method for Large-Scale Logistic Regression, 2008; Steihaug 1983).
    """
    return call(
        "multiLogReg",
        [("matrix", "betas")],
        [
            ("matrix", "X", X),
            ("matrix", "Y", Y),
            ("scalar", "icpt", icpt),
            ("scalar", "tol", tol),
            ("scalar", "reg", reg),
            ("scalar", "maxi", maxi),
            ("scalar", "maxii", maxii),
            ("scalar", "verbose", verbose),
        ],
        session,
    )


@method
def multiLogRegPredict(X, B, Y=dml('matrix(0, 1, 1)'), verbose=False, session=None):
    """Class probabilities and labels of a multinomial logistic regression.

    :param X: n x m features
    :param B: coefficients of multiLogReg: m x (k-1), or with intercepts in a row m+1
    :param Y: n x 1 true labels, for the accuracy; leave it out if there are none
    :param verbose: print the accuracy
    :return: M: n x k probabilities, the baseline in the last column
    :return: predicted_Y: n x 1 most probable label
    :return: accuracy: percentage of the rows whose label is right, 0 without Y

    Method: softmax of X B, with score 0 for the baseline.
    """
    return call(
        "multiLogRegPredict",
        [("matrix", "M"), ("column", "predicted_Y"), ("scalar", "accuracy")],
        [
            ("matrix", "X", X),
            ("matrix", "B", B),
            ("matrix", "Y", Y),
            ("scalar", "verbose", verbose),
        ],
        session,
    )


@method
def na_locf(X, option="locf", verbose=False, session=None):
    """Fills missing values (NaN) with the last value before, or the next one after them.

    :param X: n x m matrix, rows in the order of time
    :param option: "locf": last observation carried forward; "nocb": next observation carried backward
    :param verbose: print how many values were filled
    :return: output: n x m matrix; values without a neighbour on that side take the nearest one on the other; columns without any value become 0

    Method: a prefix maximum of the row numbers of the known values.
    """
    return call(
        "na_locf",
        [("matrix", "output")],
        [
            ("matrix", "X", X),
            ("scalar", "option", option),
            ("scalar", "verbose", verbose),
        ],
        session,
    )


@method
def naiveBayes(D, C, laplace=1.0, verbose=True, session=None):
    """Multinomial naive Bayes classifier.

    :param D: n x m counts, not negative
    :param C: n x 1 classes 1, 2, ...
    :param laplace: added to every count, so that no probability is 0
    :param verbose: print the accuracy on D
    :return: prior: k x 1 share of each class
    :return: classConditionals: k x m probability of each feature in each class; rows sum to 1

    Method: maximum likelihood of a multinomial per class with Laplace smoothing (Manning, Raghavan, Schuetze: Introduction to Information Retrieval, 13.2).
    """
    return call(
        "naiveBayes",
        [("column", "prior"), ("matrix", "classConditionals")],
        [
            ("matrix", "D", D),
            ("matrix", "C", C),
            ("scalar", "laplace", laplace),
            ("scalar", "verbose", verbose),
        ],
        session,
    )


@method
def naiveBayesPredict(X, P, C, session=None):
    """Scores and classes of a multinomial naive Bayes classifier.

    :param X: n x m counts
    :param P: k x 1 share of each class
    :param C: k x m probability of each feature in each class
    :return: YRaw: n x k logarithms of the joint probabilities of a row and a class, up to a term that depends on the row only
    :return: Y: n x 1 most probable class

    Method: log(P) + X t(log(C)).
    """
    return call(
        "naiveBayesPredict",
        [("matrix", "YRaw"), ("column", "Y")],
        [
            ("matrix", "X", X),
            ("matrix", "P", P),
            ("matrix", "C", C),
        ],
        session,
    )


@method
def normalize(X, session=None):
    """Maps each column of X linearly to the range from 0 to 1.

    :param X: n x m matrix
    :return: Y: n x m matrix; a constant column becomes 0
    :return: cmin: 1 x m smallest values of the columns
    :return: cmax: 1 x m largest values of the columns

    Method: (x - cmin) / (cmax - cmin).
    """
    return call(
        "normalize",
        [("matrix", "Y"), ("matrix", "cmin"), ("matrix", "cmax")],
        [
            ("matrix", "X", X),
        ],
        session,
    )


@method
def normalizeApply(X, cmin, cmax, session=None):
    """Maps the columns of X linearly by ranges that normalize found on other data.

    :param X: n x m matrix
    :param cmin: 1 x m values that become 0
    :param cmax: 1 x m values that become 1
    :return: Y: n x m matrix; values outside a range lie outside 0 to 1

    Method: (x - cmin) / (cmax - cmin); the divisor of a column with cmax = cmin is 1.
    """
    return call(
        "normalizeApply",
        [("matrix", "Y")],
        [
            ("matrix", "X", X),
            ("matrix", "cmin", cmin),
            ("matrix", "cmax", cmax),
        ],
        session,
    )


@method
def nrmse(X, Y, P=dml('matrix(0, 0, 0)'), session=None):
    """Root of the mean squared error, relative to the range of X.

    :param X: n x m matrix, the reference
    :param Y: n x m matrix to compare with X
    :param P: k x 1 levels between 0 and 1 for which quantiles are wanted; 0 x 0 for none
    :return: Z: 1 x 1 error
    :return: Q: 1 x k quantiles of the absolute errors of the cells, relative to the range; 0 x 0 without P

    Method: rmse(X, Y) / (max(X) - min(X)).
    """
    return call(
        "nrmse",
        [("column", "Z"), ("matrix", "Q")],
        [
            ("matrix", "X", X),
            ("matrix", "Y", Y),
            ("matrix", "P", P),
        ],
        session,
    )


@method
def outlier(X, opposite, session=None):
    """The value of each column that is farthest from its mean.

    :param X: n x m matrix
    :param opposite: TRUE: the extreme value on the other side of the mean instead
    :return: Y: 1 x m values

    Method: the smallest or the largest value of the column; the largest if both are equally far.
    """
    return call(
        "outlier",
        [("matrix", "Y")],
        [
            ("matrix", "X", X),
            ("scalar", "opposite", opposite),
        ],
        session,
    )


@method
def outlierByArima(X, k=3.0, repairMethod=1, p=0, d=0, q=0, P=0, D=0, Q=0, s=1, include_mean=False, solver="jacobi", session=None):
    """Repairs the values of a time series that an ARIMA model predicts badly.

    :param X: n x 1 values in the order of time
    :param k: a value is an outlier if its one-step error is above k standard deviations of all
    :param repairMethod: 0: remove outliers, 1: set them to 0, 2: to NaN, 3: to what the model predicts
    :param p: as for arima
    :param d: as for arima
    :param q: as for arima
    :param P: as for arima
    :param D: as for arima
    :param Q: as for arima
    :param s: as for arima
    :param include_mean: as for arima
    :param solver: as for arima
    :return: X_corrected: n x 1 values, fewer for repairMethod 0; the first d + D s + p + P s, which are not predicted, are as they were

    Method: errors of the model of arima, against their root mean square (Fox 1972).
    """
    return call(
        "outlierByArima",
        [("column", "X_corrected")],
        [
            ("matrix", "X", X),
            ("scalar", "k", k),
            ("scalar", "repairMethod", repairMethod),
            ("scalar", "p", p),
            ("scalar", "d", d),
            ("scalar", "q", q),
            ("scalar", "P", P),
            ("scalar", "D", D),
            ("scalar", "Q", Q),
            ("scalar", "s", s),
            ("scalar", "include_mean", include_mean),
            ("scalar", "solver", solver),
        ],
        session,
    )


@method
def outlierByIQR(X, k=1.5, repairMethod=1, max_iterations=None, verbose=True, session=None):
    """Repairs values that lie more than k inter-quartile ranges outside the quartiles of their column.

    :param X: n x m matrix; NaN counts as missing
    :param k: number of inter-quartile ranges
    :param repairMethod: 0: delete the rows of outliers; 1: set outliers to 0; 2: set outliers to NaN
    :param max_iterations: how often statistics and repair are repeated at most; 0: until nothing changes
    :param verbose: print how many values were repaired in each iteration
    :return: Y: repaired matrix
    :return: Q1: 1 x m first quartiles of the last iteration
    :return: Q3: 1 x m third quartiles of the last iteration
    :return: IQR: 1 x m inter-quartile ranges Q3 - Q1
    :return: k: as given, for outlierByIQRApply
    :return: repairMethod: as given, for outlierByIQRApply

    Method: Tukey's fences: x is an outlier if x < Q1 - k IQR or x > Q3 + k IQR.
    """
    return call(
        "outlierByIQR",
        [("matrix", "Y"), ("matrix", "Q1"), ("matrix", "Q3"), ("matrix", "IQR"), ("scalar", "k"), ("scalar", "repairMethod")],
        [
            ("matrix", "X", X),
            ("scalar", "k", k),
            ("scalar", "repairMethod", repairMethod),
            ("scalar", "max_iterations", max_iterations),
            ("scalar", "verbose", verbose),
        ],
        session,
    )


@method
def outlierByIQRApply(X, Q1, Q3, IQR, k, repairMethod, session=None):
    """Repairs values that lie more than k inter-quartile ranges outside given quartiles.

    :param X: n x m matrix; NaN is never an outlier
    :param Q1: 1 x m first quartiles
    :param Q3: 1 x m third quartiles
    :param IQR: 1 x m inter-quartile ranges
    :param k: number of inter-quartile ranges
    :param repairMethod: 0: delete the rows of outliers; 1: set outliers to 0; 2: set outliers to NaN
    :return: Y: repaired matrix

    Method: Tukey's fences: x is an outlier if x < Q1 - k IQR or x > Q3 + k IQR.
    """
    return call(
        "outlierByIQRApply",
        [("matrix", "Y")],
        [
            ("matrix", "X", X),
            ("matrix", "Q1", Q1),
            ("matrix", "Q3", Q3),
            ("matrix", "IQR", IQR),
            ("scalar", "k", k),
            ("scalar", "repairMethod", repairMethod),
        ],
        session,
    )


@method
def outlierBySd(X, k=3.0, repairMethod=1, max_iterations=None, verbose=True, session=None):
    """Repairs values that are more than k standard deviations away from the mean of their column.

    :param X: n x m matrix; 0 and NaN count as missing
    :param k: number of standard deviations
    :param repairMethod: 0: delete the rows of outliers; 1: set outliers to 0; 2: set outliers to NaN
    :param max_iterations: how often statistics and repair are repeated at most; 0: until nothing changes
    :param verbose: print how many values were repaired in each iteration
    :return: out: repaired matrix
    :return: colMean: 1 x m means of the last iteration
    :return: colSD: 1 x m standard deviations of the last iteration
    :return: k: as given, for outlierBySdApply
    :return: repairMethod: as given, for outlierBySdApply

    Method: x is an outlier if |x - mean| > k sd; sd is unbiased.
    """
    return call(
        "outlierBySd",
        [("matrix", "out"), ("matrix", "colMean"), ("matrix", "colSD"), ("scalar", "k"), ("scalar", "repairMethod")],
        [
            ("matrix", "X", X),
            ("scalar", "k", k),
            ("scalar", "repairMethod", repairMethod),
            ("scalar", "max_iterations", max_iterations),
            ("scalar", "verbose", verbose),
        ],
        session,
    )


@method
def outlierBySdApply(X, colMean, colSD, k, repairMethod, session=None):
    """Repairs values that are more than k standard deviations away from given means.

    :param X: n x m matrix; NaN is never an outlier
    :param colMean: 1 x m means
    :param colSD: 1 x m standard deviations
    :param k: number of standard deviations
    :param repairMethod: 0: delete the rows of outliers; 1: set outliers to 0; 2: set outliers to NaN
    :return: Y: repaired matrix

    Method: x is an outlier if |x - mean| > k sd.
    """
    return call(
        "outlierBySdApply",
        [("matrix", "Y")],
        [
            ("matrix", "X", X),
            ("matrix", "colMean", colMean),
            ("matrix", "colSD", colSD),
            ("scalar", "k", k),
            ("scalar", "repairMethod", repairMethod),
        ],
        session,
    )


@method
def pageRank(G, p=dml('as.matrix(1)'), e=dml('as.matrix(1)'), u=dml('as.matrix(1)'), alpha=0.85, max_iter=20, seed=-1, session=None):
    """Page rank of the nodes of a graph.

    :param G: n x n transition matrix: G[i, j] is the chance to go from node j to node i, so that every column sums to 1
    :param p: n x 1 ranks to start from; 1 x 1 for random ones
    :param e: n x 1 weights of the nodes for a random jump; 1 x 1 for ones
    :param u: 1 x n weights of the nodes a random jump starts from; 1 x 1 for ones
    :param alpha: chance to follow an edge instead of jumping
    :param max_iter: number of iterations
    :param seed: seed for random ranks; -1 for a fresh one
    :return: pprime: n x 1 ranks

    Method: p = alpha G p + (1 - alpha) e (u p), repeated (Brin and Page, 1998). With e u p a distribution, as for e = 1/n and u = 1, the ranks keep their sum.
    """
    return call(
        "pageRank",
        [("column", "pprime")],
        [
            ("matrix", "G", G),
            ("matrix", "p", p),
            ("matrix", "e", e),
            ("matrix", "u", u),
            ("scalar", "alpha", alpha),
            ("scalar", "max_iter", max_iter),
            ("scalar", "seed", seed),
        ],
        session,
    )


@method
def pca(X, K=2, center=True, scale=True, onlyComponents=False, session=None):
    """Principal components of the columns of X.

    :param X: n x m data, one row per observation
    :param K: number of components; at most m
    :param center: subtract the means of the columns
    :param scale: divide the columns by their standard deviations
    :param onlyComponents: do not compute XReduced
    :return: XReduced: n x K coordinates of the rows; 0 x 0 with onlyComponents
    :return: Components: m x K unit vectors, that of the largest variance first; the cell of largest magnitude of each is positive
    :return: Centering: 1 x m means; 0 x 0 without center
    :return: ScaleFactor: 1 x m divisors, 1 for constant columns; 0 x 0 without scale

    Method: eigenvectors of the covariance matrix. X itself is neither centered nor scaled: both are applied to the small matrices, and data with few non-zeros in every column stays sparse.
    """
    return call(
        "pca",
        [("matrix", "XReduced"), ("matrix", "Components"), ("matrix", "Centering"), ("matrix", "ScaleFactor")],
        [
            ("matrix", "X", X),
            ("scalar", "K", K),
            ("scalar", "center", center),
            ("scalar", "scale", scale),
            ("scalar", "onlyComponents", onlyComponents),
        ],
        session,
    )


@method
def pcaInverse(Y, Clusters, Centering=dml('matrix(0, 0, 0)'), ScaleFactor=dml('matrix(0, 0, 0)'), session=None):
    """Reconstructs data from its coordinates in principal components.

    :param Y: n x K coordinates
    :param Clusters: m x K components, as from pca
    :param Centering: 1 x m means of pca; 0 x 0 for none
    :param ScaleFactor: 1 x m divisors of pca; 0 x 0 for none
    :return: X: n x m data; what lies outside the components is lost

    Method: (Y %*% t(Clusters)) * ScaleFactor + Centering.
    """
    return call(
        "pcaInverse",
        [("matrix", "X")],
        [
            ("matrix", "Y", Y),
            ("matrix", "Clusters", Clusters),
            ("matrix", "Centering", Centering),
            ("matrix", "ScaleFactor", ScaleFactor),
        ],
        session,
    )


@method
def pcaTransform(X, Clusters, Centering=dml('matrix(0, 0, 0)'), ScaleFactor=dml('matrix(0, 0, 0)'), session=None):
    """Coordinates of the rows of X in the principal components of other data.

    :param X: n x m data
    :param Clusters: m x K components, as from pca
    :param Centering: 1 x m means of pca; 0 x 0 for none
    :param ScaleFactor: 1 x m divisors of pca; 0 x 0 for none
    :return: Y: n x K coordinates

    Method: ((X - Centering) / ScaleFactor) %*% Clusters; means and divisors are applied to the components, so that a sparse X stays sparse.
    """
    return call(
        "pcaTransform",
        [("matrix", "Y")],
        [
            ("matrix", "X", X),
            ("matrix", "Clusters", Clusters),
            ("matrix", "Centering", Centering),
            ("matrix", "ScaleFactor", ScaleFactor),
        ],
        session,
    )


@method
def pnmf(X, rnk, eps=1e-8, maxi=10, verbose=True, seed=-1, session=None):
    """Non-negative factorisation of counts: X is close to W %*% H in the sense of a Poisson model.

    :param X: n x m matrix without negative cells
    :param rnk: number of columns of W and rows of H
    :param eps: small number that keeps divisors and logarithms positive
    :param maxi: number of iterations
    :param verbose: print the negative log-likelihood of every iteration
    :param seed: seed of the first factors; -1 for fresh ones
    :return: W: n x rnk, not negative
    :return: H: rnk x m, not negative

    Method: multiplicative updates of Lee and Seung (2000) for the divergence sum(W H) - sum(X log(W H)), which never rises. W H is only computed where X is not 0.
    """
    return call(
        "pnmf",
        [("matrix", "W"), ("matrix", "H")],
        [
            ("matrix", "X", X),
            ("scalar", "rnk", rnk),
            ("scalar", "eps", eps),
            ("scalar", "maxi", maxi),
            ("scalar", "verbose", verbose),
            ("scalar", "seed", seed),
        ],
        session,
    )


@method
def ppca(X, K=2, maxi=10, tolobj=1e-5, tolrecerr=0.02, verbose=True, session=None):
    """Probabilistic principal components of the columns of X.

    :param X: n x m data, one row per observation
    :param K: number of components
    :param maxi: largest number of iterations
    :param tolobj: smallest relative change of the noise variance for which to go on
    :param tolrecerr: stop when the relative error of the reconstruction is below this
    :param verbose: print noise variance and reconstruction error of every iteration
    :return: Xout: n x K expected coordinates of the rows
    :return: Mout: m x K loadings; X is close to Xout %*% t(Mout) plus the means of its columns

    Method: expectation maximisation for x = Mout z + mean + noise (Tipping and Bishop, 1999; Roweis, 1998). X is never centered, so that a sparse X stays sparse.
    """
    return call(
        "ppca",
        [("matrix", "Xout"), ("matrix", "Mout")],
        [
            ("matrix", "X", X),
            ("scalar", "K", K),
            ("scalar", "maxi", maxi),
            ("scalar", "tolobj", tolobj),
            ("scalar", "tolrecerr", tolrecerr),
            ("scalar", "verbose", verbose),
        ],
        session,
    )


@method
def psnr(X, Y, session=None):
    """Peak signal-to-noise ratio of Y as an approximation of X, in decibels.

    :param X: n x m matrix, the reference
    :param Y: n x m matrix to compare with X
    :return: Z: 1 x 1 ratio; infinite if X and Y are equal

    Method: 10 log10(max(X)^2 / mse(X, Y)).
    """
    return call(
        "psnr",
        [("column", "Z")],
        [
            ("matrix", "X", X),
            ("matrix", "Y", Y),
        ],
        session,
    )


@method
def quantizeByCluster(X, M=4, k=10, runs=10, max_iter=1000, eps=1e-6, avg_sample_size_per_centroid=50, separate=True, space_decomp=False, seed=-1, session=None):
    """Product quantisation: each part of a row is replaced by the nearest of a few centroids.

    :param X: n x m rows
    :param M: number of parts of a row; m is filled up with zeros to a multiple of it
    :param k: number of centroids: of each part if separate, of all parts together otherwise
    :param runs: as for kmeans
    :param max_iter: as for kmeans
    :param eps: as for kmeans
    :param avg_sample_size_per_centroid: as for kmeans
    :param separate: centroids of their own for each part
    :param space_decomp: turn the rows first so that the parts hold about the same variance and depend little on each other
    :param seed: as for kmeans
    :return: codebook: centroids, one per row: M k of them if separate, those of part 1 first
    :return: codes: n x M, for each part the row of its centroid in codebook
    :return: R: m x m rotation, rows are X %*% R before they are cut into parts; 0 x 0 without space_decomp

    Method: product quantisation (Jegou, Douze, Schmid 2011) with kmeans; eigenvalues are dealt out to the parts such that their products stay balanced (Ge et al.: Optimized Product Quantization, 2013).
    """
    return call(
        "quantizeByCluster",
        [("matrix", "codebook"), ("matrix", "codes"), ("matrix", "R")],
        [
            ("matrix", "X", X),
            ("scalar", "M", M),
            ("scalar", "k", k),
            ("scalar", "runs", runs),
            ("scalar", "max_iter", max_iter),
            ("scalar", "eps", eps),
            ("scalar", "avg_sample_size_per_centroid", avg_sample_size_per_centroid),
            ("scalar", "separate", separate),
            ("scalar", "space_decomp", space_decomp),
            ("scalar", "seed", seed),
        ],
        session,
    )


@method
def raGroupby(X, col, method, session=None):
    """Groups the tuples of a relation by a column.

    :param X: n x m relation, one row per tuple
    :param col: number of the column
    :param method: "nested-loop" or "permutation-matrix"; the result is the same
    :return: Y: one row per distinct value of the column, ascending: the value, and then the other columns of all its tuples one after the other; shorter groups end with 0

    Method: sorted once, each tuple is then written to its place.
    """
    return call(
        "raGroupby",
        [("matrix", "Y")],
        [
            ("matrix", "X", X),
            ("scalar", "col", col),
            ("scalar", "method", method),
        ],
        session,
    )


@method
def raJoin(A, colA, B, colB, method, session=None):
    """Joins two relations on equal values of a column each.

    :param A: n x a relation, one row per tuple
    :param colA: number of the column of A
    :param B: m x b relation, one row per tuple
    :param colB: number of the column of B
    :param method: "nested-loop", "sort-merge", "hash" or "hash2"; the result is the same
    :return: Y: k x (a + b) pairs of tuples, by ascending keys, those of a key in the order of A and then of B; 0 rows if there are none

    Method: both relations are matched over the distinct keys by products of sparse indicator matrices.
    """
    return call(
        "raJoin",
        [("matrix", "Y")],
        [
            ("matrix", "A", A),
            ("scalar", "colA", colA),
            ("matrix", "B", B),
            ("scalar", "colB", colB),
            ("scalar", "method", method),
        ],
        session,
    )


@method
def randomForest(X, y, ctypes, num_trees=0, sample_frac=0.0, feature_frac=1.0, max_depth=0, min_leaf=0, min_split=0, max_features=0.5, max_values=1.0, impurity="gini", seed=-1, verbose=False, session=None):
    """Random forest: decision trees fitted to random rows and random features.

    :param X: n x m features, categories recoded to numbers; missing values (NaN) count as larger than all others
    :param y: n x 1 classes 1, 2, ... or numeric targets
    :param ctypes: 1 x (m+1) kind of each feature and, last, of y: 1 numeric, 2 categorical
    :param num_trees: number of trees; 0: 100, for 100,000 rows or more 16
    :param sample_frac: share of the rows that each tree is fitted to, drawn without replacement; 0: as many rows as there are, drawn with replacement, of 100,000 rows or more 0.1 of them without
    :param feature_frac: share of the features that each tree may use
    :param max_depth: as for decisionTree; 0: 13, for 100,000 rows or more 10
    :param min_leaf: as for decisionTree
    :param min_split: as for decisionTree
    :param max_features: as for decisionTree
    :param max_values: as for decisionTree
    :param impurity: as for decisionTree
    :param seed: of all random choices; -1: another one each time
    :param verbose: print the size of the forest
    :return: M: a row per tree: m cells that are 1 for the features it may use, then the tree as decisionTree gives it, filled up with zeros to max_depth levels

    Method: Breiman, Random Forests, 2001; the trees are independent.
    """
    return call(
        "randomForest",
        [("matrix", "M")],
        [
            ("matrix", "X", X),
            ("matrix", "y", y),
            ("matrix", "ctypes", ctypes),
            ("scalar", "num_trees", num_trees),
            ("scalar", "sample_frac", sample_frac),
            ("scalar", "feature_frac", feature_frac),
            ("scalar", "max_depth", max_depth),
            ("scalar", "min_leaf", min_leaf),
            ("scalar", "min_split", min_split),
            ("scalar", "max_features", max_features),
            ("scalar", "max_values", max_values),
            ("scalar", "impurity", impurity),
            ("scalar", "seed", seed),
            ("scalar", "verbose", verbose),
        ],
        session,
    )


@method
def randomForestPredict(X, y=dml('matrix(0, 0, 0)'), ctypes=None, M=None, verbose=False, session=None):
    """Classes or values that a random forest predicts.

    :param X: n x m features
    :param y: n x 1 true targets, for printed statistics; leave it out if there are none
    :param ctypes: 1 x (m+1) kind of each feature and, last, of y: 1 numeric, 2 categorical
    :param M: forest of randomForest
    :param verbose: print accuracy or mean squared error if y is given
    :return: yhat: n x 1 class that most trees vote for (of several the smallest), or mean of the trees

    Method: each row goes down all trees.
    """
    return call(
        "randomForestPredict",
        [("column", "yhat")],
        [
            ("matrix", "X", X),
            ("matrix", "y", y),
            ("matrix", "ctypes", ctypes),
            ("matrix", "M", M),
            ("scalar", "verbose", verbose),
        ],
        session,
    )


@method
def raSelection(X, col, op, val, session=None):
    """Selects the rows of a relation whose value in a column satisfies a condition.

    :param X: n x m relation, one row per tuple
    :param col: number of the column
    :param op: "==", "!=", "<", "<=", ">", ">=", or in words "EQUAL", "NOTEQUAL", "LESS", "LESSEQUAL", "GREATER", "GREATEREQUAL"
    :param val: value to compare with
    :return: Y: k x m tuples in the order of X; 0 x m if there are none

    Method: comparison and selection.
    """
    return call(
        "raSelection",
        [("matrix", "Y")],
        [
            ("matrix", "X", X),
            ("scalar", "col", col),
            ("scalar", "op", op),
            ("scalar", "val", val),
        ],
        session,
    )


@method
def refuseLabels(y, caller, argument, session=None):
    """Ends with an error if there are labels other than 1, 2, ...

    :param y: labels
    :param caller: name of the function that needs them
    :param argument: name of its argument

    Method: one pass over y; only if there is another label its row is looked for.
    """
    return call(
        "refuseLabels",
        [],
        [
            ("matrix", "y", y),
            ("scalar", "caller", caller),
            ("scalar", "argument", argument),
        ],
        session,
    )


@method
def refuseMissing(X, caller, argument, session=None):
    """Ends with an error if there is a missing value (NaN).

    :param X: matrix that must be without
    :param caller: name of the function that can't use missing values
    :param argument: name of its argument

    Method: one pass over X; only if there is a missing value its place is looked for.
    """
    return call(
        "refuseMissing",
        [],
        [
            ("matrix", "X", X),
            ("scalar", "caller", caller),
            ("scalar", "argument", argument),
        ],
        session,
    )


@method
def rmse(X, Y, P=dml('matrix(0, 0, 0)'), session=None):
    """Root of the mean squared error.

    :param X: n x m matrix
    :param Y: n x m matrix to compare with X
    :param P: k x 1 levels between 0 and 1 for which quantiles are wanted; 0 x 0 for none
    :return: Z: 1 x 1 error
    :return: Q: 1 x k quantiles of the absolute errors of the cells; 0 x 0 without P

    Method: sqrt(mean((X - Y)^2)).
    """
    return call(
        "rmse",
        [("column", "Z"), ("matrix", "Q")],
        [
            ("matrix", "X", X),
            ("matrix", "Y", Y),
            ("matrix", "P", P),
        ],
        session,
    )


@method
def scale(X, center=True, scale=True, session=None):
    """Shifts and scales the columns of X to mean 0 and standard deviation 1.

    :param X: n x m matrix
    :param center: subtract the mean of each column
    :param scale: divide each column by its scale factor
    :return: Out: n x m matrix
    :return: Centering: 1 x m means that were subtracted, a mean that is NaN counts as 0; 0 x 0 without center
    :return: ScaleFactor: 1 x m divisors; 0 x 0 without scale

    Method: the factor of a column is sqrt(sum(x^2) / (n - 1)) after centering; factors of 0 or NaN, as of constant columns, become 1. Without center a sparse X stays sparse.
    """
    return call(
        "scale",
        [("matrix", "Out"), ("matrix", "Centering"), ("matrix", "ScaleFactor")],
        [
            ("matrix", "X", X),
            ("scalar", "center", center),
            ("scalar", "scale", scale),
        ],
        session,
    )


@method
def scaleApply(X, Centering, ScaleFactor, session=None):
    """Shifts and scales the columns of X by given means and factors, as scale found them on other data.

    :param X: n x m matrix
    :param Centering: 1 x m values to subtract from the columns; 0 x 0 for none
    :param ScaleFactor: 1 x m divisors of the columns; 0 x 0 for none
    :return: Y: n x m matrix (X - Centering) / ScaleFactor

    Method: cell by cell.
    """
    return call(
        "scaleApply",
        [("matrix", "Y")],
        [
            ("matrix", "X", X),
            ("matrix", "Centering", Centering),
            ("matrix", "ScaleFactor", ScaleFactor),
        ],
        session,
    )


@method
def scaleMinMax(X, session=None):
    """Maps each column of X linearly to the range from 0 to 1.

    :param X: n x m matrix
    :return: Y: n x m matrix; a constant column becomes 0

    Method: (x - min) / (max - min), see normalize, which also returns the ranges.
    """
    return call(
        "scaleMinMax",
        [("matrix", "Y")],
        [
            ("matrix", "X", X),
        ],
        session,
    )


@method
def scaleRobust(X, session=None):
    """Shifts the columns of X by their medians and scales them by their inter-quartile ranges.

    :param X: n x m matrix
    :return: Y: n x m matrix
    :return: med: 1 x m medians
    :return: q1: 1 x m first quartiles
    :return: q3: 1 x m third quartiles

    Method: (x - med) / (q3 - q1); outliers hardly move the statistics. A range of 0 counts as 1.
    """
    return call(
        "scaleRobust",
        [("matrix", "Y"), ("matrix", "med"), ("matrix", "q1"), ("matrix", "q3")],
        [
            ("matrix", "X", X),
        ],
        session,
    )


@method
def scaleRobustApply(X, med, q1, q3, session=None):
    """Shifts and scales the columns of X by medians and quartiles that scaleRobust found on other data.

    :param X: n x m matrix
    :param med: 1 x m medians
    :param q1: 1 x m first quartiles
    :param q3: 1 x m third quartiles
    :return: Y: n x m matrix

    Method: (x - med) / (q3 - q1); a range of 0 counts as 1.
    """
    return call(
        "scaleRobustApply",
        [("matrix", "Y")],
        [
            ("matrix", "X", X),
            ("matrix", "med", med),
            ("matrix", "q1", q1),
            ("matrix", "q3", q3),
        ],
        session,
    )


@method
def selectByVarThresh(X, thresh=0.0, session=None):
    """Keeps the columns whose variance is above a threshold.

    :param X: n x m matrix
    :param thresh: threshold; 0 drops constant columns only
    :return: Xp: n x k matrix of the columns that are left; n x 0 if there are none
    :return: I: 1 x m indicator: 1 for the columns that are left

    Method: unbiased variances.
    """
    return call(
        "selectByVarThresh",
        [("matrix", "Xp"), ("matrix", "I")],
        [
            ("matrix", "X", X),
            ("scalar", "thresh", thresh),
        ],
        session,
    )


@method
def ses(x, h=1, alpha=0.5, session=None):
    """Forecast of a time series by simple exponential smoothing.

    :param x: n x 1 values in the order of time
    :param h: number of values to forecast
    :param alpha: weight of the latest value
    :return: yhat: h x 1 forecasts, all equal

    Method: level l = alpha x + (1 - alpha) l, from 0 before the first value (Holt, 1957), as one cumsumprod.
    """
    return call(
        "ses",
        [("column", "yhat")],
        [
            ("matrix", "x", x),
            ("scalar", "h", h),
            ("scalar", "alpha", alpha),
        ],
        session,
    )


@method
def setdiff(X, Y, session=None):
    """The values that occur in X but not in Y.

    :param X: n x 1 values
    :param Y: m x 1 values
    :return: R: k x 1 distinct values, ascending; 0 x 1 if there are none

    Method: symmetric difference of X and the intersection.
    """
    return call(
        "setdiff",
        [("column", "R")],
        [
            ("matrix", "X", X),
            ("matrix", "Y", Y),
        ],
        session,
    )


def shapExplainer(model_function, model_args, x_instances, X_bg, n_permutations=10, n_samples=100, remove_non_var=0, partitions=dml('as.matrix(-1)'), seed=-1, verbose=0, session=None):
    """Explains predictions: how much each feature moves a prediction away from the mean of a background (SHAP values).

    :param model_function: name of a function that takes a matrix of rows and returns a column of predictions
    :param model_args: list of its further arguments, in their order
    :param x_instances: k x m rows to explain
    :param X_bg: b x m background: values that features may have instead
    :param n_permutations: number of random orders of the features
    :param n_samples: number of rows that are taken from X_bg; all if there are not more
    :param remove_non_var: 1: features that have the same value in the row and in all of the background get 0 without any predictions
    :param partitions: 2 x g first and last columns of groups of features, which are moved together; -1 for none
    :param seed: of orders and samples; -1: another one each time
    :param verbose: 1: print the number of predictions
    :return: row_phis: k x m values: with the expected value they sum up to the prediction of the row. The value of a group stands in its first column, and 0 in the others
    :return: expected: mean prediction of the samples of the background

    Method: permutation sampling (Castro, Gomez, Tejada, 2009), each order forward and backward; rows in parallel.
    """
    return call(
        "shapExplainer",
        [("matrix", "row_phis"), ("scalar", "expected")],
        [
            ("scalar", "model_function", model_function),
            ("list", "model_args", model_args),
            ("matrix", "x_instances", x_instances),
            ("matrix", "X_bg", X_bg),
            ("scalar", "n_permutations", n_permutations),
            ("scalar", "n_samples", n_samples),
            ("scalar", "remove_non_var", remove_non_var),
            ("matrix", "partitions", partitions),
            ("scalar", "seed", seed),
            ("scalar", "verbose", verbose),
        ],
        session,
    )


@method
def sherlock(X_train, y_train, session=None):
    """Trains a network that tells what a column of a table holds, such as names or dates, from features of its texts (Sherlock).

    :param X_train: n x 1588 features of n columns: 960 of characters, 201 of words, 400 of paragraphs, 27 statistics
    :param y_train: n x k kinds of the columns, one-hot
    :return: cW1: weights of layer 1 for characters, columns 1 to 960
    :return: cb1: its biases
    :return: cW2: weights of layer 2 for characters, columns 1 to 960
    :return: cb2: its biases
    :return: cW3: weights of layer 3 for characters, columns 1 to 960
    :return: cb3: its biases
    :return: wW1: weights of layer 1 for words, columns 961 to 1161
    :return: wb1: its biases
    :return: wW2: weights of layer 2 for words, columns 961 to 1161
    :return: wb2: its biases
    :return: wW3: weights of layer 3 for words, columns 961 to 1161
    :return: wb3: its biases
    :return: pW1: weights of layer 1 for paragraphs, columns 1162 to 1561
    :return: pb1: its biases
    :return: pW2: weights of layer 2 for paragraphs, columns 1162 to 1561
    :return: pb2: its biases
    :return: pW3: weights of layer 3 for paragraphs, columns 1162 to 1561
    :return: pb3: its biases
    :return: sW1: weights of layer 1 for statistics, columns 1562 to 1588
    :return: sb1: its biases
    :return: sW2: weights of layer 2 for statistics, columns 1562 to 1588
    :return: sb2: its biases
    :return: sW3: weights of layer 3 for statistics, columns 1562 to 1588
    :return: sb3: its biases
    :return: fW1: weights of layer 1 of the final network
    :return: fb1: its biases
    :return: fW2: weights of layer 2 of the final network
    :return: fb2: its biases
    :return: fW3: weights of layer 3 of the final network
    :return: fb3: its biases

    Method: Hulsebos et al.: Sherlock, KDD 2019. A network for each group of features and one for their outputs, side by side: two layers with rectifiers and dropout, then softmax. The features are standardised before, and this is put into the weights of the first layers. Adam (Kingma and Ba 2015), 20 passes in batches of 64, learning rate 0.001, weight decay 1e-4.
    """
    return call(
        "sherlock",
        [("matrix", "cW1"), ("matrix", "cb1"), ("matrix", "cW2"), ("matrix", "cb2"), ("matrix", "cW3"), ("matrix", "cb3"), ("matrix", "wW1"), ("matrix", "wb1"), ("matrix", "wW2"), ("matrix", "wb2"), ("matrix", "wW3"), ("matrix", "wb3"), ("matrix", "pW1"), ("matrix", "pb1"), ("matrix", "pW2"), ("matrix", "pb2"), ("matrix", "pW3"), ("matrix", "pb3"), ("matrix", "sW1"), ("matrix", "sb1"), ("matrix", "sW2"), ("matrix", "sb2"), ("matrix", "sW3"), ("matrix", "sb3"), ("matrix", "fW1"), ("matrix", "fb1"), ("matrix", "fW2"), ("matrix", "fb2"), ("matrix", "fW3"), ("matrix", "fb3")],
        [
            ("matrix", "X_train", X_train),
            ("matrix", "y_train", y_train),
        ],
        session,
    )


@method
def sherlockPredict(X, cW1, cb1, cW2, cb2, cW3, cb3, wW1, wb1, wW2, wb2, wW3, wb3, pW1, pb1, pW2, pb2, pW3, pb3, sW1, sb1, sW2, sb2, sW3, sb3, fW1, fb1, fW2, fb2, fW3, fb3, session=None):
    """Probabilities of what columns of tables hold, from a network of sherlock.

    :param X: n x 1588 features of n columns, see sherlock
    :param cW1: weights of layer 1 for characters, columns 1 to 960
    :param cb1: its biases
    :param cW2: weights of layer 2 for characters, columns 1 to 960
    :param cb2: its biases
    :param cW3: weights of layer 3 for characters, columns 1 to 960
    :param cb3: its biases
    :param wW1: weights of layer 1 for words, columns 961 to 1161
    :param wb1: its biases
    :param wW2: weights of layer 2 for words, columns 961 to 1161
    :param wb2: its biases
    :param wW3: weights of layer 3 for words, columns 961 to 1161
    :param wb3: its biases
    :param pW1: weights of layer 1 for paragraphs, columns 1162 to 1561
    :param pb1: its biases
    :param pW2: weights of layer 2 for paragraphs, columns 1162 to 1561
    :param pb2: its biases
    :param pW3: weights of layer 3 for paragraphs, columns 1162 to 1561
    :param pb3: its biases
    :param sW1: weights of layer 1 for statistics, columns 1562 to 1588
    :param sb1: its biases
    :param sW2: weights of layer 2 for statistics, columns 1562 to 1588
    :param sb2: its biases
    :param sW3: weights of layer 3 for statistics, columns 1562 to 1588
    :param sb3: its biases
    :param fW1: weights of layer 1 of the final network
    :param fb1: its biases
    :param fW2: weights of layer 2 of the final network
    :param fb2: its biases
    :param fW3: weights of layer 3 of the final network
    :param fb3: its biases
    :return: probs: n x k probabilities of the kinds

    Method: see sherlock; without dropout.
    """
    return call(
        "sherlockPredict",
        [("matrix", "probs")],
        [
            ("matrix", "X", X),
            ("matrix", "cW1", cW1),
            ("matrix", "cb1", cb1),
            ("matrix", "cW2", cW2),
            ("matrix", "cb2", cb2),
            ("matrix", "cW3", cW3),
            ("matrix", "cb3", cb3),
            ("matrix", "wW1", wW1),
            ("matrix", "wb1", wb1),
            ("matrix", "wW2", wW2),
            ("matrix", "wb2", wb2),
            ("matrix", "wW3", wW3),
            ("matrix", "wb3", wb3),
            ("matrix", "pW1", pW1),
            ("matrix", "pb1", pb1),
            ("matrix", "pW2", pW2),
            ("matrix", "pb2", pb2),
            ("matrix", "pW3", pW3),
            ("matrix", "pb3", pb3),
            ("matrix", "sW1", sW1),
            ("matrix", "sb1", sb1),
            ("matrix", "sW2", sW2),
            ("matrix", "sb2", sb2),
            ("matrix", "sW3", sW3),
            ("matrix", "sb3", sb3),
            ("matrix", "fW1", fW1),
            ("matrix", "fb1", fb1),
            ("matrix", "fW2", fW2),
            ("matrix", "fb2", fb2),
            ("matrix", "fW3", fW3),
            ("matrix", "fb3", fb3),
        ],
        session,
    )


@method
def shortestPath(G, maxi=0, sourceNode=None, verbose=False, session=None):
    """Lengths of the shortest paths from one node to all nodes.

    :param G: n x n matrix: G[i, j] > 0 is the length of the edge from i to j, 0 means there is none
    :param maxi: largest number of iterations; 0 for no limit
    :param sourceNode: number of the node the paths start from
    :param verbose: print how many distances change in each iteration
    :return: C: n x 1 distances; infinite for nodes that can't be reached

    Method: Bellman and Ford: all edges are relaxed at once until nothing changes.
    """
    return call(
        "shortestPath",
        [("column", "C")],
        [
            ("matrix", "G", G),
            ("scalar", "maxi", maxi),
            ("scalar", "sourceNode", sourceNode),
            ("scalar", "verbose", verbose),
        ],
        session,
    )


@method
def skewness(X, session=None):
    """Skewness of all cells of a matrix.

    :param X: n x m matrix
    :return: Y: 1 x 1 skewness

    Method: mean((x - mean)^3) / sd^3 with the unbiased standard deviation.
    """
    return call(
        "skewness",
        [("column", "Y")],
        [
            ("matrix", "X", X),
        ],
        session,
    )


@method
def slicefinder(X, e, k=4, maxL=0, minSup=32, alpha=0.5, tpEval=True, tpBlksz=16, selFeat=False, verbose=False, session=None):
    """Finds the slices of data on which a model errs most: another name of sliceLine.

    :param X: n x m features as codes 1, 2, ...
    :param e: n x 1 errors of the model, not negative
    :param k: number of slices to find
    :param maxL: largest number of features of a slice; 0 for m
    :param minSup: smallest number of rows of a slice
    :param alpha: weight of the error against the size of a slice, more than 0 and at most 1
    :param tpEval: evaluate blocks of slices in parallel
    :param tpBlksz: number of slices per block
    :param selFeat: consider only features that have a value with a positive score
    :param verbose: print the number of slices of every level
    :return: TK: at most k x m slices with positive scores, the worst first: codes of the features, 0 for any
    :return: TKC: their score, sum of errors, largest error, number of rows
    :return: D: if verbose, statistics of each level, see sliceLine; else 0 rows

    Method: see sliceLine.
    """
    return call(
        "slicefinder",
        [("matrix", "TK"), ("matrix", "TKC"), ("matrix", "D")],
        [
            ("matrix", "X", X),
            ("matrix", "e", e),
            ("scalar", "k", k),
            ("scalar", "maxL", maxL),
            ("scalar", "minSup", minSup),
            ("scalar", "alpha", alpha),
            ("scalar", "tpEval", tpEval),
            ("scalar", "tpBlksz", tpBlksz),
            ("scalar", "selFeat", selFeat),
            ("scalar", "verbose", verbose),
        ],
        session,
    )


@method
def sliceLine(X, e, k=4, maxL=0, minSup=32, alpha=0.5, tpEval=True, tpBlksz=16, selFeat=False, verbose=False, session=None):
    """Finds the slices of data, conjunctions of feature values, on which a model errs most.

    :param X: n x m features as codes 1, 2, ...
    :param e: n x 1 errors of the model, not negative
    :param k: number of slices to find
    :param maxL: largest number of features of a slice; 0 for m
    :param minSup: smallest number of rows of a slice
    :param alpha: weight of the error against the size of a slice, more than 0 and at most 1
    :param tpEval: evaluate blocks of slices in parallel
    :param tpBlksz: number of slices per block
    :param selFeat: consider only features that have a value with a positive score
    :param verbose: print the number of slices of every level
    :return: TK: at most k x m slices with positive scores, the worst first: codes of the features, 0 for any
    :return: TKC: their score, sum of errors, largest error, number of rows
    :return: D: if verbose, a row for each level: its number, evaluated slices, valid slices, largest and smallest score in TKC; else 0 rows

    Method: SliceLine (Sagadeeva and Boehm, SIGMOD 2021): score alpha (mean error of the slice / mean error - 1) - (1 - alpha) (n / rows - 1); level-wise enumeration with sparse matrices; candidates with too few rows, too small a bound of the score or a missing parent are dropped.
    """
    return call(
        "sliceLine",
        [("matrix", "TK"), ("matrix", "TKC"), ("matrix", "D")],
        [
            ("matrix", "X", X),
            ("matrix", "e", e),
            ("scalar", "k", k),
            ("scalar", "maxL", maxL),
            ("scalar", "minSup", minSup),
            ("scalar", "alpha", alpha),
            ("scalar", "tpEval", tpEval),
            ("scalar", "tpBlksz", tpBlksz),
            ("scalar", "selFeat", selFeat),
            ("scalar", "verbose", verbose),
        ],
        session,
    )


@method
def sliceLineDebug(TK, TKC, tfmeta, tfspec, session=None):
    """Says in words which slices sliceLine has found.

    :param TK: k x m slices, from sliceLine on an encoded frame: codes of the features, 0 for any
    :param TKC: k x 4 scores, sums of errors, largest errors and numbers of rows, from sliceLine
    :param tfmeta: what transformencode learned about the frame
    :param tfspec: the specification given to transformencode
    :return: S: a text with three lines per slice: score and size, mean and largest error, and the condition on the columns

    Method: transformdecode of the codes; a bin is named by its middle.
    """
    return call(
        "sliceLineDebug",
        [("scalar", "S")],
        [
            ("matrix", "TK", TK),
            ("matrix", "TKC", TKC),
            ("frame", "tfmeta", tfmeta),
            ("scalar", "tfspec", tfspec),
        ],
        session,
    )


@method
def sliceLineExtract(X, e, TK, TKC, k2=-1, session=None):
    """The rows that belong to slices found by sliceLine.

    :param X: n x m features as codes 1, 2, ...
    :param e: n x 1 errors of the model
    :param TK: k x m slices, from sliceLine
    :param TKC: k x 4 scores of the slices, from sliceLine
    :param k2: number of slices to use; -1 for all
    :return: Xtk: rows of X in at least one of the slices, in the order of X
    :return: etk: their errors
    :return: I: n x 1 indicator of these rows

    Method: rows that agree with a slice in all its features.
    """
    return call(
        "sliceLineExtract",
        [("matrix", "Xtk"), ("matrix", "etk"), ("column", "I")],
        [
            ("matrix", "X", X),
            ("matrix", "e", e),
            ("matrix", "TK", TK),
            ("matrix", "TKC", TKC),
            ("scalar", "k2", k2),
        ],
        session,
    )


@method
def smape(X, Y, P=dml('matrix(0, 0, 0)'), session=None):
    """Symmetric mean absolute percentage error.

    :param X: n x m matrix
    :param Y: n x m matrix to compare with X
    :param P: k x 1 levels between 0 and 1 for which quantiles are wanted; 0 x 0 for none
    :return: Z: 1 x 1 error
    :return: Q: 1 x k quantiles of the relative errors of the cells; 0 x 0 without P

    Method: mean(2 |X - Y| / (|X| + |Y|)); it lies between 0 and 2.
    """
    return call(
        "smape",
        [("column", "Z"), ("matrix", "Q")],
        [
            ("matrix", "X", X),
            ("matrix", "Y", Y),
            ("matrix", "P", P),
        ],
        session,
    )


@method
def smote(X, mask, s=200, k=1, verbose=False, session=None):
    """Makes synthetic rows of a rare class.

    :param X: n x m rows of the class
    :param mask: 1 x m: 1 for a categorical column, else 0
    :param s: percentage of synthetic rows, a multiple of 100
    :param k: number of nearest neighbours to choose from
    :param verbose: print the number of rows
    :return: Y: n s / 100 x m synthetic rows

    Method: SMOTE (Chawla et al., 2002): a random point on the line from a row to a random one of its k nearest neighbours; distances are over the columns that are not categorical. A categorical column takes the value of the nearer end.
    """
    return call(
        "smote",
        [("matrix", "Y")],
        [
            ("matrix", "X", X),
            ("matrix", "mask", mask),
            ("scalar", "s", s),
            ("scalar", "k", k),
            ("scalar", "verbose", verbose),
        ],
        session,
    )


@method
def softmax(S, session=None):
    """Row-wise softmax: exp(S) divided by the sum of its row.

    :param S: n x k scores
    :return: P: n x k, positive, each row sums to 1

    Method: the largest score of each row is subtracted first, so that exp can't overflow.
    """
    return call(
        "softmax",
        [("matrix", "P")],
        [
            ("matrix", "S", S),
        ],
        session,
    )


@method
def split(X, Y, f=0.7, cont=True, seed=-1, session=None):
    """Splits rows and their targets into a part for training and a part for testing.

    :param X: n x m features
    :param Y: n x k targets
    :param f: share of the rows for training
    :param cont: TRUE: the first rows are for training; FALSE: a random sample, in the order of the data
    :param seed: seed of the sample; -1 for a fresh one
    :return: X_Train: round(f n) rows of X
    :return: X_Test: the other rows of X
    :return: Y_Train: the rows of Y for X_Train
    :return: Y_Test: the rows of Y for X_Test

    Method: contiguous blocks, or sampling without replacement.
    """
    return call(
        "split",
        [("matrix", "X_Train"), ("matrix", "X_Test"), ("matrix", "Y_Train"), ("matrix", "Y_Test")],
        [
            ("matrix", "X", X),
            ("matrix", "Y", Y),
            ("scalar", "f", f),
            ("scalar", "cont", cont),
            ("scalar", "seed", seed),
        ],
        session,
    )


@method
def splitBalanced(X, Y, splitRatio=0.7, verbose=False, session=None):
    """Splits rows into parts for training and testing, the same share of every class.

    :param X: n x m features
    :param Y: n x 1 labels 1 ... k
    :param splitRatio: share of the rows of each class for training
    :param verbose: print the sizes of the parts
    :return: X_train: rows of X for training, class by class
    :return: y_train: their labels
    :return: X_test: the other rows of X
    :return: y_test: their labels

    Method: of a class with c rows the first floor(splitRatio c) are for training.
    """
    return call(
        "splitBalanced",
        [("matrix", "X_train"), ("matrix", "y_train"), ("matrix", "X_test"), ("matrix", "y_test")],
        [
            ("matrix", "X", X),
            ("matrix", "Y", Y),
            ("scalar", "splitRatio", splitRatio),
            ("scalar", "verbose", verbose),
        ],
        session,
    )


@method
def stableMarriage(P, A, ordered=True, verbose=False, session=None):
    """Pairs of proposers and acceptors such that no two would rather have each other.

    :param P: n x n preferences of the proposers, one row each
    :param A: n x n preferences of the acceptors, one row each
    :param ordered: TRUE: a row lists the others from the most to the least wanted; FALSE: cell (i, j) is how much i wants j; larger is better, of equal ones the first
    :param verbose: print the number of rounds
    :return: result_matrix: n x n: row i has, in the column of the proposer that acceptor i gets, how much the acceptor wants him (if ordered n for the first of the list, 1 for the last), and zeros elsewhere

    Method: Gale and Shapley 1962; in each round all free proposers ask their next choice at once. The pairs are the best stable ones for the proposers.
    """
    return call(
        "stableMarriage",
        [("matrix", "result_matrix")],
        [
            ("matrix", "P", P),
            ("matrix", "A", A),
            ("scalar", "ordered", ordered),
            ("scalar", "verbose", verbose),
        ],
        session,
    )


@method
def statsNA(X, bins=4, verbose=True, session=None):
    """Statistics of the missing values of a time series.

    :param X: n x 1 series; NaN is missing
    :param bins: number of stretches of equal length for which verbose shows the missing values
    :param verbose: print the statistics, those of the stretches, and how often each size of gap occurs
    :return: stats: 8 x 1: length of the series, number of missing values, their share, number of gaps (runs of missing values), mean size of a gap, size of the longest, most frequent size, and the size of gaps that together hold most missing values (of equals the larger size)

    Method: run lengths.
    """
    return call(
        "statsNA",
        [("column", "stats")],
        [
            ("matrix", "X", X),
            ("scalar", "bins", bins),
            ("scalar", "verbose", verbose),
        ],
        session,
    )


@method
def stepglm(X, Y, dfam=1, vpow=0.0, link=0, lpow=1.0, yneg=0.0, icpt=0, disp=0.0, reg=0.0, tol=1e-6, moi=200, mii=0, thr=0.0, verbose=True, session=None):
    """Generalised linear model on features selected one by one, as long as the Akaike criterion improves.

    :param X: n x m features
    :param Y: targets as for glm
    :param dfam: as for glm
    :param vpow: as for glm; 0, 1, 2 or 3, whose likelihoods are those of distributions
    :param link: as for glm
    :param lpow: as for glm
    :param yneg: as for glm
    :param icpt: as for glm; an intercept belongs to all models
    :param disp: dispersion of the power family; 0: that of the highest likelihood, 1 for Poisson
    :param reg: as for glm
    :param tol: as for glm
    :param moi: as for glm
    :param mii: as for glm
    :param thr: a feature is added if it lowers the criterion by more than thr times its size
    :param verbose: print the feature and the criterion of each step
    :return: B: coefficients as of glm, zero for features that are not selected
    :return: S: 1 x k positions of the selected features in the order of selection; a single 0 if none

    Method: forward selection by AIC = 2 * (number of coefficients) - 2 * (log-likelihood), up to a constant of the data (Akaike 1974; Venables and Ripley: Modern Applied Statistics with S, 2002, chapter 7). The models of a step are fitted in parallel.
    """
    return call(
        "stepglm",
        [("matrix", "B"), ("matrix", "S")],
        [
            ("matrix", "X", X),
            ("matrix", "Y", Y),
            ("scalar", "dfam", dfam),
            ("scalar", "vpow", vpow),
            ("scalar", "link", link),
            ("scalar", "lpow", lpow),
            ("scalar", "yneg", yneg),
            ("scalar", "icpt", icpt),
            ("scalar", "disp", disp),
            ("scalar", "reg", reg),
            ("scalar", "tol", tol),
            ("scalar", "moi", moi),
            ("scalar", "mii", mii),
            ("scalar", "thr", thr),
            ("scalar", "verbose", verbose),
        ],
        session,
    )


@method
def steplm(X, y, icpt=0, reg=1e-7, tol=1e-7, maxi=0, verbose=True, session=None):
    """Linear regression on features selected one by one, as long as the Akaike criterion improves.

    :param X: n x m features
    :param y: n x 1 targets
    :param icpt: as for lm; an intercept belongs to all models
    :param reg: as for lm
    :param tol: as for lm
    :param maxi: as for lm
    :param verbose: print the feature and the criterion of each step
    :return: B: coefficients as of lm, zero for features that are not selected
    :return: S: 1 x k positions of the selected features in the order of selection, with an intercept followed by its position m + 1; a single 0 if no feature is selected

    Method: forward selection by AIC = n log(RSS / n) + 2 * (number of coefficients), which a feature has to lower by more than 0.1 %. The drop of RSS that each remaining feature brings follows from t(X) X for all of them at once (partial correlation, Efroymson 1960), so that X is read once per selected feature only.
    """
    return call(
        "steplm",
        [("matrix", "B"), ("matrix", "S")],
        [
            ("matrix", "X", X),
            ("matrix", "y", y),
            ("scalar", "icpt", icpt),
            ("scalar", "reg", reg),
            ("scalar", "tol", tol),
            ("scalar", "maxi", maxi),
            ("scalar", "verbose", verbose),
        ],
        session,
    )


@method
def stratstats(X, Y=dml('matrix(0, 1, 1)'), S=dml('matrix(0, 1, 1)'), Xcid=dml('matrix(0, 1, 1)'), Ycid=dml('matrix(0, 1, 1)'), Scid=1, debug=False, session=None):
    """Statistics of pairs of columns, over all rows and within strata.

    :param X: n x p matrix; NaN counts as missing
    :param Y: n x q matrix; a matrix of one cell stands for X
    :param S: n x s matrix with the strata; a matrix of one cell stands for X
    :param Xcid: 1 x a column numbers of X to use; a matrix of one cell that is 0 stands for all
    :param Ycid: 1 x b column numbers of Y to use; a matrix of one cell that is 0 stands for all
    :param Scid: column number of S with the strata 1, 2, ...; rows with NaN or less than 1 do not count
    :param debug: print the number of strata
    :return: OutMtx: a b x 40, one row per pair, the columns of Y changing fastest. 1: column number of x, 2: number of rows with x, 3: mean, 4: standard deviation, 5: standard deviation within strata, 6: R^2 of x on the strata, 7: adjusted, 8: its p-value; 11 to 18: the same for y; 21: number of rows with both, 22: slope of y on x, 23: its standard error, 24: correlation, 25: standard deviation of the residuals, 26: R^2, 27: adjusted, 28: p-value of the slope; 31 to 38: the same within strata; 39: number of strata with at least two rows. The others are 0.

    Method: one-way analysis of variance; linear regression with one slope, and one intercept or one per stratum.
    """
    return call(
        "stratstats",
        [("matrix", "OutMtx")],
        [
            ("matrix", "X", X),
            ("matrix", "Y", Y),
            ("matrix", "S", S),
            ("matrix", "Xcid", Xcid),
            ("matrix", "Ycid", Ycid),
            ("scalar", "Scid", Scid),
            ("scalar", "debug", debug),
        ],
        session,
    )


@method
def symmetricDifference(X, Y, session=None):
    """The values that occur in exactly one of X and Y.

    :param X: n x 1 values
    :param Y: m x 1 values
    :return: R: k x 1 distinct values, ascending; 0 x 1 if there are none

    Method: values without an equal neighbour in the sorted distinct values of both.
    """
    return call(
        "symmetricDifference",
        [("column", "R")],
        [
            ("matrix", "X", X),
            ("matrix", "Y", Y),
        ],
        session,
    )


@method
def tomeklink(X, y, session=None):
    """Removes rows of the frequent one of two classes that lie at the border to the other.

    :param X: n x m features
    :param y: n x 1 two different labels, such as 0 and 1
    :return: X_under: features of the rows that are left, in the order of the data
    :return: y_under: their labels
    :return: drop_idx: numbers of the rows that were removed; 0 x 1 if there are none

    Method: Tomek (1976): two rows of different classes that are each other's nearest neighbour form a link.
    """
    return call(
        "tomeklink",
        [("matrix", "X_under"), ("matrix", "y_under"), ("matrix", "drop_idx")],
        [
            ("matrix", "X", X),
            ("matrix", "y", y),
        ],
        session,
    )


@method
def toOneHot(X, numClasses, session=None):
    """Turns labels into rows with a single 1.

    :param X: n x 1 labels 1 ... numClasses
    :param numClasses: number of classes
    :return: Y: n x numClasses matrix with Y[i, X[i]] = 1

    Method: contingency table of row numbers and labels; the result is sparse.
    """
    return call(
        "toOneHot",
        [("matrix", "Y")],
        [
            ("matrix", "X", X),
            ("scalar", "numClasses", numClasses),
        ],
        session,
    )


def topk_cleaning(dataTrain, dataTest=dml('as.frame("NULL")'), metaData=dml('as.frame("NULL")'), primitives=None, parameters=None, refSol=dml('as.frame("NaN")'), evaluationFunc=None, evalFunHp=None, topK=5, resource_val=20, max_iter=10, lq=0.1, uq=0.7, sample=1.0, expectedIncrease=1.0, seed=-1, cv=True, cvk=2, isLastLabel=True, rowCount=3700, correctTypos=False, enablePruning=False, session=None):
    """Finds the pipelines of cleaning functions that improve the score of a model most.

    :param dataTrain: n x m frame
    :param dataTest: frame of the same columns; only needed without cv
    :param metaData: 3 x m frame: types of the columns; 1 for columns of categories, else 0; 1 for columns with functional dependencies, else 0. A frame of one cell: columns of texts are categories
    :param primitives: frame with a column per kind of cleaning: names of functions that do it, NA where there are fewer
    :param parameters: frame of the parameters of these functions, see param of bandit
    :param refSol: a row of names of functions: a pipeline to try in any case; NaN: none
    :param evaluationFunc: name of a function that takes X, Y, Xtest, Ytest, Xorig and evalFunHp, trains on X and Y and returns its score on Xtest and Ytest in the first cell of a matrix; it is given the missing values that a pipeline leaves, and NaN is the least score
    :param evalFunHp: passed on to it
    :param topK: number of pipelines to return
    :param resource_val: largest number of settings that are tried for a pipeline at once, see R of bandit
    :param max_iter: largest number of functions in a pipeline
    :param lq: accepted and ignored
    :param uq: accepted and ignored
    :param sample: share of the rows of each class that the search uses, if there are more than rowCount rows
    :param expectedIncrease: pipelines do not grow further once they exceed the score without cleaning by so much
    :param seed: seed of sample and settings, -1: another one in each call
    :param cv: score by cross-validation of dataTrain; else train on dataTrain and score on dataTest
    :param cvk: number of folds
    :param isLastLabel: the last column holds labels; else all columns are features, and labels are 1
    :param rowCount: number of rows up to which all are used
    :param correctTypos: correct typos in columns of categories first
    :param enablePruning: accepted and ignored: every setting is scored
    :return: topKPipelines: at most topK pipelines, the best score first, with NA behind the last function
    :return: topKHyperParams: their settings: number of cells, then parts of equal size, one per function, see fit_pipeline
    :return: topKScores: their scores
    :return: dirtyScore: score without cleaning (categories as dummy columns, missing values are 1)
    :return: evalHp: evalFunHp
    :return: applyFunc: frame of the names of the functions that clean test data

    Method: pipelines grow by a function of another kind as long as that raises the best score with default parameters; the topK best go on. bandit then searches the parameters of all that went on.
    """
    return call(
        "topk_cleaning",
        [("frame", "topKPipelines"), ("matrix", "topKHyperParams"), ("matrix", "topKScores"), ("scalar", "dirtyScore"), ("matrix", "evalHp"), ("frame", "applyFunc")],
        [
            ("frame", "dataTrain", dataTrain),
            ("frame", "dataTest", dataTest),
            ("frame", "metaData", metaData),
            ("frame", "primitives", primitives),
            ("frame", "parameters", parameters),
            ("frame", "refSol", refSol),
            ("scalar", "evaluationFunc", evaluationFunc),
            ("matrix", "evalFunHp", evalFunHp),
            ("scalar", "topK", topK),
            ("scalar", "resource_val", resource_val),
            ("scalar", "max_iter", max_iter),
            ("scalar", "lq", lq),
            ("scalar", "uq", uq),
            ("scalar", "sample", sample),
            ("scalar", "expectedIncrease", expectedIncrease),
            ("scalar", "seed", seed),
            ("scalar", "cv", cv),
            ("scalar", "cvk", cvk),
            ("scalar", "isLastLabel", isLastLabel),
            ("scalar", "rowCount", rowCount),
            ("scalar", "correctTypos", correctTypos),
            ("scalar", "enablePruning", enablePruning),
        ],
        session,
    )


@method
def tSNE(X, reduced_dims=2, perplexity=30, lr=300.0, momentum=0.9, max_iter=1000, tol=1e-5, seed=-1, is_verbose=False, print_iter=10, session=None):
    """Embeds points in few dimensions such that neighbours stay neighbours (t-SNE).

    :param X: n x m points
    :param reduced_dims: number of dimensions of the embedding
    :param perplexity: effective number of neighbours of a point, below n
    :param lr: learning rate
    :param momentum: weight of the last step in the next, at least 0 and below 1
    :param max_iter: most gradient steps
    :param tol: stop when the sum of the absolute gradients is below tol times that of the start
    :param seed: of the random start; -1: another one each time
    :param is_verbose: print the sum of the absolute gradients
    :param print_iter: every how many steps
    :return: Y: n x reduced_dims embedding, with means of 0

    Method: gradient descent with momentum on the divergence of neighbour probabilities (van der Maaten and Hinton 2008): Gaussian ones of the points, with a width for each that gives the perplexity, found by bisection of all points at once, and Student ones of the embedding. The probabilities are exaggerated fourfold in the first 100 steps, or the first quarter of them if that is less. Steps have gains for each coordinate, which grow while its gradient keeps the sign.
    """
    return call(
        "tSNE",
        [("matrix", "Y")],
        [
            ("matrix", "X", X),
            ("scalar", "reduced_dims", reduced_dims),
            ("scalar", "perplexity", perplexity),
            ("scalar", "lr", lr),
            ("scalar", "momentum", momentum),
            ("scalar", "max_iter", max_iter),
            ("scalar", "tol", tol),
            ("scalar", "seed", seed),
            ("scalar", "is_verbose", is_verbose),
            ("scalar", "print_iter", print_iter),
        ],
        session,
    )


@method
def underSampling(X, Y, ratio, session=None):
    """Removes random rows of the frequent one of two classes.

    :param X: n x m features
    :param Y: n x 1 labels 1 or 2
    :param ratio: share of the rows of the frequent class to remove
    :return: X: features of the rows that are left, in the order of the data
    :return: Y: their labels

    Method: sampling without replacement.
    """
    return call(
        "underSampling",
        [("matrix", "X"), ("matrix", "Y")],
        [
            ("matrix", "X", X),
            ("matrix", "Y", Y),
            ("scalar", "ratio", ratio),
        ],
        session,
    )


@method
def union(X, Y, session=None):
    """The values that occur in X or Y.

    :param X: n x 1 values
    :param Y: m x 1 values
    :return: R: k x 1 distinct values, ascending

    Method: distinct values of both.
    """
    return call(
        "union",
        [("column", "R")],
        [
            ("matrix", "X", X),
            ("matrix", "Y", Y),
        ],
        session,
    )


@method
def univar(X, types, session=None):
    """Univariate statistics of the columns of X.

    :param X: n x m matrix; nominal and ordinal columns hold codes 1, 2, ...
    :param types: 1 x m kinds of the columns: 1 scale, 2 nominal, 3 ordinal
    :return: univarStats: 17 x m. Rows 1 to 14, for scale columns: minimum, maximum, range, mean, variance, standard deviation, standard error of the mean, coefficient of variation, skewness, kurtosis (excess), standard errors of skewness and kurtosis, median, inter-quartile mean. Rows 15 to 17, for the others: number of categories, mode, number of modes.

    Method: Joanes and Gill (1998) for the moments, b1 and b2 in their notation: central moments with divisor n over powers of the unbiased standard deviation.
    """
    return call(
        "univar",
        [("matrix", "univarStats")],
        [
            ("matrix", "X", X),
            ("matrix", "types", types),
        ],
        session,
    )


@method
def vectorToCsv(mask, session=None):
    """The positions of the non-zeros of a row as text.

    :param mask: 1 x m row
    :return: indexes: their numbers with commas between them

    Method: one number after the other.
    """
    return call(
        "vectorToCsv",
        [("scalar", "indexes")],
        [
            ("matrix", "mask", mask),
        ],
        session,
    )


def wer(R, H, session=None):
    """Word error rate of texts against reference texts, row by row.

    :param R: n x 1 frame of reference texts
    :param H: n x 1 frame of hypotheses
    :return: W: n x 1 rates: fewest words to insert, delete or replace to make one text the other, divided by the number of words of the longer one

    Method: edit distance (Levenshtein 1966) of the words; a blank ends a word, so two blanks in a row hold an empty one.
    """
    return call(
        "wer",
        [("column", "W")],
        [
            ("frame", "R", R),
            ("frame", "H", H),
        ],
        session,
    )


@method
def winsorize(X, ql=0.05, qu=0.95, verbose=None, session=None):
    """Clamps the values of each column to its quantiles.

    :param X: n x m matrix
    :param ql: level of the lower quantile
    :param qu: level of the upper quantile
    :param verbose: print how many values were clamped
    :return: Y: n x m matrix
    :return: qLower: 1 x m lower quantiles
    :return: qUpper: 1 x m upper quantiles

    Method: min(max(x, qLower), qUpper).
    """
    return call(
        "winsorize",
        [("matrix", "Y"), ("matrix", "qLower"), ("matrix", "qUpper")],
        [
            ("matrix", "X", X),
            ("scalar", "ql", ql),
            ("scalar", "qu", qu),
            ("scalar", "verbose", verbose),
        ],
        session,
    )


@method
def winsorizeApply(X, qLower, qUpper, session=None):
    """Clamps the values of each column to given bounds.

    :param X: n x m matrix
    :param qLower: 1 x m lower bounds
    :param qUpper: 1 x m upper bounds
    :return: Y: n x m matrix

    Method: min(max(x, qLower), qUpper).
    """
    return call(
        "winsorizeApply",
        [("matrix", "Y")],
        [
            ("matrix", "X", X),
            ("matrix", "qLower", qLower),
            ("matrix", "qUpper", qUpper),
        ],
        session,
    )


@method
def wls(X, y, w=dml('matrix(0, 0, 1)'), icpt=0, session=None):
    """Weighted least squares: the B that minimises sum(w * (X B - y)^2), with what its uncertainty needs.

    :param X: n x m features
    :param y: n x 1 targets
    :param w: n x 1 weights, not negative; leave it out for equal ones
    :param icpt: 0: no intercept; 1: with intercept
    :return: B: m x 1 coefficients; with an intercept, a last row for it. A column that depends linearly on those before it has NaN
    :return: V: a row for each coefficient: its variance if the errors have variance 1 / w
    :return: rank: number of coefficients that are not NaN

    Method: normal equations of columns that are shifted to mean 0 (with an intercept) and scaled to length 1, with a step of refinement. A column depends on others if they leave less than 1e-11 of its squared length.
    """
    return call(
        "wls",
        [("column", "B"), ("matrix", "V"), ("scalar", "rank")],
        [
            ("matrix", "X", X),
            ("matrix", "y", y),
            ("matrix", "w", w),
            ("scalar", "icpt", icpt),
        ],
        session,
    )


@method
def WoE(X, Y, mask, session=None):
    """Replaces the codes of categorical columns by the entropy of the labels that occur with them.

    :param X: n x m matrix; categorical columns hold codes 1, 2, ...
    :param Y: n x 1 labels 1, 2, ...
    :param mask: 1 x m: 1 for a categorical column, else 0
    :return: F: n x m matrix; 1 in the columns that are not categorical
    :return: entropyMatrix: m x k entropies in bits: row j for column j, column c for code c; rows of 0 for columns that are not categorical

    Method: -sum p log2 p over the shares p of the labels in the rows with a code; 0 log 0 is 0.
    """
    return call(
        "WoE",
        [("matrix", "F"), ("matrix", "entropyMatrix")],
        [
            ("matrix", "X", X),
            ("matrix", "Y", Y),
            ("matrix", "mask", mask),
        ],
        session,
    )


@method
def WoEApply(X, Y, entropyMatrix, session=None):
    """Replaces the codes of categorical columns by entropies found on other data.

    :param X: n x m matrix; categorical columns hold codes 1, 2, ...
    :param Y: not needed; kept for compatibility
    :param entropyMatrix: m x k entropies, from WoE; rows of 0 belong to columns that are not categorical
    :return: F: n x m matrix; codes that were never seen become 0, other columns 1

    Method: one-hot codes times entropies.
    """
    return call(
        "WoEApply",
        [("matrix", "F")],
        [
            ("matrix", "X", X),
            ("matrix", "Y", Y),
            ("matrix", "entropyMatrix", entropyMatrix),
        ],
        session,
    )


@method
def xgboost(X, y, R=dml('matrix(1, 0, 0)'), sml_type=1, num_trees=7, learning_rate=0.3, max_depth=6, lambda_=0.0, session=None):
    """Gradient boosted trees for numeric targets or two classes, with the model of one matrix.

    :param X: n x m features; missing values (NaN) go right
    :param y: n x 1 numeric targets, or 0 and 1
    :param R: 1 x m kind of each feature: 1 numeric, 2 a dummy column of 0 and 1; further cells are not used
    :param sml_type: 1 regression, 2 classification
    :param num_trees: number of trees
    :param learning_rate: part of a tree's values that is added
    :param max_depth: most levels of a tree, the root included
    :param lambda_: weight of the squares of the leaves' values
    :return: M: 6 x k: a column per node. Rows: place in heap order (the children of node i are 2i and 2i+1), tree, distance to the column of the left child, feature, kind of the feature, and value. Rows of X below the value (of a dummy column: with 1) go left. A leaf has distance 0; its value is what it predicts. Column 1 has place and tree 0: its value is the prediction to begin with.

    Method: as for gbtRegression, which has more options, on 255 bins of each feature.
    """
    return call(
        "xgboost",
        [("matrix", "M")],
        [
            ("matrix", "X", X),
            ("matrix", "y", y),
            ("matrix", "R", R),
            ("scalar", "sml_type", sml_type),
            ("scalar", "num_trees", num_trees),
            ("scalar", "learning_rate", learning_rate),
            ("scalar", "max_depth", max_depth),
            ("scalar", "lambda", lambda_),
        ],
        session,
    )


@method
def xgboostPredictClassification(X, M, learning_rate=0.3, session=None):
    """Probabilities of class 1 that the trees of xgboost predict.

    :param X: n x m features
    :param M: model of xgboost with sml_type=2
    :param learning_rate: part of a tree's values that is added: as for xgboost
    :return: P: n x 1 probabilities

    Method: the logistic function of the sum of the first odds' logarithm and the learning rate times the leaves that a row comes to.
    """
    return call(
        "xgboostPredictClassification",
        [("column", "P")],
        [
            ("matrix", "X", X),
            ("matrix", "M", M),
            ("scalar", "learning_rate", learning_rate),
        ],
        session,
    )


@method
def xgboostPredictRegression(X, M, learning_rate=0.3, session=None):
    """Values that the trees of xgboost predict.

    :param X: n x m features
    :param M: model of xgboost with sml_type=1
    :param learning_rate: part of a tree's values that is added: as for xgboost
    :return: P: n x 1 predictions

    Method: the first prediction and the learning rate times the leaves that a row comes to.
    """
    return call(
        "xgboostPredictRegression",
        [("column", "P")],
        [
            ("matrix", "X", X),
            ("matrix", "M", M),
            ("scalar", "learning_rate", learning_rate),
        ],
        session,
    )
