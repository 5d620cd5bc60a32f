package dev.linden.matrix;

import java.io.Serializable;

/**
 * A two-dimensional block of doubles: {@link Plain}, which is dense or sparse as the non-zeros
 * suggest (see {@link Formats}), or {@link Packed}. Scripts do not see which.
 *
 * <p>Only plain cells are read by loops. Whoever wants to know more of a matrix than this class
 * tells asks for {@link #plain} first: that is one call and costs nothing for most. Kernels do it
 * where they are entered, unless a packed operand does the operation itself (see {@link
 * dev.linden.matrix.kernel}).
 *
 * <p>A matrix is a value: once a kernel has returned it, only a kernel that was told the matrix is
 * its to overwrite changes it. Two matrix objects never share arrays; a kernel whose result equals
 * its input returns the input itself.
 *
 * <p>Serializable for programs whose Spark uses Java's serialization.
 */
public abstract sealed class Matrix implements Serializable permits Plain, Packed {
  private final int rows;
  private final int cols;

  Matrix(int rows, int cols) {
    if (rows < 0 || cols < 0) {
      throw new IllegalArgumentException("negative size " + rows + "x" + cols);
    }
    this.rows = rows;
    this.cols = cols;
  }

  public final int rows() {
    return rows;
  }

  public final int cols() {
    return cols;
  }

  /** Number of cells; may exceed the range of int. */
  public final long cells() {
    return (long) rows * cols;
  }

  /** Exact number of non-zero cells; counted on first use where a kernel did not keep it. */
  public abstract long nnz();

  /** Whether {@link #nnz} costs nothing. */
  public abstract boolean nnzKnown();

  /**
   * The cell at 0-based row and column. For tests, printing and small data: kernels work on rows.
   */
  public abstract double get(int row, int col);

  /** Whether the plain form is sparse. */
  public abstract boolean isSparse();

  /** This matrix as dense or sparse cells: itself if it is plain, else a copy for the caller. */
  public abstract Plain plain(Workers workers);

  /** Whether single cells can be changed in place, by a kernel that may. */
  public boolean changesInPlace() {
    return false;
  }

  /** An independent copy in the same representation. */
  public abstract Matrix copy();

  /** Bytes of heap that this block holds. */
  public abstract long bytes();

  /** Nobody needs this block any more: arrays that only it has go back to the pool. */
  public void recycle(ArrayPool arrays) {
    // most forms leave their arrays to the collector
  }

  public final boolean isColumn() {
    return cols == 1;
  }

  public final boolean isRow() {
    return rows == 1;
  }

  /** Size as users write it: {@code 3x4}. */
  public final String shape() {
    return rows + "x" + cols;
  }
}
