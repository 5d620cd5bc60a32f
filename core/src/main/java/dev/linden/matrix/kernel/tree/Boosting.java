package dev.linden.matrix.kernel.tree;

import dev.linden.base.InputError;
import dev.linden.matrix.Dense;
import dev.linden.matrix.Formats;
import dev.linden.matrix.Matrix;
import dev.linden.matrix.Plain;
import dev.linden.matrix.Workers;
import dev.linden.matrix.kernel.random.Draws;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Trees that are grown one after the other, each on the first and second derivatives of the loss of
 * those before (Friedman 2001; Chen and Guestrin 2016), on histograms of binned features.
 *
 * <p>The model is a table with a row per node. Its columns: the tree (0 for the scores to begin
 * with), the place of the node in heap order (1 is a root), the output that the tree belongs to,
 * the rows of its left and right child, the feature, the value, and whether missing values go left.
 * Rows whose feature is below the value go left. A leaf has feature 0; its value is added to the
 * output. The nodes of a tree stand one below the other, by levels, so that siblings are
 * neighbours.
 */
public final class Boosting {
  /** Columns of the table. */
  public static final int COLUMNS = 8;

  private static final int TREE = 0;
  private static final int PLACE = 1;
  private static final int OUTPUT = 2;
  private static final int LEFT = 3;
  private static final int RIGHT = 4;
  private static final int FEATURE = 5;
  private static final int VALUE = 6;
  private static final int MISSING_LEFT = 7;

  private static final int GRAIN = 1 << 14;

  /** What is minimized. */
  public enum Loss {
    /** Half of the squared error. */
    SQUARED,
    /** Targets 0 and 1, by the logarithm of their odds. */
    LOGISTIC,
    /** Classes 1, 2, ..., by the logarithm of their probabilities up to a constant. */
    SOFTMAX
  }

  /**
   * @param start scores to begin with, NaN: the best constant
   * @param learningRate part of a tree's values that is added
   * @param lambda weight of the squares of leaf values
   * @param rowShare share of the rows that a tree is grown on
   * @param featureShare share of the features that a tree may use
   * @param choosesSide whether missing values go to the side where they gain more, or right
   * @param patience ends when this many trees did not better the loss of the validation rows; 0:
   *     never
   * @param validationShare share of the rows that are kept for that
   */
  public record Options(
      Loss loss,
      double start,
      int trees,
      double learningRate,
      int levels,
      int minLeaf,
      double lambda,
      int maxBins,
      double rowShare,
      double featureShare,
      boolean choosesSide,
      int patience,
      double validationShare,
      long seed) {}

  private final Options options;
  private final FeatureBins bins;
  private final double[] y;
  private final int outputs;
  private final Workers workers;
  private final int[] training;
  private final int[] validation;
  private final double[] start;

  /** Scores of all rows for each output. */
  private final double[][] scores;

  private final List<TreeGrower.Tree> trees = new ArrayList<>();

  private Boosting(Matrix x, Matrix target, Options options, Workers workers) {
    this.options = options;
    this.workers = workers;
    int n = x.rows();
    y = new double[n];
    for (int i = 0; i < n; i++) {
      y[i] = target.get(i, 0);
    }
    checkTargets();
    outputs = options.loss == Loss.SOFTMAX ? (int) Arrays.stream(y).max().orElse(1) : 1;
    bins = FeatureBins.of(x, (f, distinct) -> Math.min(distinct, options.maxBins), workers);
    int[] all = new int[n];
    Arrays.setAll(all, i -> i);
    int kept = options.patience > 0 ? (int) Math.floor(options.validationShare * n) : 0;
    validation = kept == 0 ? new int[0] : new Draws(options.seed, 0, Draws.ROWS).subset(all, kept);
    training = kept == 0 ? all : without(validation, n);
    start = startScores();
    scores = new double[outputs][n];
    for (int k = 0; k < outputs; k++) {
      Arrays.fill(scores[k], start[k]);
    }
  }

  public static Matrix grow(Matrix x, Matrix y, Options options, Workers workers) {
    Boosting boosting = new Boosting(x, y, options, workers);
    boosting.grow();
    return boosting.table();
  }

