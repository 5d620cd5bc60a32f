package dev.linden.matrix;

import java.io.Serializable;

/**
 * A two-dimensional block of doubles, dense or sparse. The representation follows from the
 * non-zeros (see {@link Formats}), never from the script.
 *
 * <p>A matrix is a value: once a kernel has returned it, only a kernel that was told the matrix is
 * its to overwrite changes it. Two matrix objects never share arrays; a kernel whose result equals
 * its input returns the input itself.
 *
 * <p>Serializable for programs whose Spark uses Java's serialization.
 */
public abstract sealed class Matrix implements Serializable permits Dense, Sparse {
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

  /**
   * The cell at 0-based row and column. For tests, printing and small data: kernels work on rows.
   */
  public abstract double get(int row, int col);

  public abstract boolean isSparse();

  /** An independent copy in the same representation. */
  public abstract Matrix copy();

  /** Bytes of heap that this block holds. */
  public abstract long bytes();

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
