package dev.linden.spark.operator;

import dev.linden.matrix.Formats;
import dev.linden.matrix.Matrix;
import dev.linden.matrix.Mcsr;
import dev.linden.matrix.Workers;
import dev.linden.matrix.kernel.rows.NonZeros;
import dev.linden.op.DataType;
import dev.linden.op.Invocation;
import dev.linden.op.MatrixValue;
import dev.linden.op.Op;
import dev.linden.op.Size;
import dev.linden.op.ValueType;
import dev.linden.spark.block.BlockIndex;
import dev.linden.spark.block.Distributed;
import dev.linden.spark.block.Grid;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.api.java.JavaPairRDD;
import scala.Tuple2;

/** {@code matrix(X, rows, cols)}: cells keep their place in row-major or column-major order. */
final class ReshapeOperator implements Operator {
  @Override
  public boolean accepts(Op op, Invocation call, Session session) {
    return call.dataType(0) == DataType.MATRIX
        && call.valueType(1) != ValueType.STRING
        && call.valueType(2) != ValueType.STRING
        && call.integer(1) >= 1
        && call.integer(2) >= 1
        && ((MatrixValue) call.value(0)).size().cells()
            == Size.of(call.integer(1), call.integer(2)).cells();
  }

  @Override
  public void run(Op op, Invocation call, Session session) {
    MatrixValue value = (MatrixValue) call.value(0);
    Distributed x = session.distributed(value);
    Grid from = x.grid();
    Grid to = session.grid(call.integer(1), call.integer(2));
    if (from.equals(to)) {
      call.result(value);
      return;
    }
    boolean byRow = call.flag(3);
    JavaPairRDD<BlockIndex, Matrix> partials =
        x.blocks()
            .flatMapToPair(block -> spread(block._1(), block._2(), from, to, byRow).iterator());
    JavaPairRDD<BlockIndex, Matrix> blocks =
        Assembly.ofSums(partials, to, session)
            .mapValues(block -> Formats.adapt(block, Workers.serial()));
    call.result(session.result(to, blocks, List.of(x)));
  }

  /** The cells of a block that are not zero, in the blocks where they belong. */
  private static List<Tuple2<BlockIndex, Matrix>> spread(
      BlockIndex index, Matrix block, Grid from, Grid to, boolean byRow) {
    Map<BlockIndex, Mcsr> targets = new HashMap<>();
    long firstRow = from.firstRow(index);
    long firstCol = from.firstCol(index);
    NonZeros row = new NonZeros(block);
    for (int i = 0; i < block.rows(); i++) {
      row.moveTo(i);
      for (int p = row.start(); p < row.end(); p++) {
        put(targets, firstRow + i, firstCol + row.column(p), row.value(p), from, to, byRow);
      }
    }
    List<Tuple2<BlockIndex, Matrix>> all = new ArrayList<>();
    targets.forEach(
        (at, cells) -> all.add(new Tuple2<>(at, Formats.toCsr(cells, Workers.serial()))));
    return all;
  }

  private static void put(
      Map<BlockIndex, Mcsr> targets,
      long row,
      long col,
      double value,
      Grid from,
      Grid to,
      boolean byRow) {
    long position = byRow ? row * from.cols() + col : col * from.rows() + row;
    long newRow = byRow ? position / to.cols() : position % to.rows();
    long newCol = byRow ? position % to.cols() : position / to.rows();
    int side = to.side();
    BlockIndex at = new BlockIndex(newRow / side, newCol / side);
    targets
        .computeIfAbsent(at, a -> new Mcsr(to.height(a), to.width(a)))
        .set((int) (newRow % side), (int) (newCol % side), value);
  }
}
