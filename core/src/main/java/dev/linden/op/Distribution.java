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
  REORGANIZE,
  SHUFFLE,
  PRODUCT,
  GENERATE,
  LOCAL;

  /** Blocks of the result come of those of the operands at the same position. */
  public boolean isAligned() {
    return this == CELL_ALIGNED || this == ROW_ALIGNED;
  }
}
