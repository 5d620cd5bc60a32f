package dev.linden.matrix.kernel.tree;

import dev.linden.matrix.Workers;
import java.util.Arrays;

/**
 * Grows one tree after the other on binned features. Histograms of a node are summed feature by
 * feature in the order of its rows, so that the tree is the same for any number of threads. Where
 * all nodes look at the same features, that of the larger child is the parent's less that of the
 * smaller.
 */
final class TreeGrower {
  /** Nodes of fewer cells are done by one thread. */
  private static final int CELLS_PER_RANGE = 1 << 15;

  /** Part of a gain that rounding may have made: gains that differ by less are equal. */
  private static final double EQUAL_GAINS = 1e-12;

  /**
   * @param levels most levels, the root included
   * @param minLeaf fewest rows of a leaf
   * @param minSplit fewest rows of a node that is split
   * @param choosesSide whether missing values go to the side where they gain more, or right
   */
  record Limits(int levels, int minLeaf, int minSplit, boolean choosesSide) {}

  /** The features that a node may use, in ascending order. */
  @FunctionalInterface
  interface Features {
    int[] of(int node);
  }

  private final FeatureBins bins;
  private final SplitSums sums;
  private final Limits limits;
  private final Workers workers;
  private final int width;

  /** Where the bins of each feature begin in a histogram. */
  private final int[] begin;

  private int[] rows;
  private int[] spare;
  private Features features;
  private boolean inherits;
  private Tree tree;

  TreeGrower(FeatureBins bins, SplitSums sums, Limits limits, Workers workers) {
    this.bins = bins;
    this.sums = sums;
    this.limits = limits;
    this.workers = workers;
    this.width = sums.width();
    begin = new int[bins.features() + 1];
    for (int f = 0; f < bins.features(); f++) {
      begin[f + 1] = Math.addExact(begin[f], Math.multiplyExact(bins.size(f), width));
    }
  }

  /**
   * A tree for these rows, which are put into the order of its leaves.
   *
   * @param shared the features of all nodes, or null if {@code features} chooses them for each
   */
  Tree grow(int[] rows, int[] shared, Features features) {
    this.rows = rows;
    this.inherits = shared != null;
    this.features = inherits ? node -> shared : features;
    if (spare == null || spare.length < rows.length) {
      spare = new int[rows.length];
    }
    tree = new Tree();
    double[] all = new double[width];
    sums.gather(rows, 0, rows.length);
    short[] none = new short[bins.rows()];
    sums.add(none, rows, 0, rows.length, all, 0);
    grow(0, rows.length, 0, all, null);
    return tree;
  }

  private int grow(int from, int to, int level, double[] total, double[] inherited) {
    int node = tree.add(sums.value(total, 0), from, to);
    if (!mayBeSplit(to - from, level, total)) {
      return node;
    }
    int[] used = features.of(node);
    double[] histogram = inherited == null ? histogram(from, to, used) : inherited;
    Split best = best(histogram, used, total);
    if (best == null) {
      return node;
    }
    int middle = partition(from, to, best);
    double[] rest = new double[width];
    for (int k = 0; k < width; k++) {
      rest[k] = total[k] - best.left[k];
    }
    double[] ofLeft = null;
    double[] ofRight = null;
    boolean leftSplits = mayBeSplit(middle - from, level + 1, best.left);
    boolean rightSplits = mayBeSplit(to - middle, level + 1, rest);
    if (inherits && (leftSplits || rightSplits)) {
      boolean leftSmaller = middle - from <= to - middle;
      boolean largerSplits = leftSmaller ? rightSplits : leftSplits;
      double[] ofSmaller =
          leftSmaller ? histogram(from, middle, used) : histogram(middle, to, used);
      double[] ofLarger = largerSplits ? minus(histogram, ofSmaller) : null;
      ofLeft = leftSmaller ? ofSmaller : ofLarger;
      ofRight = leftSmaller ? ofLarger : ofSmaller;
    }
    int left = grow(from, middle, level + 1, best.left, ofLeft);
    int right = grow(middle, to, level + 1, rest, ofRight);
    tree.split(node, best.feature, best.bin, best.missingLeft, left, right);
    return node;
  }

