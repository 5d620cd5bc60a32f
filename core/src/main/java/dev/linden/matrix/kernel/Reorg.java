package dev.linden.matrix.kernel;

import dev.linden.base.InputError;
import dev.linden.matrix.Coo;
import dev.linden.matrix.Csr;
import dev.linden.matrix.Dense;
import dev.linden.matrix.Formats;
import dev.linden.matrix.Matrix;
import dev.linden.matrix.Sparse;
import dev.linden.matrix.Workers;
import java.util.Arrays;

/** The same cells in other places. */
public final class Reorg {
  /**
   * Cells move in squares of this side: both the read and the written lines then stay in the
   * first-level cache.
   */
  private static final int TILE = 32;

  private Reorg() {}

  // ----------------------------------------------------------------------------------------------
  // transpose

  public static Matrix transpose(Matrix a, Workers workers) {
    if (a.rows() == 1 && a.cols() == 1) {
      return a;
    }
    if (a instanceof Dense dense) {
      return transposeDense(dense, workers);
    }
    return a instanceof Coo coo && a.cols() > 4 * a.nnz()
        ? transposeTriples(coo)
        : transposeSparse((Sparse) a);
  }

  private static Dense transposeDense(Dense a, Workers workers) {
    Dense result = Dense.allocateUncleared(a.cols(), a.rows(), workers);
    int tileRows = Math.max(TILE, Ranges.rows(a.cols(), a.cells()) / TILE * TILE);
    workers.forRanges(a.cols(), tileRows, (start, end) -> transposeRows(a, result, start, end));
    return withNnzOf(a, result);
  }

  /** Fills rows {@code [rowStart, rowEnd)} of {@code target} with columns of {@code a}. */
  static void transposeRows(Dense a, Dense target, int rowStart, int rowEnd) {
    if (a.cols() == 1 && a.panelCount() == 1) {
      System.arraycopy(a.panel(0), 0, target.panel(0), 0, a.rows());
      return;
    }
    for (int jTile = rowStart; jTile < rowEnd; jTile += TILE) {
      int jEnd = Math.min(rowEnd, jTile + TILE);
      for (int iTile = 0; iTile < a.rows(); iTile += TILE) {
        int iEnd = Math.min(a.rows(), iTile + TILE);
        for (int i = iTile; i < iEnd; i++) {
          double[] from = a.panelOf(i);
          int fromOffset = a.offset(i);
          for (int j = jTile; j < jEnd; j++) {
            target.panelOf(j)[target.offset(j) + i] = from[fromOffset + j];
          }
        }
      }
    }
  }

  /** Moving cells keeps their number of non-zeros. */
  private static Dense withNnzOf(Dense a, Dense result) {
    return a.nnzKnown() ? result.withNnz(a.nnz()) : result;
  }

  /** Counting sort by column: rows come in order, so columns of the result ascend. */
  private static Sparse transposeSparse(Sparse a) {
    Sparse s = RowView.byRow(a);
    int[] sizes = new int[a.cols()];
    for (int i = 0; i < a.rows(); i++) {
      int[] columns = s.columns(i);
      for (int p = s.start(i), end = s.end(i); p < end; p++) {
        sizes[columns[p]]++;
      }
    }
    CountedRows result = new CountedRows(a.cols(), a.rows(), sizes);
    for (int i = 0; i < a.rows(); i++) {
      int[] columns = s.columns(i);
      double[] values = s.values(i);
      for (int p = s.start(i), end = s.end(i); p < end; p++) {
        result.append(columns[p], i, values[p]);
      }
    }
    return result.finish();
  }

  /** For results of far more rows than non-zeros: sorts the triples and touches nothing per row. */
  private static Coo transposeTriples(Coo a) {
    int nnz = a.values().length;
    long[] columnThenPosition = new long[nnz];
    for (int p = 0; p < nnz; p++) {
      columnThenPosition[p] = (long) a.columns()[p] << 32 | p;
    }
    Arrays.sort(columnThenPosition);
    int[] rows = new int[nnz];
    int[] columns = new int[nnz];
    double[] values = new double[nnz];
    for (int q = 0; q < nnz; q++) {
      int p = (int) columnThenPosition[q];
      rows[q] = a.columns()[p];
      columns[q] = a.rowIndexes()[p];
      values[q] = a.values()[p];
    }
    return new Coo(a.cols(), a.rows(), rows, columns, values);
  }

  // ------------------------------------------------------------------------------------- rows in
  // another order

  /** Rows in reverse order. */
  public static Matrix reverseRows(Matrix a, Workers workers) {
    if (a.rows() <= 1) {
      return a;
    }
    int[] source = new int[a.rows()];
    for (int i = 0; i < source.length; i++) {
      source[i] = source.length - 1 - i;
    }
    return rowsAt(a, source, workers);
  }

  /** Rows moved down by so many places, those at the end to the top; up where it is negative. */
  public static Matrix rollRows(Matrix a, long places, Workers workers) {
    int shift = a.rows() == 0 ? 0 : (int) Math.floorMod(places, (long) a.rows());
    if (shift == 0) {
      return a;
    }
    int[] source = new int[a.rows()];
    for (int i = 0; i < source.length; i++) {
      source[i] = i < shift ? i - shift + source.length : i - shift;
    }
    return rowsAt(a, source, workers);
  }

