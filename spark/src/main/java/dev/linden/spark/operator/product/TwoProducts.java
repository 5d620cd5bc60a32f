package dev.linden.spark.operator.product;

import dev.linden.matrix.Cells;
import dev.linden.matrix.Matrix;
import dev.linden.matrix.Workers;
import dev.linden.matrix.kernel.cells.Elementwise;
import dev.linden.op.Invocation;
import dev.linden.op.MatrixValue;
import dev.linden.op.Op;
import dev.linden.op.ProductOps;
import dev.linden.spark.block.BlockIndex;
import dev.linden.spark.block.BroadcastBlocks;
import dev.linden.spark.block.Distributed;
import dev.linden.spark.block.Grid;
import dev.linden.spark.operator.Operator;
import dev.linden.spark.operator.Partials;
import dev.linden.spark.operator.Session;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.api.java.JavaPairRDD;
import scala.Tuple2;

/**
 * {@code t(X) %*% (X %*% v)}, with weights w or a residual between, as two products without a
 * transposed copy of X: for rows of X in several blocks, or vectors that are too large to be on all
 * executors.
 *
 * <pre>{@code
 * X11 [v] --> X11 v1 \            (X11 X12 | q1) --> t(X11) q1  t(X12) q1 \
 * X12 [v] --> X12 v2  +==> q1  ==>                                        +==> result
 * X21 [v] --> X21 v1 \            (X21 X22 | q2) --> t(X21) q2  t(X22) q2 /
 * X22 [v] --> X22 v2  +==> q2
 * }</pre>
 *
 * <p>X moves once, to meet {@code q = w * (X %*% v)} by rows; a v that can't be on all executors
 * meets X by columns before, as in {@link CpMm}.
 */
final class TwoProducts implements Operator {
  @Override
  public void run(Op op, Invocation call, Session session) {
    MatrixValue xValue = (MatrixValue) call.value(0);
    MatrixValue vValue = (MatrixValue) call.value(1);
    Distributed x = session.distributed(xValue);
    Grid inner = session.grid(x.grid().rows(), vValue.size().cols());
    JavaPairRDD<BlockIndex, Matrix> q =
        partialsOfInner(xValue, vValue, session)
            .reduceByKey(session.partitioner(inner), Partials::add);
    List<Distributed> sources = new ArrayList<>();
    sources.add(x);
    sources.add(session.source(vValue));
    if (call.count() > 2) {
      Distributed between = session.distributed((MatrixValue) call.value(2));
      sources.add(between);
      boolean weighted = op == ProductOps.WEIGHTED_CHAIN;
      q =
          q.join(between.blocks())
              .mapValues(
                  pair ->
                      weighted
                          ? Elementwise.binary(
                              Cells.TIMES, pair._2(), pair._1(), false, false, Workers.serial())
                          : Elementwise.binary(
                              Cells.MINUS, pair._1(), pair._2(), false, false, Workers.serial()));
    }
    Grid target = session.grid(x.grid().cols(), inner.cols());
    call.result(session.result(target, outer(x, q, target, session), sources));
  }

  private static JavaPairRDD<BlockIndex, Matrix> partialsOfInner(
      MatrixValue x, MatrixValue v, Session session) {
    if (!session.cluster().fitsBroadcast(v.size())) {
      return CpMm.partials(
          Product.Factor.of(x, false, session), Product.Factor.of(v, false, session), session);
    }
    BroadcastBlocks everywhere = session.broadcast(v);
    return session
        .distributed(x)
        .blocks()
        .mapToPair(
            block ->
                new Tuple2<>(
                    new BlockIndex(block._1().row(), 0),
                    Product.multiply(
                        block._2(), false, everywhere.block(block._1().col(), 0), false)));
  }

  /** {@code t(X) %*% q}. */
  private static JavaPairRDD<BlockIndex, Matrix> outer(
      Distributed x, JavaPairRDD<BlockIndex, Matrix> q, Grid target, Session session) {
    JavaPairRDD<Long, Matrix> byRow =
        q.mapToPair(block -> new Tuple2<>(block._1().row(), block._2()));
    return x.blocks()
        .mapToPair(
            block -> new Tuple2<>(block._1().row(), new Tuple2<>(block._1().col(), block._2())))
        .join(byRow)
        .mapToPair(
            met ->
                new Tuple2<>(
                    new BlockIndex(met._2()._1()._1(), 0),
                    Product.multiply(met._2()._1()._2(), true, met._2()._2(), false)))
        .reduceByKey(session.partitioner(target), Partials::add);
  }
}
