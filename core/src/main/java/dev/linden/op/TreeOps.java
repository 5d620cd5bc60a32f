package dev.linden.op;

import static dev.linden.op.Parameter.matrix;
import static dev.linden.op.Parameter.scalar;

import dev.linden.matrix.kernel.tree.Boosting;
import dev.linden.matrix.kernel.tree.Forests;
import java.util.List;

/** Trees of decisions and sums of them: what the functions of the library are made of. */
final class TreeOps {
  private static final List<String> IMPURITIES = List.of("gini", "entropy");
  private static final List<String> LOSSES = List.of("squared", "logistic", "softmax");

  static final Op GROW_FOREST =
      Op.define(
              "growForest",
              "Random forest of trees in heap order, one per row, as randomForest gives it: grown"
                  + " on random rows and features.")
          .parameters(
              matrix("X"),
              matrix("y"),
              matrix("ctypes"),
              scalar("num_trees"),
              scalar("sample_frac"),
              scalar("replace"),
              scalar("feature_frac"),
              scalar("levels"),
              scalar("min_leaf"),
              scalar("min_split"),
              scalar("max_features"),
              scalar("max_values"),
              scalar("impurity"),
              scalar("seed"))
          .rule(
              call -> {
                needTargets(call, "growForest");
                needKinds(call);
                Args.needFlag(call, 5, "replace of growForest");
                Args.word(call, 12, "impurity of growForest", IMPURITIES);
                return List.of(
                    Info.matrix(Args.dimension(call, 3, "num_trees of growForest"), Sizes.UNKNOWN));
              })
          .kernel(TreeOps::runGrowForest)
          .scratch(
              (call, threads) -> {
                Size x = call.in(0).size();
                double trees = Footprint.times(1, call.constantDimension(3));
                return Forests.scratch(
                    Footprint.times(1, x.rows()), Footprint.times(1, x.cols()), trees, threads);
              })
          .properties(Property.NONDETERMINISTIC, Property.DATA_DEPENDENT_SIZE)
          .build();

  static final Op FOREST_VALUES =
      Op.define(
              "forestValues",
              "What the trees in the rows of M predict together: the class of most, or the mean.")
          .parameters(matrix("X"), matrix("M"), scalar("classify"))
          .rule(
              call -> {
                Args.needFlag(call, 2, "classify of forestValues");
                return List.of(Info.matrix(Sizes.full(call.in(0).size().rows(), 1)));
              })
          .kernel(
              call ->
                  call.result(
                      Forests.predict(
                          call.matrix(0), call.matrix(1), call.flag(2), call.workers())))
          .scratch((call, threads) -> Footprint.dense(call.in(1).size()))
          .build();

  static final Op GROW_BOOSTED =
      Op.define(
              "growBoosted",
              "Gradient boosted trees as a table with a row per node: tree, place in heap order,"
                  + " output, left and right child, feature, value, whether missing values go"
                  + " left.")
          .parameters(
              matrix("X"),
              matrix("y"),
              scalar("loss"),
              scalar("start"),
              scalar("num_trees"),
              scalar("learning_rate"),
              scalar("levels"),
              scalar("min_leaf"),
              scalar("lambda"),
              scalar("max_bins"),
              scalar("subsample"),
              scalar("colsample"),
              scalar("missing_side"),
              scalar("patience"),
              scalar("validation_frac"),
              scalar("seed"))
          .rule(
              call -> {
                needTargets(call, "growBoosted");
                Args.word(call, 2, "loss of growBoosted", LOSSES);
                Args.needFlag(call, 12, "missing_side of growBoosted");
                return List.of(Info.matrix(Sizes.UNKNOWN, Boosting.COLUMNS));
              })
          .kernel(TreeOps::runGrowBoosted)
          .scratch(
              (call, threads) -> {
                Size x = call.in(0).size();
                return Boosting.scratch(
                    Footprint.times(1, x.rows()),
                    Footprint.times(1, x.cols()),
                    Footprint.times(1, call.constantDimension(4)),
                    Footprint.times(1, call.constantDimension(9)),
                    Footprint.times(1, call.constantDimension(6)),
                    threads);
              })
          .properties(Property.NONDETERMINISTIC, Property.DATA_DEPENDENT_SIZE)
          .build();