  /** Row i of the result is row {@code source[i]} of A. */
  static Matrix rowsAt(Matrix a, int[] source, Workers workers) {
    int rows = source.length;
    int cols = a.cols();
    int grain = Ranges.rows(rows, (double) rows * cols);
    if (a instanceof Dense dense) {
      Dense result = Dense.allocateUncleared(rows, cols, workers);
      workers.forRanges(
          rows,
          grain,
          (start, end) -> {
            for (int i = start; i < end; i++) {
              int from = source[i];
              System.arraycopy(
                  dense.panelOf(from),
                  dense.offset(from),
                  result.panelOf(i),
                  result.offset(i),
                  cols);
            }
          });
      return result;
    }
    Sparse s = RowView.byRow((Sparse) a);
    int[] sizes = new int[rows];
    for (int i = 0; i < rows; i++) {
      sizes[i] = s.end(source[i]) - s.start(source[i]);
    }
    CountedRows result = new CountedRows(rows, cols, sizes);
    workers.forRanges(
        rows,
        grain,
        (start, end) -> {
          for (int i = start; i < end; i++) {
            result.appendRun(i, s, source[i], s.start(source[i]), s.end(source[i]), 0);
          }
        });
    return result.finish();
  }

  /**
   * Stable sort of rows by 0-based columns; NaN is largest. With {@code indexes} the 1-based
   * permutation as n x 1.
   */
  public static Matrix order(
      Matrix a, int[] by, boolean decreasing, boolean indexes, Workers workers) {
    for (int col : by) {
      if (col < 0 || col >= a.cols()) {
        throw new InputError(
            "order: column "
                + (col + 1L)
                + " to sort by is outside the target of size "
                + a.shape());
      }
    }
    int[] source = RowSort.permutation(a, by, decreasing);
    if (!indexes) {
      return rowsAt(a, source, workers);
    }
    Dense result = Dense.allocateUncleared(a.rows(), 1, workers);
    for (int i = 0; i < source.length; i++) {
      result.set(i, 0, source[i] + 1.0);
    }
    return result.withNnz(source.length);
  }

  // --------------------------------------------------------------------------------------------------- diag

  /** n x 1 to a diagonal matrix, n x n to its diagonal. */
  public static Matrix diag(Matrix a, Workers workers) {
    if (a.rows() == 1 && a.cols() == 1) {
      return a;
    }
    if (a.isColumn()) {
      return Formats.adapt(diagonalMatrix(a), workers);
    }
    if (a.rows() != a.cols()) {
      throw new InputError("diag needs a column or a square matrix, but found " + a.shape());
    }
    Dense result = Dense.allocateUncleared(a.rows(), 1, workers);
    for (int i = 0; i < a.rows(); i++) {
      result.set(i, 0, a.get(i, i));
    }
    return result;
  }

  private static Sparse diagonalMatrix(Matrix a) {
    int n = a.rows();
    int nnz = Math.toIntExact(a.nnz());
    int[] starts = new int[n + 1];
    int[] columns = new int[nnz];
    double[] values = new double[nnz];
    int at = 0;
    for (int i = 0; i < n; i++) {
      double value = a.get(i, 0);
      if (value != 0) {
        columns[at] = i;
        values[at++] = value;
      }
      starts[i + 1] = at;
    }
    return new Csr(n, n, starts, columns, values);
  }

  // ------------------------------------------------------------------------------------------------ reshape

  /** Same cells, row by row, or column by column on both sides. */
  public static Matrix reshape(Matrix a, int rows, int cols, boolean byRow, Workers workers) {
    if ((long) rows * cols != a.cells()) {
      throw new InputError(
          "matrix: "
              + a.shape()
              + " has "
              + a.cells()
              + " cells, which do not fill "
              + rows
              + "x"
              + cols);
    }
    if (rows == a.rows() && cols == a.cols()) {
      return a;
    }
    if (!byRow) {
      // by columns is by rows for the transposed matrices, and transposing keeps memory access
      // local
      Matrix turned = reshape(transpose(a, workers), cols, rows, true, workers);
      return transpose(turned, workers);
    }
    if (a instanceof Dense dense) {
      Dense result = Dense.allocateUncleared(rows, cols, workers);
      copyCells(dense, result);
      return withNnzOf(dense, result);
    }
    return reshapeSparse((Sparse) a, rows, cols);
  }

  /** Copies all cells in row-major order between matrices of equal cell count and any panels. */
  static void copyCells(Dense from, Dense to) {
    int source = 0;
    int sourceAt = 0;
    for (int target = 0; target < to.panelCount(); target++) {
      double[] cells = to.panel(target);
      int at = 0;
      while (at < cells.length) {
        if (sourceAt == from.panel(source).length) {
          source++;
          sourceAt = 0;
        }
        int run = Math.min(cells.length - at, from.panel(source).length - sourceAt);
        System.arraycopy(from.panel(source), sourceAt, cells, at, run);
        at += run;
        sourceAt += run;
      }
    }
  }

  private static Sparse reshapeSparse(Sparse a, int rows, int cols) {
    Sparse s = RowView.byRow(a);
    int[] sizes = new int[rows];
    for (int i = 0; i < a.rows(); i++) {
      long rowAt = (long) i * a.cols();
      int[] columns = s.columns(i);
      for (int p = s.start(i), end = s.end(i); p < end; p++) {
        sizes[(int) ((rowAt + columns[p]) / cols)]++;
      }
    }
    CountedRows result = new CountedRows(rows, cols, sizes);
    for (int i = 0; i < a.rows(); i++) {
      long rowAt = (long) i * a.cols();
      int[] columns = s.columns(i);
      double[] values = s.values(i);
      for (int p = s.start(i), end = s.end(i); p < end; p++) {
        long at = rowAt + columns[p];
        result.append((int) (at / cols), (int) (at % cols), values[p]);
      }
    }
    return result.finish();
  }
}
