package dev.linden.matrix.kernel.reorg;

import dev.linden.base.InputError;
import dev.linden.matrix.Dense;
import dev.linden.matrix.Formats;
import dev.linden.matrix.Matrix;
import dev.linden.matrix.Mcsr;
import dev.linden.matrix.Packed;
import dev.linden.matrix.Plain;
import dev.linden.matrix.Sparse;
import dev.linden.matrix.Workers;
import dev.linden.matrix.kernel.rows.CountedRows;
import dev.linden.matrix.kernel.rows.Ranges;
import dev.linden.matrix.kernel.rows.RowView;
import java.util.Arrays;

/**
 * Reading and writing rectangles; bounds are 0-based and half open, and inside the matrix.
 *
 * <p>Writing to a sparse matrix gives {@link Mcsr}, the form for updates: the first write converts,
 * later ones work in place. A matrix that filled up turns dense; since counting its non-zeros takes
 * a visit to every row, small writes do so rarely, at places chosen by their position, so that
 * counting costs no more than the writes themselves.
 */
public final class Indexing {
  private Indexing() {}

  // -------------------------------------------------------------------------------------------------- slice

  public static Matrix slice(
      Matrix a, int rowStart, int rowEnd, int colStart, int colEnd, Workers workers) {
    int rows = rowEnd - rowStart;
    int cols = colEnd - colStart;
    if (rows == a.rows() && cols == a.cols()) {
      return a;
    }
    if (rows == 1 && cols == 1) {
      return Dense.wrap(1, 1, new double[] {a.get(rowStart, colStart)});
    }
    Matrix own =
        a instanceof OwnSlices slices
            ? slices.slice(rowStart, rowEnd, colStart, colEnd, workers)
            : null;
    if (own != null) {
      return own;
    }
    if (a instanceof Packed packed) {
      Plain band = packed.unpack(rowStart, rowEnd, workers);
      return slice(band, 0, rows, colStart, colEnd, workers);
    }
    return a instanceof Dense dense
        ? sliceDense(dense, rowStart, colStart, rows, cols, workers)
        : sliceSparse(RowView.byRow((Sparse) a), rowStart, colStart, rows, cols, workers);
  }

  /** Rows {@code [start, end)} as plain cells. */
  public static Plain rows(Matrix a, int start, int end, Workers workers) {
    return a instanceof Packed packed
        ? packed.unpack(start, end, workers)
        : (Plain) slice(a, start, end, 0, a.cols(), workers);
  }

  private static Dense sliceDense(
      Dense a, int rowStart, int colStart, int rows, int cols, Workers workers) {
    Dense result = Dense.allocateUncleared(rows, cols, workers);
    workers.forRanges(
        rows,
        Ranges.rows(rows, result.cells()),
        (start, end) ->
            copyRectangle(a, rowStart + start, colStart, result, start, 0, end - start, cols));
    return result;
  }

  /** Copies a rectangle; runs of whole rows within panels of both sides go in one piece. */
  static void copyRectangle(
      Dense from, int fromRow, int fromCol, Dense to, int toRow, int toCol, int rows, int cols) {
    if (cols == 1) {
      copyColumn(from, fromRow, fromCol, to, toRow, toCol, rows);
      return;
    }
    boolean wholeRows = cols == from.cols() && cols == to.cols();
    int i = 0;
    while (i < rows) {
      int source = fromRow + i;
      int target = toRow + i;
      int run = 1;
      if (wholeRows) {
        int inPanels = Math.min(from.panelEnd(source) - source, to.panelEnd(target) - target);
        run = Math.min(rows - i, inPanels);
      }
      System.arraycopy(
          from.panelOf(source),
          from.offset(source) + fromCol,
          to.panelOf(target),
          to.offset(target) + toCol,
          run * cols);
      i += run;
    }
  }

  /**
   * One column. Every cell is in another cache line: a plain loop has many loads under way at a
   * time, where a call per cell waits for each of them.
   */
  private static void copyColumn(
      Dense from, int fromRow, int fromCol, Dense to, int toRow, int toCol, int rows) {
    int fromStride = from.cols();
    int toStride = to.cols();
    int i = 0;
    while (i < rows) {
      int source = fromRow + i;
      int target = toRow + i;
      int inPanels = Math.min(from.panelEnd(source) - source, to.panelEnd(target) - target);
      int run = Math.min(rows - i, inPanels);
      double[] a = from.panelOf(source);
      double[] c = to.panelOf(target);
      int p = from.offset(source) + fromCol;
      int q = to.offset(target) + toCol;
      for (int k = 0; k < run; k++) {
        c[q + k * toStride] = a[p + k * fromStride];
      }
      i += run;
    }
  }

