package dev.linden.matrix.kernel.reorg;

import dev.linden.base.InputError;
import dev.linden.matrix.ArrayPool;
import dev.linden.matrix.Coo;
import dev.linden.matrix.Csr;
import dev.linden.matrix.Dense;
import dev.linden.matrix.Formats;
import dev.linden.matrix.Matrix;
import dev.linden.matrix.Plain;
import dev.linden.matrix.Sparse;
import dev.linden.matrix.Workers;
import dev.linden.matrix.kernel.rows.CountedRows;
import dev.linden.matrix.kernel.rows.Grain;
import dev.linden.matrix.kernel.rows.Ranges;
import dev.linden.matrix.kernel.rows.RowView;
import java.util.Arrays;

/** The same cells in other places. */
public final class Reorg {
  /**
   * Side of the squares that are transposed one after the other: few enough pages on both sides for
   * the processor to know them all.
   */
  private static final int BLOCK = 128;

  /** 64 K cells. */
  private static final int BLOCKS_PER_RANGE = 4;

  /**
   * Rows that are read together: two lines are then written at once, and the lines that are read
   * stay in the first-level cache until all their cells are taken.
   */
  private static final int TILE = 16;

  /** Non-zeros from which a sparse transpose is split between threads. */
  private static final int SMALLEST_PARALLEL = 1 << 16;

  private Reorg() {}

  // ----------------------------------------------------------------------------------------------
  // transpose

  public static Matrix transpose(Matrix a, Workers workers) {
    if (a.rows() == 1 && a.cols() == 1) {
      return a;
    }
    Matrix own = a instanceof OwnSlices slices ? slices.transpose(workers) : null;
    return own != null ? own : transpose(a.plain(workers), workers);
  }

  private static Matrix transpose(Plain a, Workers workers) {
    if (a instanceof Dense dense) {
      return transposeDense(dense, workers);
    }
    return a instanceof Coo coo && a.cols() > 4 * a.nnz()
        ? transposeTriples(coo)
        : transposeSparse((Sparse) a, workers);
  }

  private static Dense transposeDense(Dense a, Workers workers) {
    Dense result = Dense.allocateUncleared(a.cols(), a.rows(), workers);
    if (a.cols() == 1 && a.panelCount() == 1 && result.panelCount() == 1) {
      System.arraycopy(a.panel(0), 0, result.panel(0), 0, a.rows());
      return withNnzOf(a, result);
    }
    transposeInto(a, result, workers);
    return withNnzOf(a, result);
  }

  static void transposeInto(Dense a, Dense target, Workers workers) {
    int down = Workers.rangeCount(a.rows(), BLOCK);
    long blocks = (long) down * Workers.rangeCount(a.cols(), BLOCK);
    workers.forRanges(
        Math.toIntExact(blocks),
        BLOCKS_PER_RANGE,
        (start, end) -> {
          for (int block = start; block < end; block++) {
            transposeBlock(a, target, block % down * BLOCK, block / down * BLOCK);
          }
        });
  }

  /** The block whose first cell in A is {@code (row, col)}. */
  private static void transposeBlock(Dense a, Dense target, int row, int col) {
    int rowEnd = Math.min(a.rows() - row, BLOCK) + row;
    int colEnd = Math.min(a.cols() - col, BLOCK) + col;
    int next;
    for (int i = row; i < rowEnd; i = next) {
      next = Math.min(Math.min(rowEnd, i + TILE), a.panelEnd(i));
      double[] from = a.panelOf(i);
      int fromOffset = a.offset(i);
      for (int j = col; j < colEnd; j++) {
        double[] to = target.panelOf(j);
        column(from, fromOffset + j, a.cols(), to, target.offset(j) + i, next - i);
      }
    }
  }

  /** {@code n} cells of a column to neighbouring places: whole lines are written at once. */
  private static void column(double[] from, int at, int stride, double[] to, int toAt, int n) {
    int source = at;
    for (int k = 0; k < n; k++) {
      to[toAt + k] = from[source];
      source += stride;
    }
  }

  /** Moving cells keeps their number of non-zeros. */
  private static Dense withNnzOf(Dense a, Dense result) {
    return a.nnzKnown() ? result.withNnz(a.nnz()) : result;
  }

