package dev.linden.matrix.kernel.product;

import dev.linden.matrix.Csr;
import dev.linden.matrix.Dense;

/**
 * The loops of {@link MatMultChain} over compressed rows for one or two columns of v, on bare
 * arrays. Two columns stand beside each other, so that each non-zero is read once for both.
 */
final class CsrChain {
  static final int MOST_COLUMNS = 2;

  private final Csr x;
  private final int columns;

  /** The cells of v row by row. */
  private final double[] v;

  private final double[] w;
  private final double[] y;

  /**
   * @param v its columns as rows
   * @param w null, or a factor for each row
   * @param y null, or what is taken off for each row
   */
  CsrChain(Csr x, Dense v, Dense w, Dense y) {
    this.x = x;
    this.columns = v.rows();
    this.v = columns == 1 ? v.panel(0) : beside(v.panel(0));
    this.w = w == null ? null : w.panel(0);
    this.y = y == null ? null : y.panel(0);
  }

  private static double[] beside(double[] twoRows) {
    int n = twoRows.length / 2;
    double[] pairs = new double[2 * n];
    for (int k = 0; k < n; k++) {
      pairs[2 * k] = twoRows[k];
      pairs[2 * k + 1] = twoRows[n + k];
    }
    return pairs;
  }

  /** Adds what rows {@code [start, end)} count; the sums are row by row as well. */
  void add(int start, int end, double[] sums) {
    if (columns == 1) {
      addOne(x.rowStarts(), x.columns(), x.values(), start, end, v, w, y, sums);
    } else {
      addTwo(x.rowStarts(), x.columns(), x.values(), start, end, v, w, y, sums);
    }
  }

  Dense result(Dense sums) {
    return Dense.wrap(x.cols(), columns, sums.panel(0));
  }

  private static void addOne(
      int[] rowStarts,
      int[] columns,
      double[] values,
      int start,
      int end,
      double[] v,
      double[] w,
      double[] y,
      double[] sums) {
    int from = rowStarts[start];
    for (int i = start; i < end; i++) {
      int to = rowStarts[i + 1];
      double product = CsrLoops.dot(columns, values, from, to, v, 0);
      if (w != null) {
        product *= w[i];
      } else if (y != null) {
        product -= y[i];
      }
      CsrLoops.addScaled(product, columns, values, from, to, sums, 0);
      from = to;
    }
  }

  private static void addTwo(
      int[] rowStarts,
      int[] columns,
      double[] values,
      int start,
      int end,
      double[] v,
      double[] w,
      double[] y,
      double[] sums) {
    int from = rowStarts[start];
    for (int i = start; i < end; i++) {
      int to = rowStarts[i + 1];
      double first = 0;
      double second = 0;
      for (int p = from; p < to; p++) {
        int j = 2 * columns[p];
        first += values[p] * v[j];
        second += values[p] * v[j + 1];
      }
      if (w != null) {
        first *= w[i];
        second *= w[i];
      } else if (y != null) {
        first -= y[i];
        second -= y[i];
      }
      for (int p = from; p < to; p++) {
        int j = 2 * columns[p];
        sums[j] += first * values[p];
        sums[j + 1] += second * values[p];
      }
      from = to;
    }
  }
}
