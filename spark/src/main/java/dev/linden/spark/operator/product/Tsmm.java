package dev.linden.spark.operator.product;

import dev.linden.matrix.Matrix;
import dev.linden.matrix.Workers;
import dev.linden.matrix.kernel.product.MatMult;
import dev.linden.op.Invocation;
import dev.linden.op.MatrixValue;
import dev.linden.op.Op;
import dev.linden.op.ProductOps;
import dev.linden.spark.block.BlockIndex;
import dev.linden.spark.block.Rdds;
import dev.linden.spark.operator.Operator;
import dev.linden.spark.operator.Partials;
import dev.linden.spark.operator.Session;
import org.apache.spark.api.java.JavaPairRDD;

/**
 * tsmm: {@code t(X) %*% X} where a row of X is one block; {@code X %*% t(X)} where a column is.
 *
 * <pre>{@code
 * X1 --> t(X1) X1 \
 * X2 --> t(X2) X2  +==> driver
 * X3 --> t(X3) X3 /
 * }</pre>
 *
 * <p>X stays where it is; one block per partition moves to the driver.
 */
final class Tsmm implements Operator {
  @Override
  public void run(Op op, Invocation call, Session session) {
    boolean left = op == ProductOps.TSMM_LEFT;
    JavaPairRDD<BlockIndex, Matrix> blocks =
        session.distributed((MatrixValue) call.value(0)).blocks();
    call.result(
        session.job(
            "tsmm",
            () ->
                Partials.sum(
                    Rdds.map(blocks, block -> MatMult.tsmm(block._2(), left, Workers.serial())))));
  }
}
