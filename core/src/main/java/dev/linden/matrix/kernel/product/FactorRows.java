package dev.linden.matrix.kernel.product;

import dev.linden.matrix.Dense;
import dev.linden.matrix.kernel.rows.RowLoops;
import dev.linden.matrix.simd.Simd;

/**
 * Rows of a factor V that belong to cells of one row of a matrix: cell (i, j) of {@code U %*% t(V)}
 * needs row j. Short rows are taken four at a time, since a sum of a single one would wait for each
 * of its additions.
 */
public final class FactorRows {
  /** Columns up to which plain loops over several rows beat vectors along one row. */
  private static final int SHORT = 48;

  private final Dense factor;
  private final int length;
  private final Simd simd;

  /**
   * @param simd for rows that are not short
   */
  public FactorRows(Dense factor, Simd simd) {
    this.factor = factor;
    this.length = factor.cols();
    this.simd = simd;
  }

  /**
   * Dot products of a vector and rows of the factor.
   *
   * @param columns cells {@code [p, p + n)} are in these columns; null if in the columns of these
   *     numbers
   * @param dots results, from 0 on
   */
  public void dots(double[] a, int at, int[] columns, int p, int n, double[] dots) {
    if (length <= SHORT) {
      shortDots(a, at, columns, p, n, dots);
      return;
    }
    for (int k = 0; k < n; k++) {
      int j = row(columns, p + k);
      dots[k] = simd.dot(a, at, factor.panelOf(j), factor.offset(j), length);
    }
  }

  private static int row(int[] columns, int position) {
    return columns == null ? position : columns[position];
  }

  private void shortDots(double[] a, int at, int[] columns, int p, int n, double[] dots) {
    int k = 0;
    for (; k + 3 < n; k += 4) {
      int j0 = row(columns, p + k);
      int j1 = row(columns, p + k + 1);
      int j2 = row(columns, p + k + 2);
      int j3 = row(columns, p + k + 3);
      double[] b0 = factor.panelOf(j0);
      double[] b1 = factor.panelOf(j1);
      double[] b2 = factor.panelOf(j2);
      double[] b3 = factor.panelOf(j3);
      int o0 = factor.offset(j0);
      int o1 = factor.offset(j1);
      int o2 = factor.offset(j2);
      int o3 = factor.offset(j3);
      double s0 = 0;
      double s1 = 0;
      double s2 = 0;
      double s3 = 0;
      for (int c = 0; c < length; c++) {
        double x = a[at + c];
        s0 += x * b0[o0 + c];
        s1 += x * b1[o1 + c];
        s2 += x * b2[o2 + c];
        s3 += x * b3[o3 + c];
      }
      dots[k] = s0;
      dots[k + 1] = s1;
      dots[k + 2] = s2;
      dots[k + 3] = s3;
    }
    for (; k < n; k++) {
      int j = row(columns, p + k);
      double[] b = factor.panelOf(j);
      int o = factor.offset(j);
      double sum = 0;
      for (int c = 0; c < length; c++) {
        sum += a[at + c] * b[o + c];
      }
      dots[k] = sum;
    }
  }

  /**
   * Adds rows of the factor, each times its cell, to {@code to}. Cells of zero are left out: a
   * sparse matrix would not store them, so that NaN in the factor is absorbed.
   */
  void addScaled(double[] cells, int[] columns, int p, int n, double[] to, int at) {
    int k = 0;
    while (k < n) {
      if (length <= SHORT && k + 3 < n && areNonZero(cells, k)) {
        int j0 = columns[p + k];
        int j1 = columns[p + k + 1];
        int j2 = columns[p + k + 2];
        int j3 = columns[p + k + 3];
        RowLoops.addScaled4(
            cells[k],
            factor.panelOf(j0),
            factor.offset(j0),
            cells[k + 1],
            factor.panelOf(j1),
            factor.offset(j1),
            cells[k + 2],
            factor.panelOf(j2),
            factor.offset(j2),
            cells[k + 3],
            factor.panelOf(j3),
            factor.offset(j3),
            to,
            at,
            length);
        k += 4;
        continue;
      }
      if (cells[k] != 0) {
        int j = columns[p + k];
        simd.axpy(cells[k], factor.panelOf(j), factor.offset(j), to, at, length);
      }
      k++;
    }
  }

  private static boolean areNonZero(double[] cells, int k) {
    return cells[k] != 0 && cells[k + 1] != 0 && cells[k + 2] != 0 && cells[k + 3] != 0;
  }
}
