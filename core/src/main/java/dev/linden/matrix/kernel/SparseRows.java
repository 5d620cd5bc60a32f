package dev.linden.matrix.kernel;

import dev.linden.matrix.Coo;
import dev.linden.matrix.Csr;
import dev.linden.matrix.Sparse;
import java.util.Arrays;

/** Reading rows of sparse matrices. */
final class SparseRows {
  private SparseRows() {}

  /**
   * A form whose row bounds cost no search. It may share the arrays of {@code a}: for reading inside a kernel, never to be
   * returned.
   */
  static Sparse byRow(Sparse a) {
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
  static int lowerBound(Sparse a, int row, int col) {
    int at = Arrays.binarySearch(a.columns(row), a.start(row), a.end(row), col);
    return at >= 0 ? at : -at - 1;
  }

  /** Writes non-zeros {@code [from, to)} of a row to {@code target[offset + column]}. */
  static void scatter(Sparse s, int row, int from, int to, double[] target, int offset) {
    int[] columns = s.columns(row);
    double[] values = s.values(row);
    for (int p = from; p < to; p++) {
      target[offset + columns[p]] = values[p];
    }
  }
}
