package dev.linden.matrix.kernel;

import dev.linden.matrix.Coo;
import dev.linden.matrix.Csr;
import dev.linden.matrix.Dense;
import dev.linden.matrix.Matrix;
import dev.linden.matrix.Mcsr;
import dev.linden.matrix.Sparse;
import dev.linden.matrix.Workers;
import java.util.Arrays;

/** When a result is worth a sparse form, and the conversions the kernels of this package need. */
final class Sparsity {
  /** Work of one range handed to a thread: enough to outweigh the hand-over, few enough to balance. */
  static final int RANGE_WORK = 32 * 1024;

  /** Share of non-zeros below which 12 bytes each (column, value) clearly beat 8 bytes for every cell. */
  private static final double LIMIT = 0.4;

  private Sparsity() {}

  /** Columns stay dense: a row start costs half a cell already, and vector loops want arrays. */
  static boolean pays(int rows, int cols, double nnz) {
    return cols > 1 && nnz < LIMIT * rows * cols;
  }

  /** Rows per range so that a range does about {@link #RANGE_WORK}; depends on the data only. */
  static int grain(int rows, double totalWork) {
    double perRow = Math.max(1, totalWork / Math.max(1, rows));
    return (int) Math.max(1, Math.min(rows, RANGE_WORK / perRow));
  }

  /** The matrix itself if dense. */
  static Dense toDense(Matrix a, Workers workers) {
    if (a instanceof Dense dense) {
      return dense;
    }
    Sparse s = byRow((Sparse) a);
    Dense dense = Dense.allocate(a.rows(), a.cols(), workers);
    workers.forRanges(
        a.rows(),
        grain(a.rows(), a.cells()),
        (start, end) -> {
          for (int i = start; i < end; i++) {
            scatter(s, i, s.start(i), s.end(i), dense.panelOf(i), dense.offset(i));
          }
        });
    return dense.withNnz(s.nnz());
  }

  /** Writes non-zeros {@code [from, to)} of a row to {@code target[offset + column]}. */
  static void scatter(Sparse s, int row, int from, int to, double[] target, int offset) {
    int[] columns = s.columns(row);
    double[] values = s.values(row);
    for (int p = from; p < to; p++) {
      target[offset + columns[p]] = values[p];
    }
  }

  /** Sparse if that pays, dense otherwise; counts the non-zeros of a dense matrix. */
  static Matrix settle(Matrix a, Workers workers) {
    boolean sparse = pays(a.rows(), a.cols(), a.nnz());
    if (sparse == a.isSparse()) {
      return a;
    }
    return sparse ? toSparse((Dense) a, workers) : toDense(a, workers);
  }

  static Sparse toSparse(Dense a, Workers workers) {
    int grain = grain(a.rows(), a.cells());
    SparseChunks result = new SparseChunks(a.rows(), a.cols(), grain);
    workers.forRanges(
        a.rows(),
        grain,
        (start, end) -> {
          SparseChunks.Chunk chunk = result.chunk(start, 16);
          for (int i = start; i < end; i++) {
            chunk.addNonZeros(a.panelOf(i), a.offset(i), a.cols());
            chunk.endRow(i);
          }
        });
    return result.finish();
  }

  /** An independent row-wise copy that takes cell updates. */
  static Mcsr toMcsr(Sparse a) {
    if (a instanceof Mcsr mcsr) {
      return mcsr.copy();
    }
    Sparse s = byRow(a);
    Mcsr result = new Mcsr(a.rows(), a.cols());
    for (int i = 0; i < a.rows(); i++) {
      int from = s.start(i);
      int to = s.end(i);
      if (to > from) {
        int[] columns = Arrays.copyOfRange(s.columns(i), from, to);
        result.setRow(i, columns, Arrays.copyOfRange(s.values(i), from, to), to - from);
      }
    }
    return result;
  }

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
}
