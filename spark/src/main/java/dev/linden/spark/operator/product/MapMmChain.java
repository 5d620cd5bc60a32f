package dev.linden.spark.operator.product;

import dev.linden.matrix.Matrix;
import dev.linden.matrix.Workers;
import dev.linden.matrix.kernel.product.MatMult;
import dev.linden.op.Invocation;
import dev.linden.op.MatrixValue;
import dev.linden.op.Op;
import dev.linden.op.ProductOps;
import dev.linden.spark.block.BlockIndex;
import dev.linden.spark.block.BroadcastBlocks;
import dev.linden.spark.block.Rdds;
import dev.linden.spark.operator.Operator;
import dev.linden.spark.operator.Partials;
import dev.linden.spark.operator.Session;
import org.apache.spark.api.java.JavaPairRDD;

/**
 * mapmmchain: {@code t(X) %*% (X %*% v)}, with weights w or a residual between, in one pass over X
 * where a row of X is one block and the vectors are on all executors.
 *
 * <pre>{@code
 * X1 [v w] --> t(X1) (w1 * (X1 v)) \
 * X2 [v w] --> t(X2) (w2 * (X2 v))  +==> driver
 * X3 [v w] --> t(X3) (w3 * (X3 v)) /
 * }</pre>
 *
 * <p>X stays where it is; one vector per partition moves to the driver.
 */
final class MapMmChain implements Operator {
  @Override
  public void run(Op op, Invocation call, Session session) {
    JavaPairRDD<BlockIndex, Matrix> blocks =
        session.distributed((MatrixValue) call.value(0)).blocks();
    BroadcastBlocks v = session.broadcast((MatrixValue) call.value(1));
    BroadcastBlocks between =
        call.count() > 2 ? session.broadcast((MatrixValue) call.value(2)) : null;
    boolean weighted = op == ProductOps.WEIGHTED_CHAIN;
    call.result(
        session.job(
            "mapmmchain",
            () ->
                Partials.sum(
                    Rdds.map(
                        blocks,
                        block -> chain(block._2(), block._1().row(), v, between, weighted)))));
  }

  private static Matrix chain(
      Matrix x, long row, BroadcastBlocks v, BroadcastBlocks between, boolean weighted) {
    Matrix part = between == null ? null : between.block(row, 0);
    return MatMult.mmchain(
        x, v.block(0, 0), weighted ? part : null, weighted ? null : part, Workers.serial());
  }
}
