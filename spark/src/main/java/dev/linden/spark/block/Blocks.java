package dev.linden.spark.block;

import dev.linden.base.Bytes;
import dev.linden.base.ResourceError;
import dev.linden.matrix.Dense;
import dev.linden.matrix.Formats;
import dev.linden.matrix.Matrix;
import dev.linden.matrix.Workers;
import dev.linden.matrix.kernel.reorg.Indexing;
import dev.linden.matrix.kernel.reorg.Reorg;
import dev.linden.op.Footprint;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.spark.Partitioner;
import org.apache.spark.api.java.JavaPairRDD;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.storage.StorageLevel;
import scala.Tuple2;

/** Blocks of whole matrices: cut on the driver, made on executors, brought back. */
public final class Blocks {
  /** Bytes of a partition that Spark handles well. */
  private static final double PARTITION_BYTES = 128 << 20;

  /** Bytes of blocks that a collect holds beside the result. */
  private static final double WAVE_BYTES = 256 << 20;

  private Blocks() {}

  /** Partitions for a matrix of this size: enough to use all cores, and none too large. */
  public static int partitions(Grid grid, int parallelism) {
    return partitions(grid, parallelism, 1);
  }

  private static int partitions(Grid grid, int parallelism, double density) {
    double bytes =
        Footprint.of(grid.size().withNnz(Math.round(density * grid.rows() * grid.cols())));
    double wanted = Math.max(parallelism, partitions(bytes));
    return (int) Math.max(1, Math.min(Math.min(wanted, grid.blocks()), 1 << 20));
  }

  /** Partitions that are none too large. */
  static double partitions(double bytes) {
    return Math.ceil(bytes / PARTITION_BYTES);
  }

  /** Where blocks of the grid come to be that were made elsewhere. */
  public static Partitioner partitioner(Grid grid, Registry registry) {
    return placement(grid, 1, registry);
  }

  /** The same place for all matrices with as many rows, as far as their sizes allow it. */
  static Placement.Ranges placement(Grid grid, double density, Registry registry) {
    int wanted = partitions(grid, registry.parallelism(), density);
    return new Placement.Ranges(
        grid,
        Placement.Ranges.hasWholeRows(grid, wanted)
            ? registry.meetingPartitions(grid.rowBlocks(), wanted)
            : wanted);
  }

  /**
   * Where blocks of this grid meet: where all are; else as one of them is partitioned already, so
   * that it need not move, unless that gives partitions that are much too large.
   */
  public static Partitioner partitioner(
      Grid grid, Registry registry, List<? extends JavaPairRDD<BlockIndex, ?>> operands) {
    Partitioner first = operands.get(0).partitioner().orNull();
    if (Placement.isFor(first, grid)
        && operands.stream().allMatch(o -> first.equals(o.partitioner().orNull()))) {
      return first;
    }
    Partitioner usual = partitioner(grid, registry);
    Partitioner best = null;
    for (JavaPairRDD<BlockIndex, ?> operand : operands) {
      Partitioner given = operand.partitioner().orNull();
      if (Placement.isFor(given, grid)
          && 2L * given.numPartitions() >= usual.numPartitions()
          && (best == null || given.numPartitions() > best.numPartitions())) {
        best = given;
      }
    }
    return best == null ? usual : best;
  }

  /**
   * Blocks with the same position, each of which both sides have once, in the order of the first.
   *
   * @param place where they meet; what is there does not move
   */
  public static <A, B> JavaPairRDD<BlockIndex, Tuple2<A, B>> met(
      JavaPairRDD<BlockIndex, A> first, JavaPairRDD<BlockIndex, B> second, Partitioner place) {
    return Meeting.of(first, second, place);
  }

  /** Sparse rows that can grow take more than those that can not. */
  static Matrix compact(Matrix block) {
    return block.isSparse() && block.changesInPlace()
        ? Formats.toCsr(block, Workers.serial())
        : block;
  }

