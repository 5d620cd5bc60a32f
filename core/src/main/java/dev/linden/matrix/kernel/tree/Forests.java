package dev.linden.matrix.kernel.tree;

import dev.linden.base.InputError;
import dev.linden.matrix.Dense;
import dev.linden.matrix.Formats;
import dev.linden.matrix.Matrix;
import dev.linden.matrix.Plain;
import dev.linden.matrix.Workers;
import dev.linden.matrix.kernel.random.Draws;
import dev.linden.matrix.kernel.rows.Grain;
import java.util.Arrays;

/**
 * Random forests of classification or regression trees. A forest is a matrix with a row per tree:
 * for each feature whether the tree may use it, then the nodes in heap order (the children of node
 * i are 2i and 2i+1), a pair of numbers each. (feature, value) sends rows with at most that value
 * to the left, all others and missing values to the right; (0, prediction) is a leaf; (0, 0) also
 * fills places without a node.
 */
public final class Forests {
  /** A numeric feature is cut at most at this many values. */
  private static final int MOST_CUTS = 1024;

  /**
   * @param trees number of trees
   * @param sampleShare share of the rows that a tree is grown on
   * @param replace whether a row may be drawn several times
   * @param featureShare share of the features that a tree may use
   * @param levels most levels of a tree, the root included
   * @param minLeaf fewest rows of a leaf
   * @param minSplit fewest rows of a node that is split
   * @param featurePower a node looks at ceil(features^power) of the features of its tree
   * @param valuePower a numeric feature of v values is cut at ceil(v^power) of them
   * @param entropy whether classes are judged by entropy instead of Gini's index
   */
  public record Options(
      int trees,
      double sampleShare,
      boolean replace,
      double featureShare,
      int levels,
      int minLeaf,
      int minSplit,
      double featurePower,
      double valuePower,
      boolean entropy,
      long seed) {}

  private Forests() {}

  /** Bytes besides operands and result. */
  public static double scratch(double rows, double features, double trees, int threads) {
    // of a tree: rows and their spare copy, targets, derivatives or classes and their gathered form
    double ofTree = (4 + 4 + 4 * 8) * rows + 2;
    double histograms = 26.0 * 3 * 8 * features * Math.min(rows, MOST_CUTS);
    return FeatureBins.bytes(rows, features, threads)
        + Math.min(trees, threads) * (ofTree + histograms)
        + 3 * 8 * rows
        + trees * 64 * rows;
  }

  /** {@code kinds}: 1 for numeric and 2 for categorical features and, last, of the target. */
  public static Matrix grow(Matrix x, Matrix y, Matrix kinds, Options options, Workers workers) {
    int n = x.rows();
    int m = x.cols();
    FeatureBins bins =
        FeatureBins.of(
            x,
            (feature, distinct) ->
                kinds.get(0, feature) == 2
                    ? Math.min(distinct, FeatureBins.MOST_BINS)
                    : (int) Math.min(Math.ceil(Math.pow(distinct, options.valuePower)), MOST_CUTS),
            workers);
    boolean classify = kinds.get(0, m) == 2;
    int[] classes = classify ? classes(y) : null;
    int count = classify ? Arrays.stream(classes).max().orElse(0) + 1 : 0;
    double mean = 0;
    double[] negative = null;
    double[] ones = null;
    if (!classify) {
      for (int i = 0; i < n; i++) {
        mean += y.get(i, 0) / n;
      }
      negative = new double[n];
      ones = new double[n];
      Arrays.fill(ones, 1);
      for (int i = 0; i < n; i++) {
        negative[i] = mean - y.get(i, 0);
      }
    }
    double[] gradient = negative;
    double[] hessian = ones;
    TreeGrower.Limits limits =
        new TreeGrower.Limits(options.levels, options.minLeaf, options.minSplit, false);
    TreeGrower.Tree[] trees = new TreeGrower.Tree[options.trees];
    int[][] features = new int[options.trees][];
    workers.forRanges(
        options.trees,
        1,
        (start, end) -> {
          for (int t = start; t < end; t++) {
            SplitSums sums =
                classify
                    ? new SplitSums.Classes(classes, count, options.entropy)
                    : new SplitSums.Gradients(gradient, hessian, 0);
            features[t] = drawFeatures(options, t, m);
            int[] rows = drawRows(options, t, n);
            trees[t] = grow(bins, sums, limits, rows, features[t], options, t, workers);
          }
        });
    return written(trees, features, bins, classify ? 0 : mean, m, workers);
  }

  private static TreeGrower.Tree grow(
      FeatureBins bins,
      SplitSums sums,
      TreeGrower.Limits limits,
      int[] rows,
      int[] features,
      Options options,
      int number,
      Workers workers) {
    int some = (int) Math.ceil(Math.pow(features.length, options.featurePower));
    boolean all = some >= features.length;
    Draws draws = new Draws(options.seed, number, Draws.NODE);
    return new TreeGrower(bins, sums, limits, workers)
        .grow(rows, all ? features : null, node -> draws.subset(features, some));
  }

  private static int[] classes(Matrix y) {
    int[] classes = new int[y.rows()];
    for (int i = 0; i < classes.length; i++) {
      double value = y.get(i, 0);
      if (!(value >= 1 && value <= Short.MAX_VALUE && value == Math.rint(value))) {
        throw new InputError(
            "classes must be integers from 1 on, but row " + (i + 1) + " holds " + value);
      }
      classes[i] = (int) value - 1;
    }
    return classes;
  }

