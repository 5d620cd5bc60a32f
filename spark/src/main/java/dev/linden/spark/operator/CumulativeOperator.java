package dev.linden.spark.operator;

import dev.linden.matrix.Dense;
import dev.linden.matrix.Formats;
import dev.linden.matrix.Matrix;
import dev.linden.matrix.Workers;
import dev.linden.matrix.kernel.fold.Aggregate;
import dev.linden.matrix.kernel.fold.Cumulative;
import dev.linden.op.AggregateOps;
import dev.linden.op.Invocation;
import dev.linden.op.MatrixValue;
import dev.linden.op.Op;
import dev.linden.plan.distribute.Method;
import dev.linden.spark.block.BlockIndex;
import dev.linden.spark.block.Blocks;
import dev.linden.spark.block.BroadcastBlocks;
import dev.linden.spark.block.Distributed;
import dev.linden.spark.block.Grid;
import dev.linden.spark.block.Lazily;
import dev.linden.spark.block.Piece;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.Partitioner;
import org.apache.spark.api.java.JavaPairRDD;
import scala.Tuple2;

/**
 * Cumulative aggregates (Boehm et al.: Efficient Data-Parallel Cumulative Aggregates for
 * Large-Scale Machine Learning): one row of aggregates per block, and of these again, until they
 * fit the driver; there the cumulative aggregate of the aggregates, whose rows are the offsets of
 * the blocks below, level by level back to the data.
 */
final class CumulativeOperator implements Operator {
  private final Method.Cascade cascade;

  CumulativeOperator(Method.Cascade cascade) {
    this.cascade = cascade;
  }

  /** The functions of table 1 of the paper. */
  private enum Functions {
    SUM(Cumulative.Kind.SUM, Aggregate.Kind.SUM),
    PROD(Cumulative.Kind.PROD, Aggregate.Kind.PROD),
    MIN(Cumulative.Kind.MIN, Aggregate.Kind.MIN),
    MAX(Cumulative.Kind.MAX, Aggregate.Kind.MAX),
    SUM_PRODUCT(null, null);

    private final Cumulative.Kind running;
    private final Aggregate.Kind total;

    Functions(Cumulative.Kind running, Aggregate.Kind total) {
      this.running = running;
      this.total = total;
    }

    static Functions of(Op op) {
      if (op == AggregateOps.CUMSUM || op == AggregateOps.ROW_CUMSUM) {
        return SUM;
      } else if (op == AggregateOps.CUMPROD) {
        return PROD;
      } else if (op == AggregateOps.CUMMIN) {
        return MIN;
      }
      return op == AggregateOps.CUMMAX ? MAX : SUM_PRODUCT;
    }

    /** The aggregates of a block, one row. */
    Matrix aggregate(Matrix block) {
      if (this == SUM_PRODUCT) {
        Matrix last = Cumulative.sumProduct(block, Workers.serial());
        double product = 1;
        for (int i = 0; i < block.rows(); i++) {
          product *= block.get(i, 1);
        }
        return Dense.of(1, 2, last.get(block.rows() - 1, 0), product);
      }
      return Aggregate.cols(total, block, Workers.serial());
    }

    /** The cumulative aggregate of a block. */
    Matrix cumulate(Matrix block) {
      return this == SUM_PRODUCT
          ? Cumulative.sumProduct(block, Workers.serial())
          : Cumulative.cumulate(running, block, false, Workers.serial());
    }

    /** The same when the rows above give {@code offset} (one row), or nothing (null). */
    Matrix cumulate(Matrix block, Matrix offset) {
      if (offset == null) {
        return cumulate(block);
      }
      Dense changed = Formats.ownDense(block, Workers.serial());
      double[] cells = changed.panelOf(0);
      int first = changed.offset(0);
      if (this == SUM_PRODUCT) {
        cells[first] += cells[first + 1] * offset.get(0, 0);
      } else {
        for (int j = 0; j < block.cols(); j++) {
          double above = offset.get(0, j);
          double x = cells[first + j];
          cells[first + j] =
              switch (this) {
                case SUM -> x + above;
                case PROD -> x * above;
                case MIN -> Math.min(x, above);
                default -> Math.max(x, above);
              };
        }
      }
      changed.forgetNnz();
      return cumulate(changed);
    }

    /** Columns of the cumulative aggregate. */
    Grid result(Grid grid) {
      return this == SUM_PRODUCT ? grid.with(grid.rows(), 1) : grid;
    }
  }