  private static JavaPairRDD<BlockIndex, Matrix> placed(
      JavaSparkContext context, Matrix matrix, Grid grid, Placement.Ranges place) {
    List<List<Tuple2<BlockIndex, Matrix>>> parts = new ArrayList<>();
    for (int p = 0; p < place.numPartitions(); p++) {
      List<Tuple2<BlockIndex, Matrix>> part = new ArrayList<>();
      place
          .range(grid, p)
          .forEachRemaining(
              index -> part.add(new Tuple2<>(index._1(), cut(matrix, grid, index._1()))));
      parts.add(part);
    }
    return PlacedRdd.of(
        context.parallelize(parts, parts.size()).flatMapToPair(part -> part.iterator()), place);
  }

  /** Blocks of a matrix in memory, cut, in row-major order from {@code start} to {@code end}. */
  private static List<Tuple2<BlockIndex, Matrix>> cut(
      Matrix matrix, Grid grid, long start, long end) {
    List<Tuple2<BlockIndex, Matrix>> blocks = new ArrayList<>((int) (end - start));
    for (long k = start; k < end; k++) {
      BlockIndex index = grid.at(k);
      blocks.add(new Tuple2<>(index, cut(matrix, grid, index)));
    }
    return blocks;
  }

  /**
   * A matrix in memory as blocks. A large one goes in waves, which executors keep, so that its
   * blocks are never on the driver all at once.
   *
   * @param waves receives what executors keep
   */
  public static JavaPairRDD<BlockIndex, Matrix> parallelize(
      JavaSparkContext context,
      Matrix matrix,
      Grid grid,
      Registry registry,
      List<JavaPairRDD<BlockIndex, Matrix>> waves) {
    if (8.0 * grid.rows() * grid.cols() <= WAVE_BYTES) {
      return placed(context, matrix, grid, placement(grid, 1, registry));
    }
    int partitions = partitions(grid, context.defaultParallelism());
    long perWave = Math.max(1, (long) (WAVE_BYTES / (8.0 * grid.side() * grid.side())));
    JavaPairRDD<BlockIndex, Matrix> all = null;
    for (long first = 0; first < grid.blocks(); first += perWave) {
      long end = Math.min(grid.blocks(), first + perWave);
      int parts = (int) Math.max(1, partitions * (end - first) / grid.blocks());
      JavaPairRDD<BlockIndex, Matrix> wave =
          context.parallelizePairs(cut(matrix, grid, first, end), parts).mapToPair(block -> block);
      wave.persist(
          context.isLocal() ? StorageLevel.MEMORY_AND_DISK() : StorageLevel.MEMORY_AND_DISK_2());
      wave.rdd().localCheckpoint();
      Rdds.count(wave);
      waves.add(wave);
      all = all == null ? wave : all.union(wave);
    }
    return all;
  }

  /**
   * Never the matrix itself: Spark reads blocks later, when the driver may have written over it.
   */
  static Matrix cut(Matrix matrix, Grid grid, BlockIndex index) {
    int row = (int) grid.firstRow(index);
    int col = (int) grid.firstCol(index);
    Matrix block =
        Scatter.slice(matrix, row, row + grid.height(index), col, col + grid.width(index));
    return block == matrix ? matrix.copy() : block;
  }

  /**
   * One empty entry for each block, made on the executors.
   *
   * @param density of the blocks that will be there
   */
  public static JavaPairRDD<BlockIndex, Boolean> indexes(
      JavaSparkContext context, Grid grid, Registry registry, double density) {
    Placement.Ranges place = placement(grid, density, registry);
    return PlacedRdd.of(
        numbers(context, place.numPartitions()).flatMapToPair(p -> place.range(grid, p)), place);
  }

  /** Numbers from 0 on, one in each partition. */
  public static JavaRDD<Integer> numbers(JavaSparkContext context, int count) {
    return context.parallelize(IntStream.range(0, count).boxed().toList(), count);
  }

