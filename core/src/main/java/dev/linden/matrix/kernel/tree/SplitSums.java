package dev.linden.matrix.kernel.tree;

/**
 * What a tree sums up of the rows in a bin, and how good a node with such sums is. The sums of a
 * bin are {@link #width()} numbers side by side.
 */
abstract class SplitSums {
  private final int width;

  SplitSums(int width) {
    this.width = width;
  }

  final int width() {
    return width;
  }

  /** Copies what belongs to the rows of a node next to each other. */
  abstract void gather(int[] rows, int from, int to);

  /** Adds the rows of the node that was gathered last to the bins that begin at {@code at}. */
  abstract void add(short[] codes, int[] rows, int from, int to, double[] bins, int at);

  abstract double rows(double[] sums, int at);

  /** Larger is better: a split gains what its sides have more than the node. */
  abstract double score(double[] sums, int at);

  /** What a leaf with these sums predicts. */
  abstract double value(double[] sums, int at);

  /** Whether no split can gain anything. */
  abstract boolean isPure(double[] sums, int at);

  /** The least gain that is worth a split, for a node of this score. */
  abstract double leastGain(double score);

  /** Rows of each class. */
  static final class Classes extends SplitSums {
    private final int[] classes;
    private final boolean entropy;
    private final int[] gathered;

    /** {@code classes} are numbered from 0. */
    Classes(int[] classes, int count, boolean entropy) {
      super(count);
      this.classes = classes;
      this.entropy = entropy;
      this.gathered = new int[classes.length];
    }

    @Override
    void gather(int[] rows, int from, int to) {
      for (int i = from; i < to; i++) {
        gathered[i] = classes[rows[i]];
      }
    }

    @Override
    void add(short[] codes, int[] rows, int from, int to, double[] bins, int at) {
      int width = width();
      for (int i = from; i < to; i++) {
        bins[at + codes[rows[i]] * width + gathered[i]]++;
      }
    }

    @Override
    double rows(double[] sums, int at) {
      double rows = 0;
      for (int k = 0; k < width(); k++) {
        rows += sums[at + k];
      }
      return rows;
    }

    @Override
    double score(double[] sums, int at) {
      double rows = rows(sums, at);
      double score = 0;
      for (int k = 0; k < width(); k++) {
        double count = sums[at + k];
        if (count > 0) {
          score += entropy ? count * Math.log(count / rows) : count * count / rows;
        }
      }
      return score;
    }

    /** The class of most rows, of several the last; numbered from 1. */
    @Override
    double value(double[] sums, int at) {
      int best = 0;
      for (int k = 1; k < width(); k++) {
        if (sums[at + k] >= sums[at + best]) {
          best = k;
        }
      }
      return best + 1;
    }

    @Override
    boolean isPure(double[] sums, int at) {
      int present = 0;
      for (int k = 0; k < width(); k++) {
        present += sums[at + k] > 0 ? 1 : 0;
      }
      return present <= 1;
    }

    /** Also splits that gain nothing: what follows them may. */
    @Override
    double leastGain(double score) {
      return Double.NEGATIVE_INFINITY;
    }
  }

  /**
   * Sums of first and second derivatives of a loss, and rows. With g = -y and h = 1 the leaves are
   * the means of y, and the gain is what the sum of squared errors loses.
   */
  static final class Gradients extends SplitSums {
    private final double[] gradient;
    private final double[] hessian;
    private final double lambda;
    private final double[] g;
    private final double[] h;

    Gradients(double[] gradient, double[] hessian, double lambda) {
      super(3);
      this.gradient = gradient;
      this.hessian = hessian;
      this.lambda = lambda;
      this.g = new double[gradient.length];
      this.h = new double[gradient.length];
    }

    @Override
    void gather(int[] rows, int from, int to) {
      for (int i = from; i < to; i++) {
        int row = rows[i];
        g[i] = gradient[row];
        h[i] = hessian[row];
      }
    }

    @Override
    void add(short[] codes, int[] rows, int from, int to, double[] bins, int at) {
      double[] own = g;
      double[] ownH = h;
      for (int i = from; i < to; i++) {
        int bin = at + codes[rows[i]] * 3;
        bins[bin] += own[i];
        bins[bin + 1] += ownH[i];
        bins[bin + 2]++;
      }
    }

    @Override
    double rows(double[] sums, int at) {
      return sums[at + 2];
    }

    @Override
    double score(double[] sums, int at) {
      double divisor = sums[at + 1] + lambda;
      return divisor > 0 ? sums[at] * sums[at] / divisor : 0;
    }

    @Override
    double value(double[] sums, int at) {
      double divisor = sums[at + 1] + lambda;
      return divisor > 0 ? 0 - sums[at] / divisor : 0;
    }

    @Override
    boolean isPure(double[] sums, int at) {
      return false;
    }

    @Override
    double leastGain(double score) {
      return 1e-12 * Math.max(Math.abs(score), 1e-300);
    }
  }
}
