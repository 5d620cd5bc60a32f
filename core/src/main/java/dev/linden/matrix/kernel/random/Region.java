package dev.linden.matrix.kernel.random;

/**
 * A rectangle of a matrix that may be larger than any block.
 *
 * @param allCols columns of the whole matrix
 */
public record Region(long firstRow, int rows, long firstCol, int cols, long allCols) {
  /** A whole matrix. */
  public static Region whole(int rows, int cols) {
    return new Region(0, rows, 0, cols, cols);
  }

  /** Row-major position in the whole matrix at which a row of the region starts. */
  long position(int row) {
    return (firstRow + row) * allCols + firstCol;
  }
}
