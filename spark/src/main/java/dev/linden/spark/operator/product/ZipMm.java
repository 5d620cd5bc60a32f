package dev.linden.spark.operator.product;

import dev.linden.matrix.Matrix;
import dev.linden.op.Invocation;
import dev.linden.op.MatrixValue;
import dev.linden.op.Op;
import dev.linden.spark.block.BlockIndex;
import dev.linden.spark.block.Blocks;
import dev.linden.spark.block.Rdds;
import dev.linden.spark.operator.Operator;
import dev.linden.spark.operator.Partials;
import dev.linden.spark.operator.Session;
import org.apache.spark.api.java.JavaPairRDD;

/**
 * zipmm: {@code t(X) %*% Y} where rows of both are one block; blocks of equal rows meet.
 *
 * <pre>{@code
 * X1 ==> \
 * Y1 ==>  (X1, Y1) --> t(X1) Y1 \
 * X2 ==> \                       +==> driver
 * Y2 ==>  (X2, Y2) --> t(X2) Y2 /
 * }</pre>
 *
 * <p>Positions of blocks are those of X and Y: nothing is shuffled where both are partitioned
 * alike, as after a repartition. One block per partition moves to the driver.
 */
final class ZipMm implements Operator {
  @Override
  public void run(Op op, Invocation call, Session session) {
    MatrixValue x = (MatrixValue) call.value(0);
    JavaPairRDD<BlockIndex, Matrix> main = session.distributed(x).blocks();
    JavaPairRDD<BlockIndex, Matrix> other =
        session.distributed((MatrixValue) call.value(1)).blocks();
    call.result(
        session.job(
            "zipmm",
            () ->
                Partials.sum(
                    Rdds.map(
                        Blocks.met(main, other, session.meeting(session.grid(x), main, other)),
                        met -> Product.multiply(met._2()._1(), true, met._2()._2(), false)))));
  }
}
