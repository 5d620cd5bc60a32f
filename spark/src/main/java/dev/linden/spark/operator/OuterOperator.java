package dev.linden.spark.operator;

import dev.linden.matrix.Matrix;
import dev.linden.op.Invocation;
import dev.linden.op.MatrixValue;
import dev.linden.op.Op;
import dev.linden.op.OuterOps;
import dev.linden.plan.distribute.Method;
import dev.linden.spark.block.BlockIndex;
import dev.linden.spark.block.Blocks;
import dev.linden.spark.block.BroadcastBlocks;
import dev.linden.spark.block.Distributed;
import dev.linden.spark.block.Grid;
import dev.linden.spark.block.Lazily;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.api.java.JavaPairRDD;
import scala.Tuple2;

/**
 * wsloss, wsigmoid, wdivmm, wcemm and wumm: blocks of the sparse operand meet the rows of U and V
 * that belong to them, out of broadcasts (map) or, for factors that are too large, by a join
 * (reduce).
 */
final class OuterOperator implements Operator {
  private final Method.Factors method;

  OuterOperator(Method.Factors method) {
    this.method = method;
  }

  private static Grid cells(OuterOps.Form form, Invocation call, Session session) {
    MatrixValue u = (MatrixValue) call.value(0);
    MatrixValue v = (MatrixValue) call.value(1);
    return session.grid(u.size().rows(), form.byColumns() ? v.size().cols() : v.size().rows());
  }

  @Override
  public void run(Op op, Invocation call, Session session) {
    OuterOps.Form form = ((OuterOps.Recipe) op.recipe()).form();
    Grid cells = cells(form, call, session);
    BlockCall blockCall = new BlockCall(op, call);
    Alignment alignment = Alignment.of(new WithoutFactors(call), cells, blockCall, session);
    List<Distributed> sources = new ArrayList<>(alignment.sources());
    JavaPairRDD<BlockIndex, Matrix[]> operands = alignment.blocks();
    operands =
        withFactor(
            operands,
            call,
            0,
            new FactorPlace(true, false, method.uEverywhere()),
            cells,
            sources,
            session);
    operands =
        withFactor(
            operands,
            call,
            1,
            new FactorPlace(false, form.byColumns(), method.vEverywhere()),
            cells,
            sources,
            session);
    switch (form.result()) {
      case SUM, LOSS, WEIGHTED_LOSS -> {
        JavaPairRDD<BlockIndex, Double> partials = operands.mapValues(all -> blockCall.number(all));
        call.result((double) session.job(op.name(), () -> Partials.sum(partials)));
      }
      case CELLS ->
          call.result(
              session.result(cells, operands.mapValues(all -> blockCall.matrix(all)), sources));
      default -> multiplied(form.result(), op, blockCall, operands, cells, call, sources, session);
    }
  }

  /** The cells times a factor: partial products of the blocks in a row or a column are added. */
  private static void multiplied(
      OuterOps.Result kind,
      Op op,
      BlockCall blockCall,
      JavaPairRDD<BlockIndex, Matrix[]> operands,
      Grid cells,
      Invocation call,
      List<Distributed> sources,
      Session session) {
    long rank = ((MatrixValue) call.value(0)).size().cols();
    Grid target =
        switch (kind) {
          case TIMES_V -> cells.with(cells.rows(), rank);
          case TRANSPOSED_TIMES_U -> cells.with(cells.cols(), rank);
          default -> cells.with(rank, cells.cols());
        };
    JavaPairRDD<BlockIndex, Matrix> partials =
        operands.mapToPair(
            block -> {
              BlockIndex at =
                  switch (kind) {
                    case TIMES_V -> new BlockIndex(block._1().row(), 0);
                    case TRANSPOSED_TIMES_U -> new BlockIndex(block._1().col(), 0);
                    default -> new BlockIndex(0, block._1().col());
                  };
              return new Tuple2<>(at, blockCall.matrix(block._2()));
            });
    if (target.isSingleBlock()) {
      call.result(session.job(op.name(), () -> Partials.sum(partials.values())));
      return;
    }
    call.result(
        session.result(
            target, partials.reduceByKey(session.partitioner(target), Partials::add), sources));
  }

  /**
   * Which block of a factor belongs to a block of cells.
   *
   * @param byRow that of its row, else that of its column
   * @param wide the factor lies on its side
   * @param everywhere all executors have the factor
   */
  private record FactorPlace(boolean byRow, boolean wide, boolean everywhere)
      implements Serializable {
    Matrix in(BroadcastBlocks blocks, BlockIndex index) {
      long at = byRow ? index.row() : index.col();
      return wide ? blocks.block(0, at) : blocks.block(at, 0);
    }

    long of(BlockIndex factorBlock) {
      return wide ? factorBlock.col() : factorBlock.row();
    }
  }

  private static JavaPairRDD<BlockIndex, Matrix[]> withFactor(
      JavaPairRDD<BlockIndex, Matrix[]> operands,
      Invocation call,
      int argument,
      FactorPlace place,
      Grid cells,
      List<Distributed> sources,
      Session session) {
    MatrixValue factor = (MatrixValue) call.value(argument);
    if (place.everywhere()) {
      BroadcastBlocks blocks = session.broadcast(factor);
      sources.add(session.source(factor));
      return operands.mapPartitionsToPair(
          all ->
              Lazily.map(
                  all,
                  block ->
                      new Tuple2<>(
                          block._1(), with(block._2(), argument, place.in(blocks, block._1())))),
          true);
    }
    Distributed blocks = session.distributed(factor);
    sources.add(blocks);
    long copies = place.byRow() ? cells.colBlocks() : cells.rowBlocks();
    JavaPairRDD<BlockIndex, Matrix> replicated =
        blocks
            .blocks()
            .flatMapToPair(
                block -> {
                  List<Tuple2<BlockIndex, Matrix>> all = new ArrayList<>();
                  long at = place.of(block._1());
                  for (long k = 0; k < copies; k++) {
                    all.add(
                        new Tuple2<>(
                            place.byRow() ? new BlockIndex(at, k) : new BlockIndex(k, at),
                            block._2()));
                  }
                  return all.iterator();
                });
    return Blocks.met(operands, replicated, session.meeting(cells, operands, replicated))
        .mapValues(pair -> with(pair._1(), argument, pair._2()));
  }

  private static Matrix[] with(Matrix[] operands, int argument, Matrix block) {
    Matrix[] all = operands.clone();
    all[argument] = block;
    return all;
  }
}
