package dev.linden.matrix.kernel;

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
  static Equilibration apply(int n, double[] a) {
    double[] columnMax = new double[n];
    int[] rows = new int[n];
    for (int i = 0; i < n; i++) {
      double max = 0;
      for (int j = 0; j < n; j++) {
        max = Math.max(max, Math.abs(a[i * n + j]));
      }
      rows[i] = exponent(max);
      double scale = Math.scalb(1.0, rows[i]);
      for (int j = 0; j < n; j++) {
        a[i * n + j] *= scale;
        columnMax[j] = Math.max(columnMax[j], Math.abs(a[i * n + j]));
      }
    }
    int[] columns = new int[n];
    double[] scales = new double[n];
    for (int j = 0; j < n; j++) {
      columns[j] = exponent(columnMax[j]);
      scales[j] = Math.scalb(1.0, columns[j]);
    }
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++) {
        a[i * n + j] *= scales[j];
      }
    }
    return new Equilibration(rows, columns);
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
