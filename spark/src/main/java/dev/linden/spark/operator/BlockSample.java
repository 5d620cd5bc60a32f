package dev.linden.spark.operator;

import dev.linden.matrix.Formats;
import dev.linden.matrix.Matrix;
import dev.linden.matrix.Plain;
import dev.linden.matrix.Workers;
import dev.linden.matrix.compress.encode.Scheme;
import dev.linden.matrix.compress.plan.Decision;
import dev.linden.matrix.compress.plan.Gain;
import dev.linden.matrix.compress.plan.Planner;
import dev.linden.matrix.compress.plan.Sample;
import dev.linden.matrix.compress.plan.SampledRows;
import dev.linden.matrix.compress.plan.Workload;
import dev.linden.matrix.kernel.reorg.Append;
import dev.linden.matrix.kernel.reorg.Reorg;
import dev.linden.spark.block.BlockIndex;
import dev.linden.spark.block.Distributed;
import dev.linden.spark.block.Grid;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.apache.spark.broadcast.Broadcast;
import scala.Tuple2;

/**
 * The rows of a distributed matrix that plans of compression look at, how many bytes it has, and
 * about how many non-zeros: they are counted in some blocks only, which would else be all read.
 * Columns of blocks are planned by themselves, since no group has columns of two blocks.
 */
final class BlockSample {
  /** Rows of blocks whose non-zeros are counted, if there are more. */
  private static final int COUNTED = 32;

  private final Grid grid;
  private final List<Column> columns;

  /**
   * A column of blocks.
   *
   * @param pairs sampled rows, each with the row below, or above if it is the last of its block
   */
  private record Column(Plain pairs, long nonZeros, double bytes) {}

  private BlockSample(Grid grid, List<Column> columns) {
    this.grid = grid;
    this.columns = columns;
  }

  static BlockSample of(Distributed matrix, Session session) {
    Grid grid = matrix.grid();
    return of(matrix, SampledRows.of(grid.rows(), 2 * grid.cols()), true, session);
  }

  /** Why the matrix had better stay plain, as a few of its rows show; null if they do not. */
  static Decision refused(Distributed matrix, Session session) {
    long[] rows = SampledRows.few(matrix.grid().rows());
    if (rows == null) {
      return null;
    }
    BlockSample few = of(matrix, rows, false, session);
    Decision[] decisions = new Decision[few.columns.size()];
    for (int c = 0; c < decisions.length; c++) {
      Planner.Planned refused = Planner.refusesPairs(few.columns.get(c).pairs());
      if (refused == null) {
        return null;
      }
      decisions[c] = refused.decision();
    }
    return few.decision(decisions);
  }

  /**
   * @param counted whether non-zeros matter
   */
  private static BlockSample of(
      Distributed matrix, long[] sampled, boolean counted, Session session) {
    Grid grid = matrix.grid();
    Broadcast<long[]> rows = session.context().broadcast(sampled);
    try {
      List<Tuple2<BlockIndex, Tuple2<Matrix, long[]>>> parts =
          session.job(
              "sample",
              () ->
                  matrix
                      .blocks()
                      .mapToPair(
                          block ->
                              new Tuple2<>(
                                  block._1(),
                                  part(
                                      block._2(),
                                      grid.firstRow(block._1()),
                                      rows.value(),
                                      counted && isCounted(block._1().row(), grid.rowBlocks()))))
                      .collect());
      parts = new ArrayList<>(parts);
      parts.sort(Comparator.comparingLong(part -> part._1().row()));
      List<Column> columns = new ArrayList<>();
      for (int column = 0; column < grid.colBlocks(); column++) {
        columns.add(column(parts, column, grid.rows()));
      }
      return new BlockSample(grid, columns);
    } finally {
      rows.destroy();
    }
  }

  /** About as far from each other, whatever the partitions. */
  private static boolean isCounted(long row, long rowBlocks) {
    long counted = Math.min(COUNTED, rowBlocks);
    return row * counted / rowBlocks != (row - 1) * counted / rowBlocks || row == 0;
  }

