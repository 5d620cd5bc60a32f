package dev.linden.spark.operator;

import dev.linden.matrix.kernel.fold.Aggregate;
import dev.linden.op.Invocation;
import dev.linden.op.MatrixValue;
import dev.linden.op.Op;
import dev.linden.spark.block.BlockIndex;
import dev.linden.spark.block.Distributed;
import org.apache.spark.api.java.JavaPairRDD;

/** The diagonals of the blocks on the diagonal. */
final class TraceOperator implements Operator {
  @Override
  public boolean accepts(Op op, Invocation call, Session session) {
    MatrixValue x = (MatrixValue) call.value(0);
    return x.size().rows() == x.size().cols();
  }

  @Override
  public void run(Op op, Invocation call, Session session) {
    Distributed x = session.distributed((MatrixValue) call.value(0));
    JavaPairRDD<BlockIndex, Double> partials =
        x.blocks()
            .filter(block -> block._1().row() == block._1().col())
            .mapValues(Aggregate::trace);
    call.result((double) session.job("trace", () -> Partials.sum(partials)));
  }
}
