package dev.linden.spark.block;

import dev.linden.matrix.Matrix;
import dev.linden.op.Footprint;
import dev.linden.op.Size;
import java.io.Serializable;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Set;
import org.apache.spark.Partition;
import org.apache.spark.api.java.JavaPairRDD;
import org.apache.spark.rdd.PartitionCoalescer;
import org.apache.spark.rdd.PartitionGroup;
import org.apache.spark.rdd.RDD;
import scala.Option;
import scala.Tuple2;
import scala.reflect.ClassTag$;

/**
 * Blocks out of pieces that come from files, in partitions that are {@link Balance alike}. What is
 * in a block is known when its pieces are made. So these are shuffled into parts of partitions,
 * which is done now, and a partition is made of some parts, chosen by what is in them.
 */
public final class Gathering {
  /** Parts of a partition; each takes a fetch of its own, about a millisecond. */
  private static final int PARTS = 4;

  /** Where partitions are few there are more parts, so that blocks can be told apart. */
  private static final int FEWEST_PARTS = 32;

  /** Parts of all partitions together, unless there are as many partitions. */
  private static final int MOST_PARTS = 1 << 13;

  private Gathering() {}

  /** What pieces are, and what is made of those of a block. */
  public interface Pieces<P> extends Serializable {
    /** Cells that a piece stores, or more. */
    long entries(P piece);

    /**
     * @param pieces of the block; there may be none
     */
    Matrix block(BlockIndex index, Iterable<P> pieces);
  }

  /** All blocks of a grid. */
  public static <P> JavaPairRDD<BlockIndex, Matrix> of(
      JavaPairRDD<BlockIndex, P> pieces, Grid grid, Pieces<P> how, Registry registry) {
    Placement.Ranges usual = Blocks.placement(grid, 1, registry);
    if (usual.numPartitions() == 1 || grid.blocks() <= registry.parallelism()) {
      return PlacedRdd.of(
          built(pieces.groupByKey(usual), partition -> usual.blocks(grid, partition), how), usual);
    }
    int partitions = usual.numPartitions();
    int each = Math.min(Math.max(PARTS, FEWEST_PARTS / partitions), MOST_PARTS / partitions);
    long blocksEach = (grid.blocks() - 1) / partitions + 1;
    Placement.Parts parts =
        new Placement.Parts(usual, (int) Math.min(Math.max(1, each), blocksEach));
    PartCounts counts = new PartCounts(parts.count());
    pieces.context().register(counts, "entries of blocks");
    JavaPairRDD<BlockIndex, Matrix> built =
        built(
            Rdds.mapPairs(
                    pieces,
                    piece -> {
                      counts.add(
                          new Tuple2<>(parts.getPartition(piece._1()), how.entries(piece._2())));
                      return piece;
                    })
                .groupByKey(parts),
            part -> part < parts.count() ? parts.blocks(grid, part) : List.of(),
            how);
    // A job on the empty one needs no more than the pieces.
    registry.job("weigh blocks", () -> built.collectPartitions(new int[] {parts.count()}));
    return joined(built, grid, usual, parts, counts.value(), registry);
  }

  private static JavaPairRDD<BlockIndex, Matrix> joined(
      JavaPairRDD<BlockIndex, Matrix> built,
      Grid grid,
      Placement.Ranges usual,
      Placement.Parts parts,
      long[] counts,
      Registry registry) {
    double[] stored = new double[counts.length];
    double[] cells = new double[counts.length];
    int[] usually = new int[counts.length];
    double all = 0;
    for (int k = 0; k < counts.length; k++) {
      usually[k] = parts.whole(k);
      for (BlockIndex index : parts.blocks(grid, k)) {
        cells[k] += (double) grid.height(index) * grid.width(index);
      }
      stored[k] = bytes(grid, cells[k], counts[k]);
      all += stored[k];
    }
    double needed = Math.max(registry.parallelism(), Blocks.partitions(all));
    int[] targets =
        new Balance(stored, cells)
            .of(usually, usual.numPartitions(), (int) Math.min(usual.numPartitions(), needed));
    Placement place = targets == usually ? usual : new Placement.Chosen(parts, targets);
    return PlacedRdd.of(coalesced(built, targets, place.numPartitions()), place);
  }

