package dev.linden.matrix.kernel.rows;

import dev.linden.matrix.Matrix;

/**
 * How large the ranges are that kernels hand to workers: functions of the shape alone, so that
 * results are the same for any number of threads.
 */
public final class Grain {
  /**
   * Cells per range. 256 KB of doubles stay in the second-level cache between the passes over a
   * range; and many ranges per core give the first large operation compiled code early (Vector API
   * code is tens of times slower before).
   */
  public static final int CELLS = 1 << 15;

  private Grain() {}

  /** Whole rows with about {@link #CELLS} cells. */
  public static int rows(int cols) {
    return Math.max(1, CELLS / Math.max(1, cols));
  }

  /**
   * Whole rows with about {@link #CELLS} non-zeros, but not so many that walking the rows
   * themselves is most of the work.
   */
  public static int sparseRows(Matrix a, long nnz) {
    long rows = (long) (CELLS * (double) a.rows() / Math.max(1, nnz));
    return (int) Math.max(1, Math.min(CELLS, rows));
  }
}