  /** Bytes besides operands and result. */
  public static double scratch(
      double rows, double features, double trees, double bins, double levels, int threads) {
    double histograms = (levels + 2) * 3 * 8 * features * Math.min(rows, bins + 1);
    double nodes = Math.min(Math.pow(2, Math.min(levels, 40)), 2 * rows);
    // per row: target, scores of each class are part of the result's order; derivatives, gathered
    // derivatives, rows and their spare copies
    return FeatureBins.bytes(rows, features, threads)
        + rows * (8 + 8 + 4 * 8 + 6 * 4 + 2)
        + histograms
        + trees * nodes * 64;
  }

  private void checkTargets() {
    for (int i = 0; i < y.length; i++) {
      boolean fits =
          switch (options.loss) {
            case SQUARED -> !Double.isNaN(y[i]);
            case LOGISTIC -> y[i] == 0 || y[i] == 1;
            case SOFTMAX -> y[i] >= 1 && y[i] <= Short.MAX_VALUE && y[i] == Math.rint(y[i]);
          };
      if (!fits) {
        throw new InputError(
            "targets must be "
                + switch (options.loss) {
                  case SQUARED -> "numbers";
                  case LOGISTIC -> "0 or 1";
                  case SOFTMAX -> "classes 1, 2, ...";
                }
                + ", but row "
                + (i + 1)
                + " holds "
                + y[i]);
      }
    }
  }

  /** The others, in ascending order. */
  private static int[] without(int[] sorted, int n) {
    int[] others = new int[n - sorted.length];
    int next = 0;
    int count = 0;
    for (int i = 0; i < n; i++) {
      if (next < sorted.length && sorted[next] == i) {
        next++;
      } else {
        others[count++] = i;
      }
    }
    return others;
  }

  private double[] startScores() {
    double[] first = new double[outputs];
    if (!Double.isNaN(options.start)) {
      Arrays.fill(first, options.start);
      return first;
    }
    double n = Math.max(1, training.length);
    if (options.loss == Loss.SOFTMAX) {
      for (int row : training) {
        first[(int) y[row] - 1] += 1 / n;
      }
      for (int k = 0; k < outputs; k++) {
        first[k] = Math.log(Math.max(first[k], 1e-15));
      }
      return first;
    }
    double mean = 0;
    for (int row : training) {
      mean += y[row] / n;
    }
    if (options.loss == Loss.LOGISTIC) {
      double p = Math.min(Math.max(mean, 1e-15), 1 - 1e-15);
      mean = Math.log(p / (1 - p));
    }
    first[0] = mean;
    return first;
  }

  // ---- growing

  private void grow() {
    int n = y.length;
    double[] gradient = new double[n];
    double[] hessian = new double[n];
    SplitSums sums = new SplitSums.Gradients(gradient, hessian, options.lambda);
    TreeGrower grower =
        new TreeGrower(
            bins,
            sums,
            new TreeGrower.Limits(
                options.levels, options.minLeaf, 2 * options.minLeaf, options.choosesSide),
            workers);
    double bestLoss = validationLoss();
    int bestRound = 0;
    for (int round = 1; round <= options.trees; round++) {
      double[][] before = outputs == 1 ? scores : copyOf(scores);
      for (int k = 0; k < outputs; k++) {
        derivatives(before, k, gradient, hessian);
        int[] rows = drawRows(round);
        TreeGrower.Tree tree = grower.grow(rows, drawFeatures(round), null);
        trees.add(tree);
        addScores(tree, rows, scores[k]);
      }
      double loss = validationLoss();
      if (options.patience > 0) {
        if (loss < bestLoss) {
          bestLoss = loss;
          bestRound = round;
        } else if (round - bestRound >= options.patience) {
          break;
        }
      }
    }
    if (options.patience > 0) {
      trees.subList(bestRound * outputs, trees.size()).clear();
    }
  }

  private static double[][] copyOf(double[][] scores) {
    double[][] copy = new double[scores.length][];
    for (int k = 0; k < copy.length; k++) {
      copy[k] = scores[k].clone();
    }
    return copy;
  }

