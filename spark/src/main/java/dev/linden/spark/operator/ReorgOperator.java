package dev.linden.spark.operator;

import dev.linden.matrix.Matrix;
import dev.linden.matrix.Workers;
import dev.linden.matrix.kernel.reorg.Reorg;
import dev.linden.op.Invocation;
import dev.linden.op.MatrixValue;
import dev.linden.op.Op;
import dev.linden.op.ReorgOps;
import dev.linden.spark.block.BlockIndex;
import dev.linden.spark.block.Blocks;
import dev.linden.spark.block.Distributed;
import dev.linden.spark.block.Grid;
import dev.linden.spark.block.Piece;
import dev.linden.spark.block.Scatter;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.api.java.JavaPairRDD;
import scala.Tuple2;

/** Transpose, reverse, roll and diagonals: blocks or parts of them come to other places. */
final class ReorgOperator implements Operator {
  @Override
  public void run(Op op, Invocation call, Session session) {
    Distributed x = session.distributed((MatrixValue) call.value(0));
    if (op == ReorgOps.TRANSPOSE) {
      give(call, session, x, x.grid().transposed(), Blocks.transposed(x.blocks()));
    } else if (op == ReorgOps.REV) {
      give(call, session, x, x.grid(), reversed(x, session));
    } else if (op == ReorgOps.ROLL) {
      give(call, session, x, x.grid(), rolled(x, call.integer(1), session));
    } else if (x.grid().cols() == 1) {
      Grid grid = x.grid().with(x.grid().rows(), x.grid().rows());
      give(call, session, x, grid, diagonalMatrix(x, grid, session));
    } else {
      give(call, session, x, x.grid().with(x.grid().rows(), 1), diagonal(x));
    }
  }

  private static void give(
      Invocation call,
      Session session,
      Distributed source,
      Grid grid,
      JavaPairRDD<BlockIndex, Matrix> blocks) {
    call.result(session.result(grid, blocks, List.of(source)));
  }

  private static JavaPairRDD<BlockIndex, Matrix> reversed(Distributed x, Session session) {
    Grid grid = x.grid();
    JavaPairRDD<BlockIndex, Piece> pieces =
        x.blocks()
            .flatMapToPair(
                block -> {
                  Matrix turned = Reorg.reverseRows(block._2(), Workers.serial());
                  long row = grid.rows() - grid.firstRow(block._1()) - turned.rows();
                  return Scatter.place(turned, row, grid.firstCol(block._1()), 0, grid).iterator();
                });
    return Assembly.ofComplete(pieces, grid, session);
  }

  private static JavaPairRDD<BlockIndex, Matrix> rolled(Distributed x, long k, Session session) {
    Grid grid = x.grid();
    long shift = Math.floorMod(k, grid.rows());
    JavaPairRDD<BlockIndex, Piece> pieces =
        x.blocks()
            .flatMapToPair(
                block -> {
                  Matrix cells = block._2();
                  long col = grid.firstCol(block._1());
                  long row = (grid.firstRow(block._1()) + shift) % grid.rows();
                  int before = (int) Math.min(cells.rows(), grid.rows() - row);
                  List<Tuple2<BlockIndex, Piece>> all =
                      new ArrayList<>(
                          Scatter.place(
                              Scatter.slice(cells, 0, before, 0, cells.cols()), row, col, 0, grid));
                  if (before < cells.rows()) {
                    all.addAll(
                        Scatter.place(
                            Scatter.slice(cells, before, cells.rows(), 0, cells.cols()),
                            0,
                            col,
                            0,
                            grid));
                  }
                  return all.iterator();
                });
    return Assembly.ofComplete(pieces, grid, session);
  }

  private static JavaPairRDD<BlockIndex, Matrix> diagonalMatrix(
      Distributed x, Grid grid, Session session) {
    JavaPairRDD<BlockIndex, Piece> pieces =
        x.blocks()
            .mapToPair(
                block ->
                    new Tuple2<>(
                        new BlockIndex(block._1().row(), block._1().row()),
                        new Piece(0, 0, 0, Reorg.diag(block._2(), Workers.serial()))));
    return Assembly.of(pieces, grid, session);
  }

  /** Blocks on the diagonal of a square matrix are square; one of a single cell is a column. */
  private static JavaPairRDD<BlockIndex, Matrix> diagonal(Distributed x) {
    return x.blocks()
        .filter(block -> block._1().row() == block._1().col())
        .mapToPair(
            block ->
                new Tuple2<>(
                    new BlockIndex(block._1().row(), 0), Reorg.diag(block._2(), Workers.serial())));
  }
}