  private static Matrix sliceSparse(
      Sparse a, int rowStart, int colStart, int rows, int cols, Workers workers) {
    int[] from = new int[rows];
    int[] sizes = new int[rows];
    long nnz = 0;
    boolean allColumns = cols == a.cols();
    for (int i = 0; i < rows; i++) {
      int row = rowStart + i;
      from[i] = allColumns ? a.start(row) : RowView.lowerBound(a, row, colStart);
      int to = allColumns ? a.end(row) : RowView.lowerBound(a, row, colStart + cols);
      sizes[i] = to - from[i];
      nnz += sizes[i];
    }
    if (RowView.pays(rows, cols, nnz)) {
      CountedRows result = new CountedRows(rows, cols, sizes.clone(), workers.arrays());
      for (int i = 0; i < rows; i++) {
        result.appendRun(i, a, rowStart + i, from[i], from[i] + sizes[i], -colStart);
      }
      return result.finish();
    }
    Dense result = Dense.allocate(rows, cols, workers);
    for (int i = 0; i < rows; i++) {
      RowView.scatter(
          a,
          rowStart + i,
          from[i],
          from[i] + sizes[i],
          result.panelOf(i),
          result.offset(i) - colStart);
    }
    return result.withNnz(nnz);
  }

  // ------------------------------------------------------------------------------------------------- assign

  /**
   * A with the rectangle replaced by {@code value} of exactly that shape; {@code reuse}: A itself
   * is changed and returned.
   */
  public static Matrix assign(
      Matrix a,
      int rowStart,
      int rowEnd,
      int colStart,
      int colEnd,
      Matrix value,
      boolean reuse,
      Workers workers) {
    int rows = rowEnd - rowStart;
    int cols = colEnd - colStart;
    if (value.rows() != rows || value.cols() != cols) {
      throw new InputError(
          "left indexing selects "
              + rows
              + "x"
              + cols
              + " cells, but the value is "
              + value.shape());
    }
    if (value == a || !reuse && rows == a.rows() && cols == a.cols()) {
      return value;
    }
    Plain plain = a.plain(workers);
    Plain cells = value.plain(workers);
    return assign(plain, rowStart, colStart, cells, reuse || plain != a, workers);
  }

  private static Matrix assign(
      Plain a, int rowStart, int colStart, Plain value, boolean reuse, Workers workers) {
    if (a instanceof Dense dense) {
      Dense target = reuse ? dense : copy(dense, workers);
      assignDense(target, rowStart, colStart, value);
      return target;
    }
    int rows = value.rows();
    int cols = value.cols();
    int colEnd = colStart + cols;
    Sparse sparse = (Sparse) a;
    if (turnsDense(sparse, rowStart, colStart, rows, cols, value.nnz())) {
      Dense target = Formats.toDense(a, workers);
      assignDense(target, rowStart, colStart, value);
      return target;
    }
    Mcsr target = updatable(sparse, reuse);
    Sparse sparseValue = value instanceof Sparse s ? RowView.byRow(s) : null;
    for (int i = 0; i < rows; i++) {
      if (sparseValue != null) {
        replace(
            target,
            rowStart + i,
            colStart,
            colEnd,
            sparseValue.columns(i),
            sparseValue.values(i),
            sparseValue.start(i),
            sparseValue.end(i));
      } else {
        Dense dense = (Dense) value;
        replaceByDense(target, rowStart + i, colStart, colEnd, dense.panelOf(i), dense.offset(i));
      }
    }
    return target;
  }

  private static Dense copy(Dense a, Workers workers) {
    Dense copy = Dense.allocateUncleared(a.rows(), a.cols(), workers);
    copyRectangle(a, 0, 0, copy, 0, 0, a.rows(), a.cols());
    return copy;
  }

  private static void assignDense(Dense target, int rowStart, int colStart, Plain value) {
    int rows = value.rows();
    int cols = value.cols();
    if (value instanceof Dense dense) {
      copyRectangle(dense, 0, 0, target, rowStart, colStart, rows, cols);
    } else {
      Sparse s = RowView.byRow((Sparse) value);
      for (int i = 0; i < rows; i++) {
        double[] row = target.panelOf(rowStart + i);
        int offset = target.offset(rowStart + i) + colStart;
        Arrays.fill(row, offset, offset + cols, 0);
        RowView.scatter(s, i, s.start(i), s.end(i), row, offset);
      }
    }
    target.forgetNnz();
  }

  // --------------------------------------------------------------------------------------------------- fill