  private boolean mayBeSplit(int count, int level, double[] total) {
    return level < limits.levels - 1
        && count >= limits.minSplit
        && count >= 2 * limits.minLeaf
        && !sums.isPure(total, 0);
  }

  /** Sums of all bins of the features that are used. */
  private double[] histogram(int from, int to, int[] used) {
    double[] histogram = new double[begin[bins.features()]];
    int size = to - from;
    workers.forRanges(size, CELLS_PER_RANGE, (a, b) -> sums.gather(rows, from + a, from + b));
    workers.forRanges(
        used.length,
        featuresPerRange(size),
        (a, b) -> {
          for (int i = a; i < b; i++) {
            int f = used[i];
            sums.add(bins.codes(f), rows, from, to, histogram, begin[f]);
          }
        });
    return histogram;
  }

  private static int featuresPerRange(int rows) {
    return Math.max(1, CELLS_PER_RANGE / Math.max(rows, 1));
  }

  private static double[] minus(double[] histogram, double[] part) {
    for (int i = 0; i < histogram.length; i++) {
      histogram[i] -= part[i];
    }
    return histogram;
  }

  // ---- the best split

  private static final class Split {
    final double[] left;
    double gain = Double.NEGATIVE_INFINITY;
    int feature = -1;
    int bin;
    boolean missingLeft;

    Split(int width) {
      left = new double[width];
    }
  }

  private Split best(double[] histogram, int[] used, double[] total) {
    double score = sums.score(total, 0);
    double slack = EQUAL_GAINS * Math.abs(score);
    Split[] ofFeature = new Split[used.length];
    int cells = (begin[bins.features()] / Math.max(1, bins.features())) + 1;
    workers.forRanges(
        used.length,
        featuresPerRange(cells),
        (a, b) -> {
          for (int i = a; i < b; i++) {
            ofFeature[i] = best(histogram, used[i], total, score, slack);
          }
        });
    Split best = null;
    for (Split split : ofFeature) {
      if (split.feature >= 0 && (best == null || split.gain >= best.gain - slack)) {
        best = split;
      }
    }
    return best == null || best.gain <= sums.leastGain(score) ? null : best;
  }

  /** The split of largest gain; among equal gains the one at the largest value. */
  private Split best(double[] histogram, int f, double[] total, double score, double slack) {
    Split best = new Split(width);
    search(histogram, f, total, score, slack, false, best);
    if (limits.choosesSide && bins.hasMissing(f)) {
      search(histogram, f, total, score, slack, true, best);
    }
    return best;
  }

  private void search(
      double[] histogram,
      int f,
      double[] total,
      double score,
      double slack,
      boolean missingLeft,
      Split best) {
    double[] left = new double[width];
    double[] right = new double[width];
    int count = bins.count(f);
    if (missingLeft) {
      System.arraycopy(histogram, begin[f] + count * width, left, 0, width);
    }
    // Behind the last bin with values there may be the missing ones.
    int cuts = missingLeft || !bins.hasMissing(f) ? count - 1 : count;
    double before = -1;
    for (int bin = 0; bin < cuts; bin++) {
      int at = begin[f] + bin * width;
      for (int k = 0; k < width; k++) {
        left[k] += histogram[at + k];
        right[k] = total[k] - left[k];
      }
      double rows = sums.rows(left, 0);
      if (rows == before) {
        // Nobody is in this bin: the same split.
        continue;
      }
      before = rows;
      if (rows < limits.minLeaf || sums.rows(right, 0) < limits.minLeaf) {
        continue;
      }
      double gain = sums.score(left, 0) + sums.score(right, 0) - score;
      if (gain >= best.gain - slack) {
        best.gain = best.feature < 0 ? gain : Math.max(gain, best.gain);
        best.feature = f;
        best.bin = bin;
        best.missingLeft = missingLeft;
        System.arraycopy(left, 0, best.left, 0, width);
      }
    }
  }

  // ---- rows

