package dev.linden.op;

/**
 * How blocks of the result depend on blocks of the inputs; the distributed backend has one
 * implementation per kind.
 */
public enum Distribution {
  CELL_ALIGNED,
  /** Rows of blocks by themselves; what is not as wide as the widest operand goes to all. */
  ROW_ALIGNED,
  AGGREGATE,
  PRODUCT,
  /** A block of the result may need blocks of the operands from anywhere. */
  SCATTERED,
  /** A block of the result needs all blocks above the one at the same position. */
  CUMULATIVE,
  GENERATE,
  LOCAL;

  /** Blocks of the result come of those of the operands at the same position. */
  public boolean isAligned() {
    return this == CELL_ALIGNED || this == ROW_ALIGNED;
  }
}