  /**
   * Counting sort by column: rows come in order, so columns of the result ascend. Several parts of
   * the rows are counted, then moved, at the same time; as many as there are threads, since every
   * part has counts of its own. The result does not depend on the parts.
   */
  private static Sparse transposeSparse(Sparse a, Workers workers) {
    Sparse s = RowView.byRow(a);
    long nnz = a.nnz();
    int parts = (int) Math.max(1, Math.min(workers.threads(), nnz / (4L * a.cols() + 1)));
    if (parts == 1 || nnz < SMALLEST_PARALLEL || nnz > RowView.LONGEST_ARRAY) {
      return transposeAtOnce(s, workers);
    }
    int grain = (a.rows() - 1) / parts + 1;
    int[][] places = new int[Workers.rangeCount(a.rows(), grain)][];
    workers.forRanges(
        a.rows(), grain, (start, end) -> places[start / grain] = countColumns(s, start, end));
    ArrayPool arrays = workers.arrays();
    int[] starts = arrays.ints(a.cols() + 1);
    starts[0] = 0;
    int at = 0;
    for (int j = 0; j < a.cols(); j++) {
      for (int[] part : places) {
        int count = part[j];
        part[j] = at;
        at += count;
      }
      starts[j + 1] = at;
    }
    int[] columns = arrays.ints(arrays.roomFor(at));
    double[] values = arrays.uncleared(arrays.roomFor(at));
    workers.forRanges(
        a.rows(),
        grain,
        (start, end) -> moveToColumns(s, start, end, places[start / grain], columns, values));
    return new Csr(a.cols(), a.rows(), starts, columns, values);
  }

  private static Sparse transposeAtOnce(Sparse a, Workers workers) {
    int[] sizes = countColumns(a, 0, a.rows());
    CountedRows result = new CountedRows(a.cols(), a.rows(), sizes, workers.arrays());
    for (int i = 0; i < a.rows(); i++) {
      int[] columns = a.columns(i);
      double[] values = a.values(i);
      for (int p = a.start(i), end = a.end(i); p < end; p++) {
        result.append(columns[p], i, values[p]);
      }
    }
    return result.finish();
  }

  private static int[] countColumns(Sparse a, int rowStart, int rowEnd) {
    int[] counts = new int[a.cols()];
    for (int i = rowStart; i < rowEnd; i++) {
      int[] columns = a.columns(i);
      for (int p = a.start(i), end = a.end(i); p < end; p++) {
        counts[columns[p]]++;
      }
    }
    return counts;
  }

  /** {@code places}: where the next non-zero of each column goes. */
  private static void moveToColumns(
      Sparse a, int rowStart, int rowEnd, int[] places, int[] toColumns, double[] toValues) {
    for (int i = rowStart; i < rowEnd; i++) {
      int[] columns = a.columns(i);
      double[] values = a.values(i);
      for (int p = a.start(i), end = a.end(i); p < end; p++) {
        int to = places[columns[p]]++;
        toColumns[to] = i;
        toValues[to] = values[p];
      }
    }
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

  /** Rows moved down by this many places, those at the end to the top; up where it is negative. */
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
  public static Matrix rowsAt(Matrix a, int[] source, Workers workers) {
    Matrix own = a instanceof OwnSlices slices ? slices.rowsAt(source, workers) : null;
    return own != null ? own : rowsAt(a.plain(workers), source, workers);
  }

  private static Matrix rowsAt(Plain a, int[] source, Workers workers) {
    int rows = source.length;
    int cols = a.cols();
    int grain = Ranges.rows(rows, (double) rows * cols);
    if (a instanceof Dense dense) {
      Dense result = Dense.allocateUncleared(rows, cols, workers);
      workers.forRanges(
          rows,
          grain,
          (start, end) -> {
            if (cols == 1 && dense.panelCount() == 1 && result.panelCount() == 1) {
              gather(dense.panel(0), source, result, start, end);
              return;
            }
            int next;
            for (int i = start; i < end; i = next) {
              int from = source[i];
              // rows that stay neighbours move together
              int limit =
                  Math.min(Math.min(end, result.panelEnd(i)), i - from + dense.panelEnd(from));
              next = i + 1;
              while (next < limit && source[next] == from + next - i) {
                next++;
              }
              System.arraycopy(
                  dense.panelOf(from),
                  dense.offset(from),
                  result.panelOf(i),
                  result.offset(i),
                  (next - i) * cols);
            }
          });
      return result;
    }
    Sparse s = RowView.byRow((Sparse) a);
    int[] sizes = new int[rows];
    for (int i = 0; i < rows; i++) {
      sizes[i] = s.end(source[i]) - s.start(source[i]);
    }
    CountedRows result = new CountedRows(rows, cols, sizes, workers.arrays());
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

  private static void gather(double[] from, int[] source, Dense to, int start, int end) {
    double[] cells = to.panel(0);
    for (int i = start; i < end; i++) {
      cells[i] = from[source[i]];
    }
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
    int[] source = RowSort.permutation(a, by, decreasing, workers);
    if (!indexes) {
      return rowsAt(a, source, workers);
    }
    Dense result = Dense.allocateUncleared(a.rows(), 1, workers);
    workers.forRanges(
        source.length,
        Grain.CELLS,
        (start, end) -> {
          for (int i = start; i < end; i++) {
            result.panelOf(i)[result.offset(i)] = source[i] + 1.0;
          }
        });
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
    Plain plain = a.plain(workers);
    if (plain instanceof Dense dense) {
      Dense result = Dense.allocateUncleared(rows, cols, workers);
      copyCells(dense, result);
      return withNnzOf(dense, result);
    }
    return reshapeSparse((Sparse) plain, rows, cols);
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
