package dev.linden.matrix.kernel.solve;

import dev.linden.matrix.Workers;
import dev.linden.matrix.kernel.rows.Grain;

/**
 * Powers of two that bring the largest cell of each row, then of each column, to about 1. Scaling
 * by them is exact, and what is singular or not no longer depends on the units of rows and columns.
 */
final class Equilibration {
  private final int[] rowExponents;
  private final int[] columnExponents;

  private Equilibration(int[] rowExponents, int[] columnExponents) {
    this.rowExponents = rowExponents;
    this.columnExponents = columnExponents;
  }

  /** Scales a finite n x n matrix in place. */
  static Equilibration apply(int n, double[] a, Workers workers) {
    int[] rows = new int[n];
    int grain = Grain.rows(n);
    double[][] maxOfRange = new double[Workers.rangeCount(n, grain)][];
    workers.forRanges(
        n,
        grain,
        (start, end) -> {
          double[] max = new double[n];
          for (int i = start; i < end; i++) {
            rows[i] = scaleRow(a, i * n, n, max);
          }
          maxOfRange[start / grain] = max;
        });
    double[] columnMax = new double[n];
    for (double[] max : maxOfRange) {
      for (int j = 0; j < n; j++) {
        columnMax[j] = Math.max(columnMax[j], max[j]);
      }
    }
    int[] columns = new int[n];
    double[] scales = new double[n];
    boolean change = false;
    for (int j = 0; j < n; j++) {
      columns[j] = exponent(columnMax[j]);
      scales[j] = Math.scalb(1.0, columns[j]);
      change |= columns[j] != 0;
    }
    if (change) {
      workers.forRanges(
          n,
          grain,
          (start, end) -> {
            for (int i = start; i < end; i++) {
              multiply(a, i * n, scales);
            }
          });
    }
    return new Equilibration(rows, columns);
  }

  /** Scales a row, adds it to the largest magnitudes of columns, and gives its exponent. */
  private static int scaleRow(double[] a, int from, int n, double[] columnMax) {
    double max = 0;
    for (int j = 0; j < n; j++) {
      double size = Math.abs(a[from + j]);
      if (size > max) {
        max = size;
      }
    }
    int exponent = exponent(max);
    double scale = Math.scalb(1.0, exponent);
    for (int j = 0; j < n; j++) {
      double x = a[from + j] * scale;
      a[from + j] = x;
      double size = Math.abs(x);
      if (size > columnMax[j]) {
        columnMax[j] = size;
      }
    }
    return exponent;
  }

  private static void multiply(double[] a, int from, double[] scales) {
    for (int j = 0; j < scales.length; j++) {
      a[from + j] *= scales[j];
    }
  }

  private static int exponent(double max) {
    return max == 0 ? 0 : Math.min(Double.MAX_EXPONENT, -Math.getExponent(max));
  }

  /** Scales a right-hand side like the rows of the matrix. */
  void scaleRows(double[] b, int columns) {
    scale(b, columns, rowExponents);
  }

  /** Turns a solution of the scaled system into one of the original system. */
  void scaleSolution(double[] x, int columns) {
    scale(x, columns, columnExponents);
  }

  private static void scale(double[] x, int columns, int[] exponents) {
    for (int i = 0; i < exponents.length; i++) {
      double scale = Math.scalb(1.0, exponents[i]);
      for (int j = 0; j < columns; j++) {
        x[i * columns + j] *= scale;
      }
    }
  }
}
