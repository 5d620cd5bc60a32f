package dev.linden.matrix.kernel.rows;

import dev.linden.matrix.Coo;
import dev.linden.matrix.Csr;
import dev.linden.matrix.Formats;
import dev.linden.matrix.Sparse;
import java.util.Arrays;

/** Reading rows of sparse matrices. */
public final class RowView {
  /** Longest array that all JVMs can make. */
  public static final int LONGEST_ARRAY = Integer.MAX_VALUE - 8;

  private RowView() {}

  /**
   * Whether a result with this many non-zeros is built sparse. Unlike {@link Formats#sparse}, more
   * than one array can hold is no reason to be dense: rows of their own can.
   */
  public static boolean pays(int rows, int cols, long nnz) {
    return nnz <= LONGEST_ARRAY
        ? Formats.sparse(rows, cols, nnz)
        : cols > 1 && nnz < Formats.DENSEST_SPARSE * rows * cols;
  }

  /**
   * A form whose row bounds cost no search. It may share the arrays of {@code a}: for reading
   * inside a kernel, never to be returned.
   */
  public static Sparse byRow(Sparse a) {
    if (!(a instanceof Coo coo)) {
      return a;
    }
    int[] starts = new int[a.rows() + 1];
    for (int row : coo.rowIndexes()) {
      starts[row + 1]++;
    }
    for (int i = 0; i < a.rows(); i++) {
      starts[i + 1] += starts[i];
    }
    return new Csr(a.rows(), a.cols(), starts, coo.columns(), coo.values());
  }

  /** First position of the row whose column is not below {@code col}. */
  public static int lowerBound(Sparse a, int row, int col) {
    int at = Arrays.binarySearch(a.columns(row), a.start(row), a.end(row), col);
    return at >= 0 ? at : -at - 1;
  }

  /** Writes non-zeros {@code [from, to)} of a row to {@code target[offset + column]}. */
  public static void scatter(Sparse s, int row, int from, int to, double[] target, int offset) {
    int[] columns = s.columns(row);
    double[] values = s.values(row);
    for (int p = from; p < to; p++) {
      target[offset + columns[p]] = values[p];
    }
  }
}
