package dev.linden.spark.operator;

import dev.linden.matrix.Formats;
import dev.linden.matrix.Matrix;
import dev.linden.matrix.Mcsr;
import dev.linden.matrix.Workers;
import dev.linden.matrix.kernel.group.Distinct;
import dev.linden.matrix.kernel.group.ValueOrder;
import dev.linden.matrix.kernel.reorg.Reorg;
import dev.linden.op.FoldsCells.Direction;
import dev.linden.op.Invocation;
import dev.linden.op.MatrixValue;
import dev.linden.op.Op;
import dev.linden.op.SetOps;
import dev.linden.spark.block.BlockIndex;
import dev.linden.spark.block.Blocks;
import dev.linden.spark.block.Distributed;
import dev.linden.spark.block.Grid;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.spark.HashPartitioner;
import org.apache.spark.api.java.JavaPairRDD;
import scala.Tuple2;

/**
 * Distinct values of all cells, of rows or of columns: how many, about how many, and which. The
 * sets of blocks are united: those of exact results in several buckets of values for each row of
 * blocks, so that no task needs all values of a long row; estimates need little of each.
 *
 * <p>Columns are rows of the transposed matrix, and all cells are a single row.
 */
final class DistinctOperator implements Operator {
  @Override
  public boolean accepts(Op op, Invocation call, Session session) {
    return direction(op, call) != null;
  }

  /** Null if the text is none. */
  private static Direction direction(Op op, Invocation call) {
    if (op == SetOps.ROW_COUNT_DISTINCT || op == SetOps.ROW_COUNT_DISTINCT_APPROX) {
      return Direction.EACH_ROW;
    } else if (op == SetOps.COL_COUNT_DISTINCT || op == SetOps.COL_COUNT_DISTINCT_APPROX) {
      return Direction.EACH_COLUMN;
    }
    if (op == SetOps.COUNT_DISTINCT_APPROX && !call.text(1).equalsIgnoreCase("kmv")) {
      return null;
    }
    return switch (call.text(op == SetOps.COUNT_DISTINCT_APPROX ? 2 : 1).toLowerCase(Locale.ROOT)) {
      case "rc" -> Direction.ALL;
      case "r" -> Direction.EACH_ROW;
      case "c" -> Direction.EACH_COLUMN;
      default -> null;
    };
  }

  private static boolean isEstimate(Op op) {
    return op == SetOps.COUNT_DISTINCT_APPROX
        || op == SetOps.ROW_COUNT_DISTINCT_APPROX
        || op == SetOps.COL_COUNT_DISTINCT_APPROX;
  }

  /**
   * The rows whose values are wanted.
   *
   * @param grid of the matrix, transposed where columns are wanted
   */
  private record Lines(
      Direction direction, Grid grid, JavaPairRDD<BlockIndex, Matrix> blocks, Session session) {
    static Lines of(Direction direction, Distributed x, Session session) {
      boolean columns = direction == Direction.EACH_COLUMN;
      return new Lines(
          direction,
          columns ? x.grid().transposed() : x.grid(),
          columns ? Blocks.transposed(x.blocks()) : x.blocks(),
          session);
    }

    boolean isOne() {
      return direction == Direction.ALL;
    }

    long rowBlocks() {
      return isOne() ? 1 : grid.rowBlocks();
    }

    int partitions() {
      return Blocks.partitions(grid, session.parallelism());
    }

    /** Enough that what meets in a bucket is about a partition. */
    int buckets() {
      long most = grid.blocks() / rowBlocks();
      long wanted = (partitions() + rowBlocks() - 1) / rowBlocks();
      return (int) Math.max(1, Math.min(most, wanted));
    }

    JavaPairRDD<Long, LineSets> sets(boolean hashed) {
      boolean one = isOne();
      return blocks.mapToPair(
          block -> {
            Matrix rows =
                one
                    ? Reorg.transpose(
                        Distinct.unique(block._2(), Workers.serial()), Workers.serial())
                    : block._2();
            return new Tuple2<>(one ? 0 : block._1().row(), LineSets.of(rows, hashed));
          });
    }

    /** United, by row of blocks and bucket. */
    JavaPairRDD<BlockIndex, LineSets> united(LineSets.Buckets buckets, int count) {
      return sets(false)
          .flatMapToPair(set -> set._2().split(set._1(), buckets, count).iterator())
          .reduceByKey(new HashPartitioner(partitions()), LineSets::merge);
    }

    /** The result as the script wants it. */
    MatrixValue result(Grid target, JavaPairRDD<BlockIndex, Matrix> result, Distributed x) {
      return direction == Direction.EACH_ROW
          ? session.result(target, result, List.of(x))
          : session.result(target.transposed(), Blocks.transposed(result), List.of(x));
    }
  }

