package dev.linden.spark.operator;

import java.util.Locale;

/**
 * What is found out only when an operator runs, besides its {@link
 * dev.linden.plan.distribute.Method}: where operands are, and what files and fused operators have.
 * Statistics count it.
 */
public enum Form {
  /** Offsets of cumulative aggregates meet the data: where these are, or both move. */
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
  /** Blocks get groups with dictionaries of all blocks, or are not worth it. */
  COMPRESSED,
  NOT_COMPRESSED,
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
