package dev.linden.spark.operator;

import java.util.Locale;

/** The forms of operators that have several on Spark; statistics count them. */
public enum Form {
  // Products have the names of ProductMethod.
  MAPMM_LEFT,
  MAPMM_RIGHT,
  MAPMMCHAIN,
  TSMM,
  ZIPMM,
  CPMM,
  RMM,
  PMM,
  /** A chain over rows of several blocks, or with vectors that are too large to broadcast. */
  CHAIN_IN_TWO_PRODUCTS,
  /** Rows or columns that are marked, by marks that every executor has. */
  SELECTION_BROADCAST,
  /** The same, and pmm, with a vector that is too large to broadcast. */
  SELECTION_BY_JOIN,
  /** A quaternary operator whose factor goes to all executors. */
  FACTOR_BROADCAST,
  /** A quaternary operator whose factor meets the blocks of the sparse operand. */
  FACTOR_JOIN,
  /** Cumulative aggregates of one row of blocks. */
  CUMULATIVE_ALONE,
  CUMULATIVE_BROADCAST,
  /** The data are where the offsets go. */
  CUMULATIVE_COPARTITIONED,
  CUMULATIVE_REPARTITIONED,
  /** An operand that meets others by position: from the driver, in place, moved, or copied. */
  OPERAND_BROADCAST,
  OPERAND_COPARTITIONED,
  OPERAND_REPARTITIONED,
  OPERAND_REPLICATED,
  FUSED_CELLS,
  FUSED_AGGREGATES,
  FUSED_TOGETHER,
  FUSED_PRODUCT,
  READ_ROWS,
  READ_CELLS,
  /** Blocks of a file that are blocks of the matrix. */
  READ_BLOCKS,
  READ_BLOCKS_CUT_ANEW,
  WRITE_PARTS;

  /** As statistics show it. */
  public String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }
}
