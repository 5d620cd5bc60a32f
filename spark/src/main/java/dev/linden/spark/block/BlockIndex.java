package dev.linden.spark.block;

import java.io.Serializable;
import java.util.Comparator;

/** Position of a block among the blocks of a matrix, from 0. */
public final class BlockIndex implements Serializable, Comparable<BlockIndex> {
  private static final long serialVersionUID = 1L;

  private static final Comparator<BlockIndex> ORDER =
      Comparator.comparingLong(BlockIndex::row).thenComparingLong(BlockIndex::col);

  private final long row;
  private final long col;

  public BlockIndex(long row, long col) {
    this.row = row;
    this.col = col;
  }

  public long row() {
    return row;
  }

  public long col() {
    return col;
  }

  public BlockIndex transposed() {
    return new BlockIndex(col, row);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof BlockIndex index && index.row == row && index.col == col;
  }

  /** Neighbours in a row and in a column fall into different partitions. */
  @Override
  public int hashCode() {
    long mixed = (row * 0x9E3779B97F4A7C15L) ^ (col * 0xC2B2AE3D27D4EB4FL);
    return (int) (mixed ^ (mixed >>> 32));
  }

  @Override
  public int compareTo(BlockIndex other) {
    return ORDER.compare(this, other);
  }

  @Override
  public String toString() {
    return "(" + row + "," + col + ")";
  }
}
