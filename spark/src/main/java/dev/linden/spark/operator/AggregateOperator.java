package dev.linden.spark.operator;

import dev.linden.matrix.Matrix;
import dev.linden.matrix.Workers;
import dev.linden.matrix.kernel.fold.Aggregate;
import dev.linden.op.FoldsCells.Direction;
import dev.linden.op.Invocation;
import dev.linden.op.MatrixValue;
import dev.linden.op.Op;
import dev.linden.spark.block.BlockIndex;
import dev.linden.spark.block.Distributed;
import dev.linden.spark.block.Grid;
import dev.linden.spark.block.Rdds;
import java.util.List;
import org.apache.spark.api.java.JavaPairRDD;
import org.apache.spark.api.java.JavaRDD;
import scala.Tuple2;

/**
 * Sums, extremes, products and variances of all cells, of rows, of columns: each block by itself,
 * then the partial results. A result of one block comes to the driver.
 */
final class AggregateOperator implements Operator {
  @Override
  public boolean accepts(Op op, Invocation call, Session session) {
    return call.value(0) instanceof MatrixValue;
  }

  @Override
  public void run(Op op, Invocation call, Session session) {
    Aggregate.Kind kind = op.fold().kind();
    Distributed operand = session.distributed((MatrixValue) call.value(0));
    switch (op.fold().direction()) {
      case ALL -> call.result(all(kind, operand, session));
      case EACH_ROW -> rows(kind, operand, call, session);
      case EACH_COLUMN -> columns(kind, operand, call, session);
    }
  }

  private static double all(Aggregate.Kind kind, Distributed operand, Session session) {
    JavaPairRDD<BlockIndex, FoldState> partials =
        Rdds.mapValues(operand.blocks(), block -> FoldState.of(kind, Direction.ALL, block));
    return session.job("aggregate", () -> Partials.inOrder(partials)).results()[0];
  }

  private static void rows(
      Aggregate.Kind kind, Distributed operand, Invocation call, Session session) {
    Grid grid = operand.grid();
    Grid target = grid.with(grid.rows(), 1);
    JavaPairRDD<BlockIndex, Matrix> result;
    if (grid.colBlocks() == 1) {
      result =
          Rdds.mapValues(operand.blocks(), block -> Aggregate.rows(kind, block, Workers.serial()));
    } else {
      result =
          operand
              .blocks()
              .mapToPair(
                  block ->
                      new Tuple2<>(
                          new BlockIndex(block._1().row(), 0),
                          FoldState.of(kind, Direction.EACH_ROW, block._2())))
              .reduceByKey(session.partitioner(target), FoldState::merge)
              .mapValues(FoldState::asColumn);
    }
    call.result(session.result(target, result, List.of(operand)));
  }

  private static void columns(
      Aggregate.Kind kind, Distributed operand, Invocation call, Session session) {
    Grid grid = operand.grid();
    Grid target = grid.with(1, grid.cols());
    if (target.isSingleBlock()) {
      JavaRDD<FoldState> partials =
          Rdds.map(
              operand.blocks(), block -> FoldState.of(kind, Direction.EACH_COLUMN, block._2()));
      call.result(session.job("aggregate", () -> Partials.total(partials)).asRow());
      return;
    }
    JavaPairRDD<BlockIndex, FoldState> partials =
        operand
            .blocks()
            .mapToPair(
                block ->
                    new Tuple2<>(
                        new BlockIndex(0, block._1().col()),
                        FoldState.of(kind, Direction.EACH_COLUMN, block._2())));
    JavaPairRDD<BlockIndex, Matrix> result =
        partials
            .reduceByKey(session.partitioner(target), FoldState::merge)
            .mapValues(FoldState::asRow);
    call.result(session.result(target, result, List.of(operand)));
  }
}
