package dev.linden.spark.block;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
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
    return place instanceof HashPartitioner || place instanceof Ranges || place instanceof Chosen
        ? new Transposed(place)
        : null;
  }

  /**
   * Blocks in row-major order, as many in each partition. Where there are many rows of blocks none
   * of them is divided, so that matrices with as many rows are in the same place however wide they
   * are.
   */
  static final class Ranges extends Placement {
    private static final long serialVersionUID = 1L;

    /** Rows of blocks per partition from which they need not be divided for partitions alike. */
    private static final int MANY_ROWS = 4;

    private final long rowBlocks;

    /** Blocks of a row of blocks that may be in several partitions; 1 if all are in one. */
    private final long divided;

    private final int partitions;

    Ranges(Grid grid, int partitions) {
      this.rowBlocks = grid.rowBlocks();
      this.divided = hasWholeRows(grid, partitions) ? 1 : grid.colBlocks();
      this.partitions = partitions;
    }

    static boolean hasWholeRows(Grid grid, int partitions) {
      return grid.colBlocks() == 1 || grid.rowBlocks() >= (long) MANY_ROWS * partitions;
    }

    /** The blocks of a partition. */
    IndexRange range(Grid grid, int partition) {
      long blocks = grid.colBlocks() / divided;
      return new IndexRange(grid, first(partition) * blocks, first(partition + 1L) * blocks);
    }

    List<BlockIndex> blocks(Grid grid, int partition) {
      List<BlockIndex> blocks = new ArrayList<>();
      range(grid, partition).forEachRemaining(block -> blocks.add(block._1()));
      return blocks;
    }

    private long units() {
      return rowBlocks * divided;
    }

    private long first(long partition) {
      return units() * partition / partitions;
    }

    @Override
    boolean isFor(Grid grid) {
      return grid.rowBlocks() == rowBlocks && (divided == 1 || grid.colBlocks() == divided);
    }

    @Override
    public int numPartitions() {
      return partitions;
    }

    @Override
    public int getPartition(Object key) {
      BlockIndex index = (BlockIndex) key;
      long unit = divided == 1 ? index.row() : index.row() * divided + index.col();
      return (int) (((unit + 1) * partitions - 1) / units());
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Ranges ranges
          && ranges.rowBlocks == rowBlocks
          && ranges.divided == divided
          && ranges.partitions == partitions;
    }

    @Override
    public int hashCode() {
      return Long.hashCode(31 * (31 * rowBlocks + divided) + partitions);
    }
  }

  /**
   * Each partition of another placement in some parts, and one more partition, in which nothing is.
   * Neighbours in a row and in a column fall into different parts.
   */
  static final class Parts extends Placement {
    private static final long serialVersionUID = 1L;

    private final Ranges whole;
    private final int each;

    Parts(Ranges whole, int each) {
      this.whole = whole;
      this.each = each;
    }

    /** Without the empty one. */
    int count() {
      return whole.numPartitions() * each;
    }

    /** The partition of the other placement that a part is of. */
    int whole(int part) {
      return part / each;
    }

    /** The blocks of a part. */
    List<BlockIndex> blocks(Grid grid, int part) {
      return whole.blocks(grid, whole(part)).stream()
          .filter(index -> getPartition(index) == part)
          .toList();
    }

    @Override
    boolean isFor(Grid grid) {
      return whole.isFor(grid);
    }

    @Override
    public int numPartitions() {
      return count() + 1;
    }

    @Override
    public int getPartition(Object key) {
      BlockIndex index = (BlockIndex) key;
      return whole.getPartition(key) * each + (int) ((index.row() + index.col()) % each);
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Parts parts && parts.each == each && parts.whole.equals(whole);
    }

    @Override
    public int hashCode() {
      return 31 * whole.hashCode() + each;
    }
  }

  /** Parts of partitions, each where it was chosen to be. */
  static final class Chosen extends Placement {
    private static final long serialVersionUID = 1L;

    private final Parts parts;
    private final int[] targets;
    private final int partitions;

    /**
     * @param targets the partition of each part
     */
    Chosen(Parts parts, int[] targets) {
      this.parts = parts;
      this.targets = targets;
      this.partitions = Arrays.stream(targets).max().orElseThrow() + 1;
    }

    @Override
    boolean isFor(Grid grid) {
      return parts.isFor(grid);
    }

    @Override
    public int numPartitions() {
      return partitions;
    }

    @Override
    public int getPartition(Object key) {
      return targets[parts.getPartition(key)];
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Chosen chosen
          && chosen.parts.equals(parts)
          && Arrays.equals(chosen.targets, targets);
    }

    @Override
    public int hashCode() {
      return 31 * parts.hashCode() + Arrays.hashCode(targets);
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
