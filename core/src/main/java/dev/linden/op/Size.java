package dev.linden.op;

import java.io.Serializable;

/**
 * What is known about the size of a matrix, frame or list before it exists: dimensions and an upper
 * bound of the non-zeros, which holds for finite values (0 times NaN may be NaN, and so a
 * non-zero). Unknown is a state with methods that respect it; the marker never takes part in
 * arithmetic outside this class.
 */
public record Size(long rows, long cols, long nnz) implements Serializable {
  private static final long UNKNOWN_COUNT = -1;

  public static final Size UNKNOWN = new Size(UNKNOWN_COUNT, UNKNOWN_COUNT, UNKNOWN_COUNT);
  public static final Size SCALAR = new Size(0, 0, UNKNOWN_COUNT);

  /** No bound exceeds the cells, once their number is known. */
  public Size {
    if (rows >= 0 && cols >= 0 && nnz > (double) rows * cols) {
      nnz = Sizes.cells(rows, cols);
    }
  }

  @Override
  public boolean equals(Object other) {
    return this == other
        || (other instanceof Size that
            && rows == that.rows
            && cols == that.cols
            && nnz == that.nnz);
  }

  @Override
  public int hashCode() {
    return Long.hashCode(31 * (31 * rows + cols) + nnz);
  }

  public static Size of(long rows, long cols) {
    return new Size(rows, cols, UNKNOWN_COUNT);
  }

  public static Size of(long rows, long cols, long nnz) {
    return new Size(rows, cols, nnz);
  }

  public boolean rowsKnown() {
    return rows >= 0;
  }

  public boolean colsKnown() {
    return cols >= 0;
  }

  public boolean known() {
    return rows >= 0 && cols >= 0;
  }

  public boolean nnzKnown() {
    return nnz >= 0;
  }

  /** Cells, or the largest number there is; only when {@link #known()}. */
  public long cells() {
    return Sizes.cells(this);
  }

  /** Upper bound of the share of non-zeros: 1 when nothing is known. */
  public double sparsity() {
    return known() && nnz >= 0 && rows > 0 && cols > 0
        ? Math.min(1, (double) nnz / rows / cols)
        : 1;
  }

  public Size withRows(long newRows) {
    return new Size(newRows, cols, nnz);
  }

  public Size withCols(long newCols) {
    return new Size(rows, newCols, nnz);
  }

  public Size withNnz(long newNnz) {
    return new Size(rows, cols, newNnz);
  }

  public Size withoutNnz() {
    return new Size(rows, cols, UNKNOWN_COUNT);
  }

  public Size transposed() {
    return new Size(cols, rows, nnz);
  }

  /** What holds on both of two paths. */
  public Size join(Size other) {
    return new Size(
        rows == other.rows ? rows : UNKNOWN_COUNT,
        cols == other.cols ? cols : UNKNOWN_COUNT,
        nnz < 0 || other.nnz < 0 ? UNKNOWN_COUNT : Math.max(nnz, other.nnz));
  }

  /** Whether a matrix of these dimensions is possible, as far as dimensions are known here. */
  public boolean admits(Size dimensions) {
    return (!rowsKnown() || rows == dimensions.rows) && (!colsKnown() || cols == dimensions.cols);
  }

  /** {@code 3x4}, {@code ?x4}. */
  public String shape() {
    return (rows < 0 ? "?" : Long.toString(rows)) + "x" + (cols < 0 ? "?" : Long.toString(cols));
  }
}
