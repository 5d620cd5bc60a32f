package dev.linden.spark.operator;

import dev.linden.matrix.Dense;
import dev.linden.matrix.Matrix;
import dev.linden.matrix.Workers;
import dev.linden.matrix.kernel.fold.Aggregate;
import dev.linden.op.AggregateOps;
import dev.linden.op.Invocation;
import dev.linden.op.MatrixValue;
import dev.linden.op.Op;
import dev.linden.spark.block.BlockIndex;
import dev.linden.spark.block.Distributed;
import dev.linden.spark.block.Grid;
import java.util.List;
import org.apache.spark.api.java.JavaPairRDD;
import scala.Tuple2;

/** Column of the extreme cell of each row: of several equal ones the last, NaN does not count. */
final class RowIndexOperator implements Operator {
  @Override
  public void run(Op op, Invocation call, Session session) {
    Distributed x = session.distributed((MatrixValue) call.value(0));
    boolean largest = op == AggregateOps.ROW_INDEX_MAX;
    Grid grid = x.grid();
    Grid target = grid.with(grid.rows(), 1);
    JavaPairRDD<BlockIndex, Matrix> blocks;
    if (grid.colBlocks() == 1) {
      blocks =
          x.blocks()
              .mapValues(block -> Aggregate.rowIndexOfExtreme(largest, block, Workers.serial()));
    } else {
      blocks =
          x.blocks()
              .mapToPair(
                  block ->
                      new Tuple2<>(
                          new BlockIndex(block._1().row(), 0),
                          candidates(largest, block._2(), grid.firstCol(block._1()))))
              .reduceByKey(session.partitioner(target), (a, b) -> better(largest, a, b))
              .mapValues(RowIndexOperator::positions);
    }
    call.result(session.result(target, blocks, List.of(x)));
  }

  /** For each row position (0 if none) and value of the extreme cell. */
  private static Matrix candidates(boolean largest, Matrix block, long firstCol) {
    Matrix within = Aggregate.rowIndexOfExtreme(largest, block, Workers.serial());
    double[] cells = new double[2 * block.rows()];
    for (int i = 0; i < block.rows(); i++) {
      int position = (int) within.get(i, 0);
      if (position > 0) {
        cells[2 * i] = firstCol + position;
        cells[2 * i + 1] = block.get(i, position - 1);
      }
    }
    return Dense.wrap(block.rows(), 2, cells);
  }

  private static Matrix better(boolean largest, Matrix a, Matrix b) {
    double[] cells = new double[2 * a.rows()];
    for (int i = 0; i < a.rows(); i++) {
      Matrix chosen = isBetter(largest, a, b, i) ? b : a;
      cells[2 * i] = chosen.get(i, 0);
      cells[2 * i + 1] = chosen.get(i, 1);
    }
    return Dense.wrap(a.rows(), 2, cells);
  }

  /** Whether the candidate in b wins. */
  private static boolean isBetter(boolean largest, Matrix a, Matrix b, int row) {
    if (a.get(row, 0) == 0 || b.get(row, 0) == 0) {
      return a.get(row, 0) == 0;
    }
    double x = a.get(row, 1);
    double y = b.get(row, 1);
    if (x == y) {
      return b.get(row, 0) > a.get(row, 0);
    }
    return largest ? y > x : y < x;
  }

  private static Matrix positions(Matrix candidates) {
    double[] cells = new double[candidates.rows()];
    for (int i = 0; i < cells.length; i++) {
      cells[i] = candidates.get(i, 0);
    }
    return Dense.wrap(cells.length, 1, cells);
  }
}
