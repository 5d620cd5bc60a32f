package dev.linden.spark.operator;

import dev.linden.matrix.Cells;
import dev.linden.matrix.Matrix;
import dev.linden.matrix.Workers;
import dev.linden.matrix.kernel.cells.Elementwise;
import dev.linden.matrix.kernel.product.MatMult;
import dev.linden.op.Invocation;
import dev.linden.op.MatrixValue;
import dev.linden.op.Op;
import dev.linden.op.ProductOps;
import dev.linden.spark.block.BlockIndex;
import dev.linden.spark.block.BroadcastBlocks;
import dev.linden.spark.block.Distributed;
import org.apache.spark.api.java.JavaPairRDD;
import scala.Tuple2;

/**
 * {@code t(X) %*% (X %*% v)}, with weights or a residual between. mapmmchain in one pass over X
 * where a row of X is one block and the vectors can go to all executors, else two products.
 */
final class ChainOperator implements Operator {
  @Override
  public boolean accepts(Op op, Invocation call, Session session) {
    MatrixValue x = (MatrixValue) call.value(0);
    MatrixValue v = (MatrixValue) call.value(1);
    boolean vectors =
        session.fitsBroadcast(v)
            && (call.count() < 3 || session.fitsBroadcast((MatrixValue) call.value(2)));
    // A weight or residual of another shape than X %*% v is rare: it runs on the driver.
    boolean plain =
        call.count() < 3
            || (((MatrixValue) call.value(2)).size().rows() == x.size().rows()
                && ((MatrixValue) call.value(2)).size().cols() == v.size().cols());
    return plain
        && v.size().cols() <= session.side()
        && (vectors || call.count() < 3 || session.fitsBroadcast(v));
  }

  @Override
  public void run(Op op, Invocation call, Session session) {
    Distributed x = session.distributed((MatrixValue) call.value(0));
    boolean oneBlock = x.grid().colBlocks() == 1;
    boolean between = call.count() > 2;
    MatrixValue third = between ? (MatrixValue) call.value(2) : null;
    BroadcastBlocks v = session.broadcast((MatrixValue) call.value(1));
    boolean weighted = op == ProductOps.WEIGHTED_CHAIN;
    if (oneBlock && (third == null || session.fitsBroadcast(third))) {
      session.used(Form.MAPMMCHAIN);
      BroadcastBlocks w = third == null ? null : session.broadcast(third);
      JavaPairRDD<BlockIndex, Matrix> blocks = x.blocks();
      call.result(
          session.job(
              "mapmmchain",
              () ->
                  Partials.sum(
                      blocks.map(block -> chain(block._2(), block._1().row(), v, w, weighted)))));
      return;
    }
    session.used(Form.CHAIN_IN_TWO_PRODUCTS);
    call.result(inTwoProducts(x, v, third, weighted, session, call));
  }

  private static Matrix chain(
      Matrix x, long row, BroadcastBlocks v, BroadcastBlocks third, boolean weighted) {
    Matrix part = third == null ? null : third.block(row, 0);
    return MatMult.mmchain(
        x, v.block(0, 0), weighted ? part : null, weighted ? null : part, Workers.serial());
  }

  /** Rows of X in several blocks: X %*% v first, then t(X) %*% that, both without a copy of X. */
  private static MatrixValue inTwoProducts(
      Distributed x,
      BroadcastBlocks v,
      MatrixValue third,
      boolean weighted,
      Session session,
      Invocation call) {
    JavaPairRDD<BlockIndex, Matrix> inner =
        x.blocks()
            .mapToPair(
                block ->
                    new Tuple2<>(
                        new BlockIndex(block._1().row(), 0),
                        MatMult.multiply(
                            block._2(), v.block(block._1().col(), 0), Workers.serial())))
            .reduceByKey(
                session.partitioner(session.grid(x.grid().rows(), v.grid().cols())), Partials::add);
    java.util.List<Distributed> sources = new java.util.ArrayList<>();
    sources.add(x);
    sources.add(session.source((MatrixValue) call.value(1)));
    if (third != null) {
      Distributed other = session.distributed(third);
      sources.add(other);
      inner =
          inner
              .join(other.blocks())
              .mapValues(
                  pair ->
                      weighted
                          ? Elementwise.binary(
                              Cells.TIMES, pair._2(), pair._1(), false, false, Workers.serial())
                          : Elementwise.binary(
                              Cells.MINUS, pair._1(), pair._2(), false, false, Workers.serial()));
    }
    JavaPairRDD<Long, Matrix> byRow =
        inner.mapToPair(block -> new Tuple2<>(block._1().row(), block._2()));
    JavaPairRDD<BlockIndex, Matrix> result =
        x.blocks()
            .mapToPair(
                block -> new Tuple2<>(block._1().row(), new Tuple2<>(block._1().col(), block._2())))
            .join(byRow)
            .mapToPair(
                met ->
                    new Tuple2<>(
                        new BlockIndex(met._2()._1()._1(), 0),
                        MatMult.multiply(
                            met._2()._1()._2(), true, met._2()._2(), false, Workers.serial())))
            .reduceByKey(
                session.partitioner(session.grid(x.grid().cols(), v.grid().cols())), Partials::add);
    return session.result(session.grid(x.grid().cols(), v.grid().cols()), result, sources);
  }
}