  private int[] drawRows(int round) {
    int some = (int) Math.ceil(options.rowShare * training.length);
    return some >= training.length
        ? training.clone()
        : new Draws(options.seed, round, Draws.ROWS).subset(training, some);
  }

  private int[] drawFeatures(int round) {
    int[] all = new int[bins.features()];
    Arrays.setAll(all, i -> i);
    int some = (int) Math.ceil(options.featureShare * all.length);
    return some >= all.length
        ? all
        : new Draws(options.seed, round, Draws.FEATURES).subset(all, some);
  }

  private void derivatives(double[][] at, int k, double[] gradient, double[] hessian) {
    workers.forRanges(
        y.length,
        GRAIN,
        (from, to) -> {
          for (int i = from; i < to; i++) {
            if (options.loss == Loss.SQUARED) {
              gradient[i] = at[0][i] - y[i];
              hessian[i] = 1;
            } else {
              boolean binary = options.loss == Loss.LOGISTIC;
              double p = binary ? 1 / (1 + Math.exp(-at[0][i])) : probability(at, k, i);
              double truth = binary ? y[i] : y[i] == k + 1 ? 1 : 0;
              gradient[i] = p - truth;
              hessian[i] = Math.max(p * (1 - p), 1e-16);
            }
          }
        });
  }

  private static double probability(double[][] at, int k, int row) {
    double largest = Double.NEGATIVE_INFINITY;
    for (double[] score : at) {
      largest = Math.max(largest, score[row]);
    }
    double sum = 0;
    for (double[] score : at) {
      sum += Math.exp(score[row] - largest);
    }
    return Math.exp(at[k][row] - largest) / sum;
  }

  /** Rows that the tree was grown on stand by leaves; the others follow it. */
  private void addScores(TreeGrower.Tree tree, int[] rows, double[] to) {
    double rate = options.learningRate;
    workers.forRanges(
        tree.count(),
        1,
        (a, b) -> {
          for (int node = a; node < b; node++) {
            if (tree.isLeaf(node)) {
              double value = rate * tree.value(node);
              for (int i = tree.from(node); i < tree.to(node); i++) {
                to[rows[i]] += value;
              }
            }
          }
        });
    if (rows.length == y.length) {
      return;
    }
    int[] sorted = rows.clone();
    Arrays.sort(sorted);
    int[] others = without(sorted, y.length);
    workers.forRanges(
        others.length,
        GRAIN,
        (a, b) -> {
          for (int i = a; i < b; i++) {
            to[others[i]] += rate * tree.follow(bins, others[i]);
          }
        });
  }

  private double validationLoss() {
    double sum = 0;
    for (int row : validation) {
      switch (options.loss) {
        case SQUARED -> sum += (scores[0][row] - y[row]) * (scores[0][row] - y[row]);
        case LOGISTIC -> {
          double margin = y[row] == 1 ? scores[0][row] : -scores[0][row];
          sum += margin > 0 ? Math.log1p(Math.exp(-margin)) : Math.log1p(Math.exp(margin)) - margin;
        }
        case SOFTMAX ->
            sum -= Math.log(Math.max(probability(scores, (int) y[row] - 1, row), 1e-300));
      }
    }
    return sum;
  }

  // ---- the model

  private Matrix table() {
    int nodes = outputs;
    for (TreeGrower.Tree tree : trees) {
      nodes += tree.count();
    }
    Dense table = Dense.zeros(nodes, COLUMNS);
    int next = 0;
    for (int k = 0; k < outputs; k++) {
      table.set(next, PLACE, 1);
      table.set(next, OUTPUT, k + 1.0);
      table.set(next++, VALUE, start[k]);
    }
    for (int t = 0; t < trees.size(); t++) {
      next = write(trees.get(t), t, table, next);
    }
    return Formats.adapt(table, workers);
  }