  @Override
  public void run(Op op, Invocation call, Session session) {
    Distributed x = session.distributed((MatrixValue) call.value(0));
    Functions functions = Functions.of(op);
    try (Sources sources = new Sources(session, x)) {
      if (op == AggregateOps.ROW_CUMSUM) {
        Grid turned = x.grid().transposed();
        JavaPairRDD<BlockIndex, Matrix> blocks =
            cumulate(functions, Blocks.transposed(x.blocks()), turned, cascade, session, sources);
        call.result(session.result(x.grid(), Blocks.transposed(blocks), sources));
        return;
      }
      // The input is read twice: for its aggregates, and for the result.
      if (x.grid().rowBlocks() > 1 && !x.grid().isSingleBlock()) {
        x.blocks();
      }
      JavaPairRDD<BlockIndex, Matrix> blocks =
          cumulate(functions, x.blocks(), x.grid(), cascade, session, sources);
      call.result(session.result(functions.result(x.grid()), blocks, sources));
    }
  }

  /** One level of the cascade; the levels above it are inside. */
  private static JavaPairRDD<BlockIndex, Matrix> cumulate(
      Functions functions,
      JavaPairRDD<BlockIndex, Matrix> data,
      Grid grid,
      Method.Cascade cascade,
      Session session,
      Sources sources) {
    if (cascade.levels() == 0) {
      return data.mapValues(block -> functions.cumulate(block));
    }
    Grid aggregated = grid.with(grid.rowBlocks(), grid.cols());
    JavaPairRDD<BlockIndex, Matrix> aggregates =
        aggregates(functions, data, grid, aggregated, session);
    if (cascade.levels() == 1 && cascade.throughDriver()) {
      Matrix here =
          session.job("cumulative aggregates", () -> Blocks.collect(aggregates, aggregated));
      Matrix offsets = functions.cumulate(here);
      Grid ofOffsets = functions.result(aggregated);
      return withBroadcast(functions, data, sources.broadcast(offsets, ofOffsets));
    }
    JavaPairRDD<BlockIndex, Matrix> offsets =
        cumulate(
            functions,
            aggregates,
            aggregated,
            new Method.Cascade(cascade.levels() - 1, cascade.throughDriver()),
            session,
            sources);
    return withJoin(functions, data, grid, offsets, session);
  }

  /** Row i of the aggregates is that of the blocks in row i. */
  private static JavaPairRDD<BlockIndex, Matrix> aggregates(
      Functions functions,
      JavaPairRDD<BlockIndex, Matrix> data,
      Grid grid,
      Grid aggregated,
      Session session) {
    int side = grid.side();
    JavaPairRDD<BlockIndex, Piece> rows =
        data.mapToPair(
            block -> {
              long row = block._1().row();
              return new Tuple2<>(
                  new BlockIndex(row / side, block._1().col()),
                  new Piece((int) (row % side), 0, 0, functions.aggregate(block._2())));
            });
    return Assembly.ofComplete(rows, aggregated, session);
  }

  private static JavaPairRDD<BlockIndex, Matrix> withBroadcast(
      Functions functions, JavaPairRDD<BlockIndex, Matrix> data, BroadcastBlocks offsets) {
    return data.mapPartitionsToPair(
        blocks ->
            Lazily.map(
                blocks,
                block ->
                    new Tuple2<>(
                        block._1(), functions.cumulate(block._2(), above(offsets, block._1())))),
        true);
  }

  /** The offset of a block is the row before its own. */
  private static Matrix above(BroadcastBlocks offsets, BlockIndex index) {
    if (index.row() == 0) {
      return null;
    }
    int side = offsets.grid().side();
    long row = index.row() - 1;
    Matrix block = offsets.block(row / side, index.col());
    int within = (int) (row % side);
    return dev.linden.spark.block.Scatter.slice(block, within, within + 1, 0, block.cols());
  }

  /** Offsets that are too many for a broadcast meet the data by position. */
  private static JavaPairRDD<BlockIndex, Matrix> withJoin(
      Functions functions,
      JavaPairRDD<BlockIndex, Matrix> data,
      Grid grid,
      JavaPairRDD<BlockIndex, Matrix> offsets,
      Session session) {
    int side = grid.side();
    long last = grid.rowBlocks() - 1;
    JavaPairRDD<BlockIndex, Matrix> byBlock =
        offsets.flatMapToPair(
            block -> {
              List<Tuple2<BlockIndex, Matrix>> rows = new ArrayList<>();
              for (int i = 0; i < block._2().rows(); i++) {
                long row = block._1().row() * side + i;
                if (row < last) {
                  rows.add(
                      new Tuple2<>(
                          new BlockIndex(row + 1, block._1().col()),
                          dev.linden.spark.block.Scatter.slice(
                              block._2(), i, i + 1, 0, block._2().cols())));
                }
              }
              return rows.iterator();
            });
    Partitioner place = session.meeting(grid, data, byBlock);
    session.used(
        Session.isAt(place, data) ? Form.CUMULATIVE_COPARTITIONED : Form.CUMULATIVE_REPARTITIONED);
    return data.leftOuterJoin(byBlock, place)
        .mapValues(pair -> functions.cumulate(pair._1(), pair._2().orElse(null)));
  }
}