  static final Op BOOSTED_SCORES =
      Op.define(
              "boostedScores",
              "Sums of the leaves of boosted trees that each row comes to, a column per output.")
          .parameters(matrix("X"), matrix("M"))
          .rule(
              call -> {
                if (Sizes.differ(call.in(1).size().cols(), Boosting.COLUMNS)) {
                  throw new OpError(
                      1,
                      "M of boostedScores must have "
                          + Boosting.COLUMNS
                          + " columns, but is "
                          + call.in(1).describeOne());
                }
                return List.of(Info.matrix(Sizes.full(call.in(0).size().rows(), Sizes.UNKNOWN)));
              })
          .kernel(
              call -> call.result(Boosting.scores(call.matrix(0), call.matrix(1), call.workers())))
          .scratch((call, threads) -> Footprint.dense(call.in(1).size()))
          .properties(Property.DATA_DEPENDENT_SIZE)
          .build();

  static final List<Op> ALL = List.of(GROW_FOREST, FOREST_VALUES, GROW_BOOSTED, BOOSTED_SCORES);

  private TreeOps() {}

  private static void needTargets(CallSite call, String name) {
    Size y = call.in(1).size();
    long rows = call.in(0).size().rows();
    if (Sizes.differ(y.cols(), 1) || Sizes.differ(y.rows(), rows)) {
      throw new OpError(
          1,
          "y of "
              + name
              + " must be "
              + Size.of(rows, 1).shape()
              + ", one for each row of X, but is "
              + call.in(1).describeOne());
    }
  }

  private static void needKinds(CallSite call) {
    Size kinds = call.in(2).size();
    long features = call.in(0).size().cols();
    if (Sizes.differ(kinds.rows(), 1) || Sizes.differ(kinds.cols(), Sizes.sum(features, 1))) {
      throw new OpError(
          2,
          "ctypes of growForest must be "
              + Size.of(1, Sizes.sum(features, 1)).shape()
              + ", a kind for each feature and for y, but is "
              + call.in(2).describeOne());
    }
  }

  private static void runGrowForest(Invocation call) {
    Forests.Options options =
        new Forests.Options(
            Args.blockDimension(call, 3, "num_trees of growForest"),
            share(call, 4, "sample_frac of growForest"),
            call.flag(5),
            share(call, 6, "feature_frac of growForest"),
            levels(call, 7, 25, "growForest"),
            Math.max(1, Args.blockDimension(call, 8, "min_leaf of growForest")),
            Math.max(2, Args.blockDimension(call, 9, "min_split of growForest")),
            Args.number(call, 10, "max_features of growForest"),
            Args.number(call, 11, "max_values of growForest"),
            Args.word(call, 12, "impurity of growForest", IMPURITIES).equals("entropy"),
            DatagenOps.seed(call, 13));
    call.result(
        Forests.grow(call.matrix(0), call.matrix(1), call.matrix(2), options, call.workers()));
  }

  private static void runGrowBoosted(Invocation call) {
    String loss = Args.word(call, 2, "loss of growBoosted", LOSSES);
    Boosting.Options options =
        new Boosting.Options(
            switch (loss) {
              case "squared" -> Boosting.Loss.SQUARED;
              case "logistic" -> Boosting.Loss.LOGISTIC;
              default -> Boosting.Loss.SOFTMAX;
            },
            call.number(3),
            Args.blockDimension(call, 4, "num_trees of growBoosted"),
            Args.number(call, 5, "learning_rate of growBoosted"),
            levels(call, 6, 51, "growBoosted"),
            Math.max(1, Args.blockDimension(call, 7, "min_leaf of growBoosted")),
            Args.number(call, 8, "lambda of growBoosted"),
            Math.max(2, Args.blockDimension(call, 9, "max_bins of growBoosted")),
            share(call, 10, "subsample of growBoosted"),
            share(call, 11, "colsample of growBoosted"),
            call.flag(12),
            Args.blockDimension(call, 13, "patience of growBoosted"),
            Args.number(call, 14, "validation_frac of growBoosted"),
            DatagenOps.seed(call, 15));
    call.result(Boosting.grow(call.matrix(0), call.matrix(1), options, call.workers()));
  }

  private static double share(Invocation call, int i, String what) {
    double share = Args.number(call, i, what);
    if (!(share > 0 && share <= 1)) {
      throw new OpError(
          i, what + " must be above 0 and at most 1, but is " + DoubleText.compact(share));
    }
    return share;
  }

  private static int levels(Invocation call, int i, int most, String name) {
    int levels = Args.blockDimension(call, i, "levels of " + name);
    if (levels < 1 || levels > most) {
      throw new OpError(
          i, "levels of " + name + " must be between 1 and " + most + ", but is " + levels);
    }
    return levels;
  }
}
