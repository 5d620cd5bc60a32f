package dev.linden.spark.block;

import org.apache.spark.HashPartitioner;
import org.apache.spark.Partitioner;

/**
 * Where blocks are that did not come to their places by a shuffle: joins with others of the same
 * placement move nothing.
 */
abstract class Placement extends Partitioner {
  /** Whether it has a place for all blocks of a grid. */
  abstract boolean isFor(Grid grid);

  /** The same for any partitioner: hashes have a place for every block, null has none. */
  static boolean isFor(Partitioner place, Grid grid) {
    return place instanceof HashPartitioner
        || (place instanceof Placement placement && placement.isFor(grid));
  }

  /** Where blocks come to be when each is transposed where it is; null if that is unknown. */
  static Partitioner transposed(Partitioner place) {
    if (place instanceof Transposed transposed) {
      return transposed.original;
    }
    return place instanceof HashPartitioner || place instanceof Ranges
        ? new Transposed(place)
        : null;
  }

  /** Blocks in row-major order, as many in each partition. */
  static final class Ranges extends Placement {
    private static final long serialVersionUID = 1L;

    private final long rowBlocks;
    private final long colBlocks;
    private final int partitions;

    Ranges(Grid grid, int partitions) {
      this.rowBlocks = grid.rowBlocks();
      this.colBlocks = grid.colBlocks();
      this.partitions = partitions;
    }

    private long blocks() {
      return rowBlocks * colBlocks;
    }

    /** The first block of a partition, of all partitions in turn. */
    long first(long partition) {
      return blocks() * partition / partitions;
    }

    @Override
    boolean isFor(Grid grid) {
      return grid.rowBlocks() == rowBlocks && grid.colBlocks() == colBlocks;
    }

    @Override
    public int numPartitions() {
      return partitions;
    }

    @Override
    public int getPartition(Object key) {
      BlockIndex index = (BlockIndex) key;
      long position = index.row() * colBlocks + index.col();
      return (int) (((position + 1) * partitions - 1) / blocks());
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Ranges ranges
          && ranges.rowBlocks == rowBlocks
          && ranges.colBlocks == colBlocks
          && ranges.partitions == partitions;
    }

    @Override
    public int hashCode() {
      return Long.hashCode(31 * (31 * rowBlocks + colBlocks) + partitions);
    }
  }

  /** Where the transposed block is in another placement. */
  private static final class Transposed extends Placement {
    private static final long serialVersionUID = 1L;

    private final Partitioner original;

    Transposed(Partitioner original) {
      this.original = original;
    }

    @Override
    boolean isFor(Grid grid) {
      return Placement.isFor(original, grid.transposed());
    }

    @Override
    public int numPartitions() {
      return original.numPartitions();
    }

    @Override
    public int getPartition(Object key) {
      return original.getPartition(((BlockIndex) key).transposed());
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Transposed transposed && transposed.original.equals(original);
    }

    @Override
    public int hashCode() {
      return ~original.hashCode();
    }
  }
}