  /** Sampled rows of a block, its bytes, and its non-zeros and rows if they are counted. */
  private static Tuple2<Matrix, long[]> part(
      Matrix block, long firstRow, long[] rows, boolean counted) {
    int from = Arrays.binarySearch(rows, firstRow);
    int to = Arrays.binarySearch(rows, firstRow + block.rows());
    from = from < 0 ? -from - 1 : from;
    to = to < 0 ? -to - 1 : to;
    int[] pairs = new int[2 * (to - from)];
    for (int s = from; s < to; s++) {
      int row = (int) (rows[s] - firstRow);
      pairs[2 * (s - from)] = row;
      boolean last = row + 1 == block.rows();
      pairs[2 * (s - from) + 1] = last ? Math.max(0, row - 1) : row + 1;
    }
    Matrix sampled = Reorg.rowsAt(block, pairs, Workers.serial()).plain(Workers.serial());
    return new Tuple2<>(
        sampled, new long[] {block.bytes(), counted ? block.nnz() : 0, counted ? block.rows() : 0});
  }

  private static Column column(
      List<Tuple2<BlockIndex, Tuple2<Matrix, long[]>>> parts, int column, long rows) {
    List<Matrix> pairs = new ArrayList<>();
    double bytes = 0;
    long nonZeros = 0;
    long counted = 0;
    for (Tuple2<BlockIndex, Tuple2<Matrix, long[]>> part : parts) {
      if (part._1().col() == column) {
        bytes += part._2()._2()[0];
        nonZeros += part._2()._2()[1];
        counted += part._2()._2()[2];
        if (part._2()._1().rows() > 0) {
          pairs.add(part._2()._1());
        }
      }
    }
    Matrix all = Append.rbind(pairs, Workers.serial());
    return new Column(
        Formats.adapt(all, Workers.serial()).plain(Workers.serial()),
        counted == 0 ? 0 : Math.round((double) nonZeros / counted * rows),
        bytes);
  }

  /** Bytes of all blocks. */
  double bytes() {
    return columns.stream().mapToDouble(Column::bytes).sum();
  }

  /**
   * @param schemes by column of blocks; null for those that had better stay plain
   * @param decision about all of them
   */
  record Planned(Scheme[] schemes, Decision decision) {}

  /**
   * @param whenSmaller it pays whenever groups are smaller, however much time they take
   */
  Planned plan(Workload workload, boolean whenSmaller) {
    Scheme[] schemes = new Scheme[columns.size()];
    Decision[] decisions = new Decision[schemes.length];
    for (int c = 0; c < schemes.length; c++) {
      Column column = columns.get(c);
      Plain pairs = column.pairs();
      Sample sample =
          Sample.ofPairs(pairs, grid.rows(), grid.rowBlocks(), column.nonZeros(), pairs.isSparse());
      Planner.Planned planned = Planner.decide(sample, Workers.serial());
      decisions[c] = planned.decision();
      if (planned.scheme() != null && !whenSmaller) {
        double times = (double) grid.rows() / pairs.rows();
        double ratio = planned.decision().ratio();
        decisions[c] = Gain.afterSample(pairs, times, planned.scheme(), ratio, workload);
      }
      schemes[c] = decisions[c].compress() ? planned.scheme() : null;
    }
    return new Planned(schemes, decision(decisions));
  }

  /** That about the most bytes; the ratio is that of all. */
  private Decision decision(Decision[] decisions) {
    int most = 0;
    int compressed = 0;
    double groups = 0;
    for (int c = 0; c < decisions.length; c++) {
      boolean isMore = columns.get(c).bytes() > columns.get(most).bytes();
      boolean isLike = decisions[c].compress() == decisions[most].compress();
      most = isLike && isMore || decisions[c].compress() && !isLike ? c : most;
      compressed += decisions[c].compress() ? 1 : 0;
      groups += columns.get(c).bytes() / (decisions[c].compress() ? decisions[c].ratio() : 1);
    }
    String reason = decisions[most].reason();
    if (decisions.length > 1) {
      reason = compressed + " of " + decisions.length + " columns of blocks: " + reason;
    }
    double ratio = compressed > 0 ? bytes() / groups : decisions[most].ratio();
    return new Decision(compressed > 0, reason, ratio);
  }
}