  @Override
  public void run(Op op, Invocation call, Session session) {
    Distributed x = session.distributed((MatrixValue) call.value(0));
    Lines lines = Lines.of(direction(op, call), x, session);
    if (op == SetOps.UNIQUE) {
      x.blocks(); // read twice
      unique(lines, x, call);
      return;
    }
    JavaPairRDD<BlockIndex, LineSets> parts;
    if (isEstimate(op)) {
      parts =
          lines
              .sets(true)
              .reduceByKey(new HashPartitioner(lines.partitions()), LineSets::merge)
              .mapToPair(set -> new Tuple2<>(new BlockIndex(set._1(), 0), set._2()));
    } else {
      int buckets = lines.buckets();
      parts = lines.united(key -> bucketByHash(key, buckets), buckets);
    }
    if (lines.isOne()) {
      call.result(
          (long)
              session.job("count", () -> parts.values().map(set -> set.size(0)).reduce(Long::sum)));
      return;
    }
    Grid target = lines.grid().with(lines.grid().rows(), 1);
    JavaPairRDD<BlockIndex, Matrix> counts =
        parts.mapToPair(
            part -> new Tuple2<>(new BlockIndex(part._1().row(), 0), part._2().sizes()));
    call.result(lines.result(target, Assembly.ofSums(counts, target, session), x));
  }

  private static int bucketByHash(long key, int buckets) {
    return (int) (((key * 0x9E3779B97F4A7C15L) >>> 33) % buckets);
  }

  // ---- which values

  /** Buckets are ranges of values: where those of one go in a row, the ones before it say. */
  private static void unique(Lines lines, Distributed x, Invocation call) {
    Session session = lines.session();
    Grid grid = lines.grid();
    double cells = (double) grid.rows() * grid.cols();
    long[] bounds = Samples.bounds(lines.blocks(), cells, key -> true, lines.buckets(), session);
    JavaPairRDD<BlockIndex, LineSets> united =
        lines.united(key -> Samples.range(bounds, key), bounds.length + 1);
    JavaPairRDD<Long, Iterable<Tuple2<Long, long[]>>> sizes =
        united
            .mapToPair(
                part ->
                    new Tuple2<>(part._1().row(), new Tuple2<>(part._1().col(), sizes(part._2()))))
            .groupByKey();
    long widest =
        session.job("count", () -> sizes.values().map(DistinctOperator::longest).reduce(Long::max));
    Grid target = session.grid(lines.isOne() ? 1 : grid.rows(), widest);
    JavaPairRDD<BlockIndex, Matrix> partials =
        united
            .join(sizes.flatMapToPair(all -> offsets(all._1(), all._2()).iterator()))
            .flatMapToPair(
                part -> placed(part._1().row(), part._2()._1(), part._2()._2(), target).iterator());
    JavaPairRDD<BlockIndex, Matrix> result =
        Assembly.ofSums(partials, target, session)
            .mapValues(block -> Formats.adapt(block, Workers.serial()));
    call.result(lines.result(target, result, x));
  }

  private static long[] sizes(LineSets sets) {
    long[] sizes = new long[sets.count()];
    for (int i = 0; i < sizes.length; i++) {
      sizes[i] = sets.size(i);
    }
    return sizes;
  }

  private static long longest(Iterable<Tuple2<Long, long[]>> sizesOfBuckets) {
    long[] sums = null;
    for (Tuple2<Long, long[]> sizes : sizesOfBuckets) {
      sums = sums == null ? new long[sizes._2().length] : sums;
      for (int i = 0; i < sums.length; i++) {
        sums[i] += sizes._2()[i];
      }
    }
    return java.util.Arrays.stream(sums).max().getAsLong();
  }

  /** By row of blocks and bucket: where in each row its values begin. */
  private static List<Tuple2<BlockIndex, long[]>> offsets(
      long row, Iterable<Tuple2<Long, long[]>> sizesOfBuckets) {
    List<Tuple2<Long, long[]>> inOrder = new ArrayList<>();
    sizesOfBuckets.forEach(inOrder::add);
    inOrder.sort(java.util.Comparator.comparing(Tuple2::_1));
    List<Tuple2<BlockIndex, long[]>> offsets = new ArrayList<>();
    long[] next = new long[inOrder.get(0)._2().length];
    for (Tuple2<Long, long[]> sizes : inOrder) {
      offsets.add(new Tuple2<>(new BlockIndex(row, sizes._1()), next.clone()));
      for (int i = 0; i < next.length; i++) {
        next[i] += sizes._2()[i];
      }
    }
    return offsets;
  }

  /** The values at their places, in blocks of the result. */
  private static List<Tuple2<BlockIndex, Matrix>> placed(
      long row, LineSets sets, long[] offsets, Grid target) {
    int side = target.side();
    Map<BlockIndex, Mcsr> blocks = new HashMap<>();
    for (int i = 0; i < sets.count(); i++) {
      long col = offsets[i];
      for (long key : sets.keys(i)) {
        blocks
            .computeIfAbsent(
                new BlockIndex(row, col / side),
                at -> new Mcsr(target.height(at), target.width(at)))
            .append(i, (int) (col % side), ValueOrder.value(key));
        col++;
      }
    }
    List<Tuple2<BlockIndex, Matrix>> all = new ArrayList<>();
    blocks.forEach(
        (at, cells) -> all.add(new Tuple2<>(at, Formats.toCsr(cells, Workers.serial()))));
    return all;
  }
}