  /** Puts the rows that go left in front, both sides in their order; where the right begins. */
  private int partition(int from, int to, Split split) {
    short[] codes = bins.codes(split.feature);
    int missing = bins.count(split.feature);
    int ranges = Workers.rangeCount(to - from, CELLS_PER_RANGE);
    int[] lefts = new int[ranges];
    workers.forRanges(
        to - from,
        CELLS_PER_RANGE,
        (a, b) -> lefts[a / CELLS_PER_RANGE] = divide(from + a, from + b, codes, missing, split));
    int left = 0;
    for (int range = 0; range < ranges; range++) {
      left += lefts[range];
    }
    // Each range has its left rows in front and its right ones behind, in spare.
    int nextLeft = from;
    int nextRight = from + left;
    for (int range = 0; range < ranges; range++) {
      int start = from + range * CELLS_PER_RANGE;
      int size = Math.min(CELLS_PER_RANGE, to - start);
      int own = lefts[range];
      System.arraycopy(spare, start, rows, nextLeft, own);
      System.arraycopy(spare, start + own, rows, nextRight, size - own);
      nextLeft += own;
      nextRight += size - own;
    }
    return from + left;
  }

  private int divide(int from, int to, short[] codes, int missing, Split split) {
    int left = 0;
    for (int i = from; i < to; i++) {
      left += goesLeft(codes[rows[i]], missing, split.bin, split.missingLeft) ? 1 : 0;
    }
    int nextLeft = from;
    int nextRight = from + left;
    for (int i = from; i < to; i++) {
      int row = rows[i];
      if (goesLeft(codes[row], missing, split.bin, split.missingLeft)) {
        spare[nextLeft++] = row;
      } else {
        spare[nextRight++] = row;
      }
    }
    return left;
  }

  static boolean goesLeft(int code, int missing, int bin, boolean missingLeft) {
    return code == missing ? missingLeft : code <= bin;
  }

  /** Nodes by number, the root is 0. A node without feature is a leaf. */
  static final class Tree {
    private int count;
    private int[] feature = new int[15];
    private int[] bin = new int[15];
    private boolean[] missingLeft = new boolean[15];
    private int[] left = new int[15];
    private int[] right = new int[15];
    private double[] value = new double[15];
    private int[] from = new int[15];
    private int[] to = new int[15];

    private int add(double leafValue, int first, int end) {
      if (count == feature.length) {
        int larger = 2 * count;
        feature = Arrays.copyOf(feature, larger);
        bin = Arrays.copyOf(bin, larger);
        missingLeft = Arrays.copyOf(missingLeft, larger);
        left = Arrays.copyOf(left, larger);
        right = Arrays.copyOf(right, larger);
        value = Arrays.copyOf(value, larger);
        from = Arrays.copyOf(from, larger);
        to = Arrays.copyOf(to, larger);
      }
      feature[count] = -1;
      value[count] = leafValue;
      from[count] = first;
      to[count] = end;
      return count++;
    }

    private void split(int node, int f, int cut, boolean side, int leftNode, int rightNode) {
      feature[node] = f;
      bin[node] = cut;
      missingLeft[node] = side;
      left[node] = leftNode;
      right[node] = rightNode;
    }

    int count() {
      return count;
    }

    boolean isLeaf(int node) {
      return feature[node] < 0;
    }

    int feature(int node) {
      return feature[node];
    }

    int bin(int node) {
      return bin[node];
    }

    boolean missingLeft(int node) {
      return missingLeft[node];
    }

    int left(int node) {
      return left[node];
    }

    int right(int node) {
      return right[node];
    }

    double value(int node) {
      return value[node];
    }

    /** Where the rows of the node are among those that were given. */
    int from(int node) {
      return from[node];
    }

    int to(int node) {
      return to[node];
    }

    /** The value of the leaf to which a row of the binned features goes. */
    double follow(FeatureBins bins, int row) {
      int node = 0;
      while (feature[node] >= 0) {
        int f = feature[node];
        boolean goes = goesLeft(bins.codes(f)[row], bins.count(f), bin[node], missingLeft[node]);
        node = goes ? left[node] : right[node];
      }
      return value[node];
    }

    int levels() {
      return levels(0);
    }

    private int levels(int node) {
      return isLeaf(node) ? 1 : 1 + Math.max(levels(left[node]), levels(right[node]));
    }
  }
}
