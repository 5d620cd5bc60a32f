package dev.linden.matrix.kernel.rows;

import dev.linden.matrix.Csr;
import java.util.Arrays;

/**
 * The rows of one range of a sparse result while it grows; each range has its own, so that ranges
 * can be built in parallel and joined in order.
 */
public final class SparseRows {
  private final int[] rowEnds;
  private int rows;
  private int[] columns;
  private double[] values;
  private int size;

  public SparseRows(int rows, int expectedNnz) {
    rowEnds = new int[rows];
    columns = new int[Math.max(16, expectedNnz)];
    values = new double[columns.length];
  }

  /** Adds a cell to the current row; columns ascend. Zeros are left out. */
  public void add(int column, double value) {
    if (value == 0) {
      return;
    }
    if (size == columns.length) {
      int longer = (int) Math.min(Integer.MAX_VALUE - 8L, size * 2L);
      columns = Arrays.copyOf(columns, longer);
      values = Arrays.copyOf(values, longer);
    }
    columns[size] = column;
    values[size++] = value;
  }

  public void endRow() {
    rowEnds[rows++] = size;
  }

  /** All ranges one below the other. */
  public static Csr join(int rows, int cols, SparseRows[] ranges) {
    long nnz = 0;
    for (SparseRows range : ranges) {
      nnz += range.size;
    }
    int length = Math.toIntExact(nnz);
    int[] starts = new int[rows + 1];
    int[] columns = new int[length];
    double[] values = new double[length];
    int row = 0;
    int at = 0;
    for (SparseRows range : ranges) {
      for (int i = 0; i < range.rows; i++) {
        starts[++row] = at + range.rowEnds[i];
      }
      System.arraycopy(range.columns, 0, columns, at, range.size);
      System.arraycopy(range.values, 0, values, at, range.size);
      at += range.size;
    }
    return new Csr(rows, cols, starts, columns, values);
  }
}