  // ---- random choices

  private static int[] drawFeatures(Options options, int tree, int m) {
    int[] all = new int[m];
    Arrays.setAll(all, i -> i);
    int some = (int) Math.ceil(options.featureShare * m);
    return some >= m ? all : new Draws(options.seed, tree, Draws.FEATURES).subset(all, some);
  }

  /** In ascending order. */
  private static int[] drawRows(Options options, int tree, int n) {
    int some = (int) Math.ceil(options.sampleShare * n);
    int[] all = new int[n];
    Arrays.setAll(all, i -> i);
    Draws draws = new Draws(options.seed, tree, Draws.ROWS);
    if (options.replace) {
      int[] rows = new int[some];
      for (int i = 0; i < some; i++) {
        rows[i] = draws.below(n);
      }
      Arrays.sort(rows);
      return rows;
    }
    return some >= n ? all : draws.subset(all, some);
  }

  // ---- the model

  private static Matrix written(
      TreeGrower.Tree[] trees,
      int[][] features,
      FeatureBins bins,
      double mean,
      int m,
      Workers workers) {
    int levels = 1;
    for (TreeGrower.Tree tree : trees) {
      levels = Math.max(levels, tree.levels());
    }
    Dense model = Dense.zeros(trees.length, m + 2 * ((1 << levels) - 1));
    for (int t = 0; t < trees.length; t++) {
      for (int f : features[t]) {
        model.set(t, f, 1);
      }
      write(trees[t], 0, 1, bins, mean, model, t, m);
    }
    return Formats.adapt(model, workers);
  }

  private static void write(
      TreeGrower.Tree tree,
      int node,
      int place,
      FeatureBins bins,
      double mean,
      Dense model,
      int row,
      int m) {
    int at = m + 2 * (place - 1);
    if (tree.isLeaf(node)) {
      model.set(row, at + 1, tree.value(node) + mean);
      return;
    }
    int f = tree.feature(node);
    model.set(row, at, f + 1.0);
    model.set(row, at + 1, bins.largest(f, tree.bin(node)));
    write(tree, tree.left(node), 2 * place, bins, mean, model, row, m);
    write(tree, tree.right(node), 2 * place + 1, bins, mean, model, row, m);
  }

  /**
   * What all trees predict together: the class of most of them (of several the first), or the mean.
   */
  public static Matrix predict(Matrix matrix, Matrix trees, boolean classify, Workers workers) {
    Plain x = matrix.plain(workers);
    int count = trees.rows();
    int places = trees.cols() / 2;
    double[][] nodes = new double[count][];
    double largest = 0;
    for (int t = 0; t < count; t++) {
      nodes[t] = new double[2 * places];
      for (int j = 0; j < 2 * places; j++) {
        nodes[t][j] = trees.get(t, j);
        if (j % 2 == 0) {
          checkNode(nodes[t][j], j / 2, places, x.cols());
        } else if (nodes[t][j - 1] == 0) {
          largest = Math.max(largest, nodes[t][j]);
        }
      }
    }
    int votesWanted = classify ? (int) Math.min(largest, Short.MAX_VALUE) + 1 : 0;
    double[] cells = new double[x.rows()];
    workers.forRanges(
        x.rows(),
        Math.max(1, Grain.CELLS / Math.max(1, count * 8)),
        (start, end) -> {
          double[] row = new double[x.cols()];
          int[] votes = new int[votesWanted];
          for (int i = start; i < end; i++) {
            for (int j = 0; j < row.length; j++) {
              row[j] = x.get(i, j);
            }
            cells[i] = classify ? vote(nodes, row, votes) : mean(nodes, row);
          }
        });
    return Formats.adapt(Dense.wrap(x.rows(), 1, cells), workers);
  }

  private static void checkNode(double feature, int place, int places, int columns) {
    if (feature < 0 || feature > columns || feature != Math.rint(feature)) {
      throw new InputError(
          "the tree uses feature " + feature + ", but X has " + columns + " columns");
    }
    if (feature > 0 && 2 * place + 2 >= places) {
      throw new InputError("node " + (place + 1) + " of the tree is split, but has no children");
    }
  }

  private static double follow(double[] nodes, double[] row) {
    int place = 0;
    while (nodes[2 * place] > 0) {
      boolean left = row[(int) nodes[2 * place] - 1] <= nodes[2 * place + 1];
      place = 2 * place + (left ? 1 : 2);
    }
    return nodes[2 * place + 1];
  }

  private static double mean(double[][] nodes, double[] row) {
    double sum = 0;
    for (double[] tree : nodes) {
      sum += follow(tree, row);
    }
    return sum / nodes.length;
  }

  private static double vote(double[][] nodes, double[] row, int[] votes) {
    if (nodes.length == 1) {
      return follow(nodes[0], row);
    }
    Arrays.fill(votes, 0);
    for (double[] tree : nodes) {
      votes[(int) follow(tree, row)]++;
    }
    int best = 0;
    for (int k = 1; k < votes.length; k++) {
      if (votes[k] > votes[best]) {
        best = k;
      }
    }
    return best;
  }
}
