package dev.linden.spark.operator;

import dev.linden.matrix.Formats;
import dev.linden.matrix.Matrix;
import dev.linden.matrix.Workers;
import dev.linden.matrix.kernel.reorg.Append;
import dev.linden.op.AppendOps;
import dev.linden.op.DataType;
import dev.linden.op.Invocation;
import dev.linden.op.MatrixValue;
import dev.linden.op.Op;
import dev.linden.spark.block.BlockIndex;
import dev.linden.spark.block.Distributed;
import dev.linden.spark.block.Grid;
import dev.linden.spark.block.Piece;
import dev.linden.spark.block.Scatter;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.api.java.JavaPairRDD;
import scala.Tuple2;

/** Side by side, and on top of each other. */
final class AppendOperator implements Operator {
  @Override
  public boolean accepts(Op op, Invocation call, Session session) {
    for (int i = 0; i < call.count(); i++) {
      if (call.dataType(i) != DataType.MATRIX) {
        return false;
      }
    }
    return true;
  }

  @Override
  public void run(Op op, Invocation call, Session session) {
    boolean columns = op != AppendOps.RBIND;
    if (columns) {
      Grid whole = session.grid(((MatrixValue) call.value(0)).size().rows(), width(call));
      if (whole.colBlocks() == 1) {
        sideBySide(whole, call, session);
        return;
      }
    }
    List<Distributed> parts = new ArrayList<>();
    long rows = 0;
    long cols = 0;
    for (int i = 0; i < call.count(); i++) {
      Distributed part = session.distributed((MatrixValue) call.value(i));
      parts.add(part);
      rows = columns ? part.rows() : rows + part.rows();
      cols = columns ? cols + part.cols() : part.cols();
    }
    Grid target = session.grid(rows, cols);
    boolean aligned = true;
    long offset = 0;
    JavaPairRDD<BlockIndex, Matrix> whole = null;
    JavaPairRDD<BlockIndex, Piece> pieces = null;
    for (Distributed part : parts) {
      aligned &= offset % target.side() == 0;
      long row = columns ? 0 : offset;
      long col = columns ? offset : 0;
      Grid grid = part.grid();
      JavaPairRDD<BlockIndex, Matrix> blocksOfPart = part.blocks();
      if (aligned) {
        JavaPairRDD<BlockIndex, Matrix> moved = moved(blocksOfPart, row, col, target.side());
        whole = whole == null ? moved : whole.union(moved);
      }
      JavaPairRDD<BlockIndex, Piece> cut =
          blocksOfPart.flatMapToPair(
              block ->
                  Scatter.place(
                          block._2(),
                          row + grid.firstRow(block._1()),
                          col + grid.firstCol(block._1()),
                          0,
                          target)
                      .iterator());
      pieces = pieces == null ? cut : pieces.union(cut);
      offset += columns ? part.cols() : part.rows();
    }
    // Where every part starts at the border of a block, blocks only change their positions.
    JavaPairRDD<BlockIndex, Matrix> blocks =
        aligned ? whole : Assembly.ofComplete(pieces, target, session);
    call.result(session.result(target, blocks, parts));
  }

  private static long width(Invocation call) {
    long cols = 0;
    for (int i = 0; i < call.count(); i++) {
      cols += ((MatrixValue) call.value(i)).size().cols();
    }
    return cols;
  }

  /** Every block of the result is made of one block of each part, where the widest is. */
  private static void sideBySide(Grid target, Invocation call, Session session) {
    Alignment alignment = Alignment.sideBySide(call, target, session);
    JavaPairRDD<BlockIndex, Matrix> blocks =
        alignment
            .blocks()
            .mapValues(
                parts ->
                    Formats.adapt(
                        Append.cbind(List.of(parts), Workers.serial()), Workers.serial()));
    call.result(session.result(target, blocks, alignment.sources()));
  }

  private static JavaPairRDD<BlockIndex, Matrix> moved(
      JavaPairRDD<BlockIndex, Matrix> blocks, long row, long col, int side) {
    long rows = row / side;
    long cols = col / side;
    return blocks.mapToPair(
        block ->
            new Tuple2<>(
                new BlockIndex(block._1().row() + rows, block._1().col() + cols), block._2()));
  }
}
