package dev.linden.spark.operator;

import dev.linden.matrix.Matrix;
import dev.linden.matrix.Workers;
import dev.linden.matrix.kernel.Generate;
import dev.linden.matrix.kernel.MatMult;
import dev.linden.op.Invocation;
import dev.linden.op.MatrixValue;
import dev.linden.op.Op;
import dev.linden.op.ProductOps;
import dev.linden.spark.block.BlockIndex;
import dev.linden.spark.block.BroadcastBlocks;
import dev.linden.spark.block.Distributed;
import dev.linden.spark.block.Grid;
import dev.linden.spark.block.Piece;
import dev.linden.spark.block.Scatter;
import java.io.Serializable;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import org.apache.spark.api.java.JavaPairRDD;
import scala.Tuple2;

/**
 * {@code removeEmpty(target=diag(v), margin="rows") %*% X}. pmm, where v can go to all executors:
 * every block of X is multiplied with the part of the selection that concerns its rows, and only
 * what is selected moves. A longer v meets the blocks of X by row.
 */
final class SelectionOperator implements Operator {
  @Override
  public boolean accepts(Op op, Invocation call, Session session) {
    MatrixValue v = (MatrixValue) call.value(0);
    return v.size().cols() == 1 && v.size().rows() == ((MatrixValue) call.value(1)).size().rows();
  }

  @Override
  public void run(Op op, Invocation call, Session session) {
    MatrixValue v = (MatrixValue) call.value(0);
    Distributed x = session.distributed((MatrixValue) call.value(1));
    boolean broadcast = session.fitsBroadcast(v);
    session.used(broadcast ? Form.PMM : Form.SELECTION_BY_JOIN);
    long[] firstRows = new long[Math.toIntExact(x.grid().rowBlocks() + 1)];
    BroadcastBlocks everywhere = broadcast ? session.broadcast(v) : null;
    if (broadcast) {
      for (int b = 0; b < x.grid().rowBlocks(); b++) {
        firstRows[b + 1] = everywhere.block(b, 0).nnz();
      }
    } else {
      JavaPairRDD<BlockIndex, Long> counted =
          session.distributed(v).blocks().mapValues(Matrix::nnz);
      session
          .job("count rows", counted::collect)
          .forEach(count -> firstRows[(int) count._1().row() + 1] = count._2());
    }
    for (int b = 1; b < firstRows.length; b++) {
      firstRows[b] += firstRows[b - 1];
    }
    long kept = firstRows[firstRows.length - 1];
    if (kept == 0) {
      int rows = call.flag(2) ? 1 : 0;
      call.result(Generate.constant(rows, (int) x.grid().cols(), 0, Workers.serial()));
      return;
    }
    Grid target = x.grid().with(kept, x.grid().cols());
    Placing placing = new Placing(x.grid(), target, firstRows);
    JavaPairRDD<BlockIndex, Piece> pieces;
    if (broadcast) {
      pieces =
          x.blocks()
              .flatMapToPair(
                  block ->
                      placing.of(block._1(), block._2(), everywhere.block(block._1().row(), 0)));
    } else {
      JavaPairRDD<Long, Matrix> byRow =
          session
              .distributed(v)
              .blocks()
              .mapToPair(block -> new Tuple2<>(block._1().row(), block._2()));
      pieces =
          x.blocks()
              .mapToPair(block -> new Tuple2<>(block._1().row(), block))
              .join(byRow)
              .flatMapToPair(
                  met -> placing.of(met._2()._1()._1(), met._2()._1()._2(), met._2()._2()));
    }
    call.result(
        session.result(
            target, Assembly.ofComplete(pieces, target, session), List.of(x, session.source(v))));
  }

  /** Where the selected rows of a block go. */
  private record Placing(Grid grid, Grid target, long[] firstRows) implements Serializable {
    Iterator<Tuple2<BlockIndex, Piece>> of(BlockIndex index, Matrix block, Matrix v) {
      if (v.nnz() == 0) {
        return Collections.emptyIterator();
      }
      Matrix selected =
          MatMult.multiply(
              ProductOps.selection(v, false, Workers.serial()), block, Workers.serial());
      return Scatter.place(selected, firstRows[(int) index.row()], grid.firstCol(index), 0, target)
          .iterator();
    }
  }
}
