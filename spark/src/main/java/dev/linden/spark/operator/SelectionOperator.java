package dev.linden.spark.operator;

import dev.linden.matrix.Workers;
import dev.linden.matrix.kernel.product.MatMult;
import dev.linden.matrix.kernel.random.Generate;
import dev.linden.op.Invocation;
import dev.linden.op.MatrixValue;
import dev.linden.op.Op;
import dev.linden.op.ProductOps;
import dev.linden.spark.block.BroadcastBlocks;
import dev.linden.spark.block.Distributed;
import java.util.List;
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
    RowSelection selection =
        new RowSelection(
            session,
            x.grid(),
            x.blocks(),
            (block, marks) ->
                MatMult.multiply(
                    ProductOps.selection(marks, false, Workers.serial()), block, Workers.serial()));
    RowSelection.Selected selected;
    if (broadcast) {
      BroadcastBlocks everywhere = session.broadcast(v);
      selected = selection.by(row -> everywhere.block(row, 0));
    } else {
      selected =
          selection.by(
              session
                  .distributed(v)
                  .blocks()
                  .mapToPair(block -> new Tuple2<>(block._1().row(), block._2())));
    }
    if (selected == null) {
      int rows = call.flag(2) ? 1 : 0;
      call.result(Generate.constant(rows, (int) x.grid().cols(), 0, Workers.serial()));
      return;
    }
    call.result(session.result(selected.grid(), selected.blocks(), List.of(x, session.source(v))));
  }
}