  /** By levels. */
  private int write(TreeGrower.Tree tree, int number, Dense table, int first) {
    int[] queue = new int[tree.count()];
    int written = 1;
    table.set(first, PLACE, 1);
    for (int i = 0; i < queue.length; i++) {
      int node = queue[i];
      int row = first + i;
      table.set(row, TREE, number / outputs + 1.0);
      table.set(row, OUTPUT, number % outputs + 1.0);
      if (tree.isLeaf(node)) {
        table.set(row, VALUE, options.learningRate * tree.value(node));
        continue;
      }
      int f = tree.feature(node);
      double place = table.get(row, PLACE);
      table.set(row, LEFT, first + written + 1.0);
      table.set(row, RIGHT, first + written + 2.0);
      table.set(row, FEATURE, f + 1.0);
      table.set(row, VALUE, bins.border(f, tree.bin(node)));
      table.set(row, MISSING_LEFT, tree.missingLeft(node) ? 1 : 0);
      table.set(first + written, PLACE, 2 * place);
      queue[written++] = tree.left(node);
      table.set(first + written, PLACE, 2 * place + 1);
      queue[written++] = tree.right(node);
    }
    return first + queue.length;
  }

  // ---- predictions

  /** A row of scores for each row of x, a column for each output. */
  public static Matrix scores(Matrix x, Matrix table, Workers workers) {
    return new Scorer(x.plain(workers), table).scores(workers);
  }

  private static final class Scorer {
    private final Plain x;
    private final int[] left;
    private final int[] right;
    private final int[] feature;
    private final int[] output;
    private final double[] value;
    private final boolean[] missingLeft;
    private final int[] roots;
    private final int outputs;

    Scorer(Plain x, Matrix table) {
      this.x = x;
      int nodes = table.rows();
      left = column(table, LEFT, nodes);
      right = column(table, RIGHT, nodes);
      feature = column(table, FEATURE, x.cols());
      output = column(table, OUTPUT, Short.MAX_VALUE);
      value = new double[nodes];
      missingLeft = new boolean[nodes];
      int most = 0;
      int rootCount = 0;
      int[] found = new int[nodes];
      for (int i = 0; i < nodes; i++) {
        value[i] = table.get(i, VALUE);
        missingLeft[i] = table.get(i, MISSING_LEFT) != 0;
        most = Math.max(most, output[i]);
        if (table.get(i, PLACE) == 1) {
          found[rootCount++] = i;
        }
        if (output[i] < 1 || feature[i] > 0 && (left[i] <= i + 1 || right[i] <= i + 1)) {
          throw new InputError("node " + (i + 1) + " of the model leads nowhere");
        }
      }
      roots = Arrays.copyOf(found, rootCount);
      outputs = most;
    }

    private static int[] column(Matrix table, int column, int most) {
      int[] values = new int[table.rows()];
      for (int i = 0; i < values.length; i++) {
        double cell = table.get(i, column);
        if (!(cell >= 0 && cell <= most && cell == Math.rint(cell))) {
          throw new InputError(
              "column "
                  + (column + 1)
                  + " of the model must hold integers from 0 to "
                  + most
                  + ", but row "
                  + (i + 1)
                  + " holds "
                  + cell
                  + (column == FEATURE ? ": X has " + most + " columns" : ""));
        }
        values[i] = (int) cell;
      }
      return values;
    }

    Matrix scores(Workers workers) {
      Dense result = Dense.zeros(x.rows(), outputs);
      workers.forRanges(
          x.rows(),
          Math.max(1, GRAIN / Math.max(1, roots.length)),
          (start, end) -> {
            double[] row = new double[x.cols()];
            double[] sums = new double[outputs];
            for (int i = start; i < end; i++) {
              for (int j = 0; j < row.length; j++) {
                row[j] = x.get(i, j);
              }
              Arrays.fill(sums, 0);
              for (int root : roots) {
                sums[output[root] - 1] += follow(root, row);
              }
              System.arraycopy(sums, 0, result.panelOf(i), result.offset(i), outputs);
            }
          });
      result.forgetNnz();
      return Formats.adapt(result, workers);
    }

    private double follow(int root, double[] row) {
      int node = root;
      while (feature[node] > 0) {
        double cell = row[feature[node] - 1];
        boolean goesLeft = cell < value[node] || missingLeft[node] && Double.isNaN(cell);
        node = (goesLeft ? left[node] : right[node]) - 1;
      }
      return value[node];
    }
  }
}