  /** Bytes of blocks with these cells, if they are all alike. */
  private static double bytes(Grid grid, double cells, long entries) {
    long cols = Math.min(grid.cols(), grid.side());
    long rows = Math.max(1, Math.round(cells / cols));
    return Footprint.least(Size.of(rows, cols).withNnz(Math.min(entries, rows * cols)));
  }

  /**
   * @param all the blocks of a partition
   */
  private static <P> JavaPairRDD<BlockIndex, Matrix> built(
      JavaPairRDD<BlockIndex, Iterable<P>> grouped,
      Rdds.Step<Integer, List<BlockIndex>> all,
      Pieces<P> how) {
    return grouped
        .mapPartitionsWithIndex(
            (partition, blocks) -> new Built<>(blocks, all.apply(partition).iterator(), how), true)
        .mapToPair(block -> block);
  }

  /** All blocks of a partition: first those that have pieces, then the others. */
  private static final class Built<P> implements Iterator<Tuple2<BlockIndex, Matrix>> {
    private final Iterator<Tuple2<BlockIndex, Iterable<P>>> grouped;
    private final Iterator<BlockIndex> all;
    private final Pieces<P> how;
    private final Set<BlockIndex> seen = new HashSet<>();
    private BlockIndex empty;

    private Built(
        Iterator<Tuple2<BlockIndex, Iterable<P>>> grouped,
        Iterator<BlockIndex> all,
        Pieces<P> how) {
      this.grouped = grouped;
      this.all = all;
      this.how = how;
    }

    @Override
    public boolean hasNext() {
      if (grouped.hasNext()) {
        return true;
      }
      while (empty == null && all.hasNext()) {
        BlockIndex index = all.next();
        empty = seen.contains(index) ? null : index;
      }
      return empty != null;
    }

    @Override
    public Tuple2<BlockIndex, Matrix> next() {
      if (!hasNext()) {
        throw new NoSuchElementException();
      }
      if (grouped.hasNext()) {
        Tuple2<BlockIndex, Iterable<P>> block = grouped.next();
        seen.add(block._1());
        return new Tuple2<>(block._1(), how.block(block._1(), block._2()));
      }
      BlockIndex index = empty;
      empty = null;
      return new Tuple2<>(index, how.block(index, List.of()));
    }
  }

  /** The parts of a partition one after the other; those without a target stay away. */
  private static JavaPairRDD<BlockIndex, Matrix> coalesced(
      JavaPairRDD<BlockIndex, Matrix> parts, int[] targets, int partitions) {
    return new JavaPairRDD<>(
        parts
            .rdd()
            .coalesce(partitions, false, Option.apply(new ToTargets(targets, partitions)), null),
        ClassTag$.MODULE$.apply(BlockIndex.class),
        ClassTag$.MODULE$.apply(Matrix.class));
  }

  private static final class ToTargets implements PartitionCoalescer, Serializable {
    private static final long serialVersionUID = 1L;

    private final int[] targets;
    private final int partitions;

    private ToTargets(int[] targets, int partitions) {
      this.targets = targets;
      this.partitions = partitions;
    }

    @Override
    public PartitionGroup[] coalesce(int most, RDD<?> parts) {
      PartitionGroup[] groups = new PartitionGroup[partitions];
      for (int p = 0; p < partitions; p++) {
        groups[p] = new PartitionGroup(Option.empty());
      }
      Partition[] all = parts.partitions();
      for (int k = 0; k < targets.length; k++) {
        groups[targets[k]].partitions().addOne(all[k]);
      }
      return groups;
    }
  }
}
