package dev.linden.spark.operator;

import dev.linden.op.Invocation;
import dev.linden.op.MatrixValue;
import dev.linden.op.Op;
import dev.linden.spark.block.BlockIndex;
import dev.linden.spark.block.Grid;
import org.apache.spark.api.java.JavaPairRDD;

/** {@code sum(A * B)} and {@code sum(A * B * C)} of equal shapes, block by block. */
final class SumOfProductsOperator implements Operator {
  @Override
  public void run(Op op, Invocation call, Session session) {
    Grid grid = session.grid((MatrixValue) call.value(0));
    BlockCall blockCall = new BlockCall(op, call);
    Alignment alignment = Alignment.of(call, grid, blockCall, session);
    JavaPairRDD<BlockIndex, Double> partials =
        alignment.blocks().mapValues(operands -> blockCall.number(operands));
    call.result((double) session.job("sum", () -> Partials.sum(partials)));
  }
}
