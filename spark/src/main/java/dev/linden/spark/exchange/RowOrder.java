package dev.linden.spark.exchange;

import dev.linden.spark.block.BlockIndex;
import org.apache.spark.Partitioner;

/** Partitions in the order of the rows, each with whole rows of blocks. */
final class RowOrder extends Partitioner {
  private final long rowBlocks;
  private final int partitions;

  RowOrder(long rowBlocks, int partitions) {
    this.rowBlocks = rowBlocks;
    this.partitions = (int) Math.min(rowBlocks, partitions);
  }

  @Override
  public int numPartitions() {
    return partitions;
  }

  @Override
  public int getPartition(Object key) {
    return (int) (((BlockIndex) key).row() * partitions / rowBlocks);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof RowOrder order
        && order.rowBlocks == rowBlocks
        && order.partitions == partitions;
  }

  @Override
  public int hashCode() {
    return Long.hashCode(rowBlocks) * 31 + partitions;
  }
}