  /**
   * A with every cell of the rectangle set to {@code value}. A single cell of a reusable matrix
   * must cost nanoseconds.
   */
  public static Matrix fill(
      Matrix matrix,
      int rowStart,
      int rowEnd,
      int colStart,
      int colEnd,
      double value,
      boolean mayOverwrite,
      Workers workers) {
    Plain a = matrix.plain(workers);
    boolean reuse = mayOverwrite || a != matrix;
    int rows = rowEnd - rowStart;
    int cols = colEnd - colStart;
    if (a instanceof Dense dense) {
      Dense target = reuse ? dense : copy(dense, workers);
      if (rows == 1 && cols == 1) {
        target.set(rowStart, colStart, value);
      } else {
        fillDense(target, rowStart, rowEnd, colStart, cols, value);
      }
      return target;
    }
    Sparse sparse = (Sparse) a;
    long added = value == 0 ? 0 : (long) rows * cols;
    if (turnsDense(sparse, rowStart, colStart, rows, cols, added)) {
      Dense target = Formats.toDense(a, workers);
      fillDense(target, rowStart, rowEnd, colStart, cols, value);
      return target;
    }
    Mcsr target = updatable(sparse, reuse);
    if (rows == 1 && cols == 1) {
      target.set(rowStart, colStart, value);
      return target;
    }
    double[] run = new double[cols];
    Arrays.fill(run, value);
    for (int i = rowStart; i < rowEnd; i++) {
      replaceByDense(target, i, colStart, colEnd, run, 0);
    }
    return target;
  }

  private static void fillDense(
      Dense target, int rowStart, int rowEnd, int colStart, int cols, double value) {
    for (int i = rowStart; i < rowEnd; i++) {
      int offset = target.offset(i) + colStart;
      Arrays.fill(target.panelOf(i), offset, offset + cols, value);
    }
    target.forgetNnz();
  }

  // ------------------------------------------------------------------------------------ writes to
  // sparse rows

  private static Mcsr updatable(Sparse a, boolean reuse) {
    return reuse && a instanceof Mcsr mcsr ? mcsr : Formats.toMcsr(a);
  }

  /**
   * Whether to go on densely after a write of {@code added} non-zeros; see the class comment for
   * when it looks.
   */
  private static boolean turnsDense(
      Sparse a, int rowStart, int colStart, int rows, int cols, long added) {
    if (added == 0) {
      return false;
    }
    long written = (long) rows * cols;
    if (written < a.rows()) {
      // a share written/rows of all places: counting takes one step per row, so one step per
      // written cell on average
      long place = (long) rowStart * a.cols() + colStart;
      long mixed = (place + 1) * 0x9E3779B97F4A7C15L;
      if (Math.multiplyHigh(mixed >>> 1, 2L * a.rows()) >= written) {
        return false;
      }
    }
    return !RowView.pays(a.rows(), a.cols(), a.nnz() + added);
  }

  /** Columns {@code [colStart, colEnd)} of a row become the given cells. */
  private static void replaceByDense(
      Mcsr target, int row, int colStart, int colEnd, double[] cells, int offset) {
    int cols = colEnd - colStart;
    int nnz = 0;
    for (int j = 0; j < cols; j++) {
      nnz += cells[offset + j] != 0 ? 1 : 0;
    }
    int[] columns = new int[nnz];
    double[] values = new double[nnz];
    int at = 0;
    for (int j = 0; j < cols; j++) {
      if (cells[offset + j] != 0) {
        columns[at] = j;
        values[at++] = cells[offset + j];
      }
    }
    replace(target, row, colStart, colEnd, columns, values, 0, nnz);
  }

  /**
   * Columns {@code [colStart, colEnd)} of a row become the given non-zeros, whose columns count
   * from colStart.
   */
  private static void replace(
      Mcsr target,
      int row,
      int colStart,
      int colEnd,
      int[] columns,
      double[] values,
      int from,
      int to) {
    int[] oldColumns = target.columns(row);
    double[] oldValues = target.values(row);
    int oldSize = target.end(row);
    int cutStart = RowView.lowerBound(target, row, colStart);
    int cutEnd = colEnd == target.cols() ? oldSize : RowView.lowerBound(target, row, colEnd);
    if (cutStart == cutEnd && from == to) {
      return;
    }
    int inserted = to - from;
    int rest = oldSize - cutEnd;
    int size = cutStart + inserted + rest;
    boolean fits = size <= oldColumns.length;
    // room beyond the need, as rows are often filled from left to right
    int capacity =
        cutStart == 0 && rest == 0
            ? size
            : Math.max(size, (int) Math.min(2L * size, target.cols()));
    int[] newColumns = fits ? oldColumns : new int[capacity];
    double[] newValues = fits ? oldValues : new double[capacity];
    if (!fits) {
      System.arraycopy(oldColumns, 0, newColumns, 0, cutStart);
      System.arraycopy(oldValues, 0, newValues, 0, cutStart);
    }
    System.arraycopy(oldColumns, cutEnd, newColumns, cutStart + inserted, rest);
    System.arraycopy(oldValues, cutEnd, newValues, cutStart + inserted, rest);
    for (int p = from; p < to; p++) {
      newColumns[cutStart + p - from] = columns[p] + colStart;
    }
    System.arraycopy(values, from, newValues, cutStart, inserted);
    target.setRow(row, newColumns, newValues, size);
  }
}
