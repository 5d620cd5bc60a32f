package dev.linden.spark.operator;

import dev.linden.matrix.Dense;
import dev.linden.matrix.Formats;
import dev.linden.matrix.Matrix;
import dev.linden.matrix.Workers;
import dev.linden.op.Invocation;
import dev.linden.op.MatrixValue;
import dev.linden.op.Op;
import dev.linden.op.ReorgOps;
import dev.linden.spark.block.BlockIndex;
import dev.linden.spark.block.Distributed;
import dev.linden.spark.block.Grid;
import dev.linden.spark.block.Lazily;
import java.util.List;
import org.apache.spark.api.java.JavaPairRDD;
import scala.Tuple2;

/** {@code lower.tri} and {@code upper.tri}: blocks keep their positions. */
final class TriangleOperator implements Operator {
  @Override
  public void run(Op op, Invocation call, Session session) {
    Distributed x = session.distributed((MatrixValue) call.value(0));
    Grid grid = x.grid();
    boolean lower = op == ReorgOps.LOWER_TRI;
    boolean withDiagonal = call.flag(1);
    boolean values = call.flag(2);
    JavaPairRDD<BlockIndex, Matrix> blocks =
        x.blocks()
            .mapPartitionsToPair(
                all ->
                    Lazily.map(
                        all,
                        block ->
                            new Tuple2<>(
                                block._1(),
                                masked(grid, block._1(), block._2(), lower, withDiagonal, values))),
                true);
    call.result(session.result(grid, blocks, List.of(x)));
  }

  private static Matrix masked(
      Grid grid,
      BlockIndex index,
      Matrix block,
      boolean lower,
      boolean withDiagonal,
      boolean values) {
    Dense result = Dense.zeros(block.rows(), block.cols());
    // how far the diagonal lies to the right of the first column, in the first row
    long shift = grid.firstRow(index) - grid.firstCol(index);
    for (int i = 0; i < block.rows(); i++) {
      double[] cells = result.panelOf(i);
      int offset = result.offset(i);
      for (int j = 0; j < block.cols(); j++) {
        long beside = j - (i + shift);
        boolean inside = beside == 0 ? withDiagonal : lower == (beside < 0);
        if (inside) {
          cells[offset + j] = values ? block.get(i, j) : 1;
        }
      }
    }
    return Formats.adapt(result, Workers.serial());
  }
}
