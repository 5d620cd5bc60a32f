package dev.linden.parfor;

import dev.linden.matrix.Dense;
import dev.linden.matrix.Formats;
import dev.linden.matrix.Matrix;
import dev.linden.matrix.Mcsr;
import dev.linden.matrix.Plain;
import dev.linden.matrix.Sparse;
import dev.linden.matrix.Workers;
import dev.linden.matrix.kernel.rows.RowCells;
import java.util.Arrays;
import java.util.List;

/**
 * Puts the results of workers together that have changed disjoint cells of copies of one matrix. A
 * cell of the result is that of the worker in which it differs from the original, bit by bit, so
 * that a written NaN or -0 is kept and cells that nobody has written keep their values. Where the
 * original has no non-zeros there is nothing to compare with.
 */
public final class ResultMerge {
  private static final int GRAIN_CELLS = 1 << 15;

  private ResultMerge() {}

  /**
   * Merges {@code parts} into the first of them, which is overwritten if its representation allows.
   *
   * @param original null when it has no non-zeros
   * @param parts copies of the original, each with its changes
   */
  public static Matrix merge(Matrix original, List<Matrix> parts, Workers workers) {
    boolean dense = parts.stream().anyMatch(part -> !part.isSparse());
    return dense
        ? mergeDense(original, parts, workers)
        : mergeSparse(original == null ? null : sparse(original), parts);
  }

  /** Whether all cells are 0; a -0 that somebody overwrites by 0 must not come back. */
  public static boolean isEmpty(Matrix original) {
    if (original.nnz() > 0) {
      return false;
    }
    if (original.isSparse()) {
      return true;
    }
    RowCells row = new RowCells(original);
    for (int i = 0; i < original.rows(); i++) {
      row.read(i);
      for (int p = row.offset(), end = p + original.cols(); p < end; p++) {
        if (Double.doubleToRawLongBits(row.cells()[p]) != 0) {
          return false;
        }
      }
    }
    return true;
  }

  private static Sparse sparse(Matrix matrix) {
    Plain plain = matrix.plain(Workers.serial());
    return plain instanceof Sparse sparse ? sparse : Formats.toCsr(plain);
  }

  // ---- dense

  private static Matrix mergeDense(Matrix original, List<Matrix> parts, Workers workers) {
    Dense target = Formats.toDense(parts.get(0), workers);
    Dense compare = original == null ? null : Formats.toDense(original, workers);
    for (Matrix part : parts.subList(1, parts.size())) {
      Dense changed = Formats.toDense(part, workers);
      int grain = Math.max(1, GRAIN_CELLS / Math.max(1, target.cols()));
      workers.forRanges(
          target.rows(), grain, (start, end) -> copyChanges(compare, changed, target, start, end));
    }
    target.forgetNnz();
    return target;
  }

  /** Rows {@code [start, end)}; ranges are disjoint, so they need no lock. */
  private static void copyChanges(Dense compare, Dense changed, Dense target, int start, int end) {
    for (int i = start; i < end; i++) {
      copyChanges(
          compare == null ? null : compare.panelOf(i),
          compare == null ? 0 : compare.offset(i),
          changed.panelOf(i),
          changed.offset(i),
          target.panelOf(i),
          target.offset(i),
          target.cols());
    }
  }

  private static void copyChanges(
      double[] old,
      int oldOffset,
      double[] changed,
      int changedOffset,
      double[] target,
      int targetOffset,
      int cols) {
    for (int j = 0; j < cols; j++) {
      long before = old == null ? 0 : Double.doubleToRawLongBits(old[oldOffset + j]);
      double value = changed[changedOffset + j];
      if (Double.doubleToRawLongBits(value) != before) {
        target[targetOffset + j] = value;
      }
    }
  }

  // ---- sparse

  private static Matrix mergeSparse(Sparse original, List<Matrix> parts) {
    Mcsr target = parts.get(0) instanceof Mcsr rows ? rows : Formats.toMcsr(parts.get(0));
    SparseRow row = new SparseRow(target.cols());
    for (Matrix part : parts.subList(1, parts.size())) {
      Sparse changed = sparse(part);
      for (int i = 0; i < target.rows(); i++) {
        if (row.merge(original, changed, target, i)) {
          target.setRow(
              i,
              Arrays.copyOf(row.columns, row.size),
              Arrays.copyOf(row.values, row.size),
              row.size);
        }
      }
    }
    return target;
  }

  /** A row under construction. */
  private static final class SparseRow {
    private final int cols;
    private int[] columns = new int[16];
    private double[] values = new double[16];
    private int size;

    SparseRow(int cols) {
      this.cols = cols;
    }

    /** Walks over three rows at once by column; false when nothing has changed. */
    boolean merge(Sparse original, Sparse changed, Sparse target, int i) {
      size = 0;
      boolean differs = false;
      int o = original == null ? 0 : original.start(i);
      int oEnd = original == null ? 0 : original.end(i);
      int c = changed.start(i);
      int cEnd = changed.end(i);
      int t = target.start(i);
      int tEnd = target.end(i);
      if (c == cEnd && o == oEnd) {
        return false;
      }
      while (o < oEnd || c < cEnd || t < tEnd) {
        int oCol = o < oEnd ? original.columns(i)[o] : cols;
        int cCol = c < cEnd ? changed.columns(i)[c] : cols;
        int tCol = t < tEnd ? target.columns(i)[t] : cols;
        int col = Math.min(oCol, Math.min(cCol, tCol));
        double old = oCol == col ? original.values(i)[o++] : 0;
        double now = cCol == col ? changed.values(i)[c++] : 0;
        double value = tCol == col ? target.values(i)[t++] : 0;
        if (Double.doubleToRawLongBits(now) != Double.doubleToRawLongBits(old)) {
          value = now;
          differs = true;
        }
        if (value != 0) {
          add(col, value);
        }
      }
      return differs;
    }

    private void add(int col, double value) {
      if (size == columns.length) {
        columns = Arrays.copyOf(columns, 2 * size);
        values = Arrays.copyOf(values, 2 * size);
      }
      columns[size] = col;
      values[size++] = value;
    }
  }
}
