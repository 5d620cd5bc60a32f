package dev.linden.storage;

import dev.linden.matrix.Csr;
import dev.linden.matrix.Dense;
import dev.linden.matrix.Matrix;

/** Which form a matrix that was read takes. Follows from its size and non-zeros alone, so every reader gives the same. */
final class Representation {
  /** Largest share of non-zeros at which 12 bytes per non-zero beat 8 per cell in memory and in most kernels. */
  private static final double SPARSE_BELOW = 0.4;

  private Representation() {}

  static boolean isSparse(long rows, long cols, long nnz) {
    return cols > 1 && nnz < SPARSE_BELOW * rows * cols;
  }

  /** Far fewer non-zeros than rows: even an empty row start per row would be the bulk of the matrix. */
  static boolean isUltraSparse(long rows, long nnz) {
    return rows >= 1 << 20 && nnz < rows / 64;
  }

  /** The same matrix in the form that fits its non-zeros. */
  static Matrix fit(Dense dense) {
    long nnz = dense.nnz();
    return isSparse(dense.rows(), dense.cols(), nnz) && nnz < Integer.MAX_VALUE - 8 ? toCsr(dense, (int) nnz) : dense;
  }

  private static Csr toCsr(Dense dense, int nnz) {
    int[] rowStarts = new int[dense.rows() + 1];
    int[] columns = new int[nnz];
    double[] values = new double[nnz];
    int at = 0;
    for (int i = 0; i < dense.rows(); i++) {
      double[] cells = dense.panelOf(i);
      int offset = dense.offset(i);
      for (int j = 0; j < dense.cols(); j++) {
        if (cells[offset + j] != 0) {
          columns[at] = j;
          values[at] = cells[offset + j];
          at++;
        }
      }
      rowStarts[i + 1] = at;
    }
    return new Csr(dense.rows(), dense.cols(), rowStarts, columns, values);
  }
}
