package dev.linden.matrix.simd;

/**
 * The innermost part of dense products: a tile of the result that stays in registers while the
 * inner dimension passes by. Both operands come packed: for each inner position the {@link #rows}
 * values of A, or the {@link #cols} values of B, that meet there, one position after the other.
 */
public interface GemmKernel {
  /** Rows of a tile. */
  int rows();

  /** Columns of a tile. */
  int cols();

  /**
   * The tile of C at {@code ci}, with {@code stride} cells from row to row, becomes the product of
   * the packed strips of {@code depth} inner positions, or has it added.
   */
  void multiply(
      int depth,
      double[] a,
      int ai,
      double[] b,
      int bi,
      double[] c,
      int ci,
      int stride,
      boolean add);
}