  /** Every block transposed, where it is. */
  public static JavaPairRDD<BlockIndex, Matrix> transposed(JavaPairRDD<BlockIndex, Matrix> blocks) {
    JavaPairRDD<BlockIndex, Matrix> turned =
        blocks.mapToPair(
            block ->
                new Tuple2<>(
                    block._1().transposed(), Reorg.transpose(block._2(), Workers.serial())));
    Partitioner place = Placement.transposed(blocks.partitioner().orNull());
    return place == null ? turned : PlacedRdd.of(turned, place);
  }

  /** The matrix as one block. */
  public static Matrix collect(JavaPairRDD<BlockIndex, Matrix> blocks, Grid grid) {
    if (grid.rows() > Integer.MAX_VALUE || grid.cols() > Integer.MAX_VALUE) {
      throw new ResourceError(
          "a matrix of " + grid.size().shape() + " has too many rows or columns for one machine");
    }
    if (grid.isSingleBlock()) {
      return Rdds.collect(blocks).get(0)._2();
    }
    double bytes = 8.0 * grid.rows() * grid.cols();
    List<Tuple2<BlockIndex, Matrix>> all = bytes <= WAVE_BYTES ? Rdds.collect(blocks) : null;
    return all != null ? join(all, grid) : collectInWaves(blocks, grid, bytes);
  }

  /** The matrix that has these blocks. */
  public static Matrix join(List<Tuple2<BlockIndex, Matrix>> blocks, Grid grid) {
    long nnz = 0;
    for (Tuple2<BlockIndex, Matrix> block : blocks) {
      nnz += block._2().nnz();
    }
    Target target = new Target(grid, nnz);
    blocks.forEach(block -> target.add(block._1(), block._2()));
    return target.result();
  }

  /** Some partitions at a time, so that the blocks never take as much as the matrix. */
  private static Matrix collectInWaves(
      JavaPairRDD<BlockIndex, Matrix> blocks, Grid grid, double bytes) {
    JavaPairRDD<BlockIndex, Matrix> kept = blocks.mapToPair(block -> block);
    kept.persist(StorageLevel.MEMORY_AND_DISK());
    try {
      long nnz = kept.values().map(Matrix::nnz).fold(0L, Long::sum);
      Target target = new Target(grid, nnz);
      int partitions = kept.getNumPartitions();
      int wave = (int) Math.max(1, Math.min(partitions, partitions * WAVE_BYTES / bytes));
      for (int first = 0; first < partitions; first += wave) {
        int[] numbers = new int[Math.min(wave, partitions - first)];
        for (int k = 0; k < numbers.length; k++) {
          numbers[k] = first + k;
        }
        for (List<Tuple2<BlockIndex, Matrix>> partition : kept.collectPartitions(numbers)) {
          partition.forEach(block -> target.add(block._1(), block._2()));
        }
      }
      return target.result();
    } finally {
      kept.unpersist(false);
    }
  }

  /** A matrix that is filled block by block. */
  private static final class Target {
    private final Grid grid;
    private Matrix matrix;

    private Target(Grid grid, long nnz) {
      this.grid = grid;
      int rows = (int) grid.rows();
      int cols = (int) grid.cols();
      this.matrix =
          Formats.sparse(rows, cols, nnz)
              ? Formats.toMcsr(Formats.zeros(rows, cols))
              : Dense.zeros(rows, cols);
    }

    private void add(BlockIndex index, Matrix block) {
      int row = (int) grid.firstRow(index);
      int col = (int) grid.firstCol(index);
      if (block.isSparse() && block.nnz() == 0) {
        return;
      }
      matrix =
          Indexing.assign(
              matrix,
              row,
              row + block.rows(),
              col,
              col + block.cols(),
              block,
              true,
              Workers.serial());
    }

    private Matrix result() {
      return Formats.adapt(matrix, Workers.serial());
    }
  }

  /** For messages. */
  public static String bytes(Grid grid) {
    return Bytes.text(8.0 * grid.rows() * grid.cols());
  }
}
