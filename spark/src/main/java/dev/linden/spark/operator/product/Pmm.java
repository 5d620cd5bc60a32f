package dev.linden.spark.operator.product;

import dev.linden.matrix.Workers;
import dev.linden.matrix.kernel.product.MatMult;
import dev.linden.matrix.kernel.random.Generate;
import dev.linden.op.Invocation;
import dev.linden.op.MatrixValue;
import dev.linden.op.Op;
import dev.linden.op.ProductOps;
import dev.linden.spark.block.BroadcastBlocks;
import dev.linden.spark.block.Distributed;
import dev.linden.spark.operator.Operator;
import dev.linden.spark.operator.RowSelection;
import dev.linden.spark.operator.Session;
import java.util.List;
import scala.Tuple2;

/**
 * pmm: {@code removeEmpty(target=diag(v), margin="rows") %*% X}, rows of X where v is not zero.
 *
 * <pre>{@code
 * X1 [v] --> rows of X1 where v1 is not zero ==> C1
 * X2 [v] --> rows of X2 where v2 is not zero ==> C1, C2
 * }</pre>
 *
 * <p>Only what is selected moves, to its new place. A v that can't be on all executors meets the
 * blocks of X by row, and so X moves once more.
 */
final class Pmm implements Operator {
  private final boolean everywhere;

  /**
   * @param everywhere v goes to all executors
   */
  Pmm(boolean everywhere) {
    this.everywhere = everywhere;
  }

  @Override
  public void run(Op op, Invocation call, Session session) {
    MatrixValue v = (MatrixValue) call.value(0);
    Distributed x = session.distributed((MatrixValue) call.value(1));
    RowSelection selection =
        new RowSelection(
            session,
            x.grid(),
            x.blocks(),
            (block, marks) ->
                MatMult.multiply(
                    ProductOps.selection(marks, false, Workers.serial()), block, Workers.serial()));
    RowSelection.Selected selected;
    if (everywhere) {
      BroadcastBlocks marks = session.broadcast(v);
      selected = selection.by(row -> marks.block(row, 0));
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
