package dev.linden.matrix.kernel;

import dev.linden.matrix.Matrix;
import dev.linden.matrix.Workers;

/** The same cells in other places. */
public final class Reorg {
  private Reorg() {}

  public static Matrix transpose(Matrix a, Workers workers) {
    throw new UnsupportedOperationException();
  }

  /** Rows in reverse order. */
  public static Matrix reverseRows(Matrix a, Workers workers) {
    throw new UnsupportedOperationException();
  }

  /** n x 1 to a diagonal matrix, n x n to its diagonal. */
  public static Matrix diag(Matrix a, Workers workers) {
    throw new UnsupportedOperationException();
  }

  /** Same cells, row by row, or column by column on both sides. */
  public static Matrix reshape(Matrix a, int rows, int cols, boolean byRow, Workers workers) {
    throw new UnsupportedOperationException();
  }

  /** Stable sort of rows by 0-based columns; NaN is largest. With {@code indexes} the 1-based permutation as n x 1. */
  public static Matrix order(Matrix a, int[] by, boolean decreasing, boolean indexes, Workers workers) {
    throw new UnsupportedOperationException();
  }
}
