package dev.linden.matrix.compress.operator;

import dev.linden.matrix.Dense;

/** Rows of dense operands that belong to the columns of a group. */
final class Rows {
  private Rows() {}

  /** The rows of {@code n} cells with these numbers, one behind the other. */
  static double[] at(double[] cells, int n, int[] rows) {
    double[] result = new double[Math.multiplyExact(rows.length, n)];
    for (int j = 0; j < rows.length; j++) {
      System.arraycopy(cells, rows[j] * n, result, j * n, n);
    }
    return result;
  }

  /** Writes rows of {@code n} cells to the rows with these numbers. */
  static void put(double[] rows, int n, int[] numbers, double[] to) {
    for (int j = 0; j < numbers.length; j++) {
      System.arraycopy(rows, j * n, to, numbers[j] * n, n);
    }
  }

  /** Whether the first {@code n} cells are zeros. */
  static boolean isZero(double[] cells, int n) {
    for (int k = 0; k < n; k++) {
      if (cells[k] != 0) {
        return false;
      }
    }
    return true;
  }

  static boolean isFinite(double[] cells) {
    return isFinite(cells, 0, cells.length);
  }

  static boolean isFinite(double[] cells, int at, int n) {
    for (int k = at; k < at + n; k++) {
      if (!Double.isFinite(cells[k])) {
        return false;
      }
    }
    return true;
  }

  /** Works on rows {@code [start, end)} that lie in one panel. */
  interface Stretch {
    void run(int start, int end);
  }

  /** Rows in stretches of at most {@code most}, none of which crosses the border of a panel. */
  static void stretches(Dense panels, int start, int end, int most, Stretch task) {
    int next;
    for (int row = start; row < end; row = next) {
      next = Math.min(Math.min(end, panels.panelEnd(row)), row + Math.min(most, end - row));
      task.run(row, next);
    }
  }
}
