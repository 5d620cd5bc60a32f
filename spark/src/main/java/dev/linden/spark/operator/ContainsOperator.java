package dev.linden.spark.operator;

import dev.linden.matrix.Matrix;
import dev.linden.matrix.Workers;
import dev.linden.matrix.kernel.group.Search;
import dev.linden.op.DataType;
import dev.linden.op.Invocation;
import dev.linden.op.MatrixValue;
import dev.linden.op.Op;
import dev.linden.op.Size;
import dev.linden.op.ValueType;
import dev.linden.spark.block.BlockIndex;
import dev.linden.spark.block.Distributed;
import dev.linden.spark.block.Grid;
import java.util.BitSet;
import org.apache.spark.api.java.JavaPairRDD;
import org.apache.spark.api.java.JavaRDD;
import scala.Tuple2;

/**
 * {@code contains}: a number in any block; a row where all blocks beside each other have their part
 * of it.
 */
final class ContainsOperator implements Operator {
  @Override
  public boolean accepts(Op op, Invocation call, Session session) {
    if (call.dataType(1) == DataType.SCALAR) {
      return call.valueType(1) != ValueType.STRING;
    }
    long cols = ((MatrixValue) call.value(0)).size().cols();
    return ((MatrixValue) call.value(1)).size().equals(Size.of(1, cols));
  }

  @Override
  public void run(Op op, Invocation call, Session session) {
    MatrixValue target = (MatrixValue) call.value(0);
    if (call.dataType(1) == DataType.SCALAR || target.size().cols() == 1) {
      double pattern =
          call.dataType(1) == DataType.SCALAR ? call.number(1) : call.matrix(1).get(0, 0);
      Distributed x = session.distributed(target);
      call.result(
          any(
              x.blocks()
                  .values()
                  .map(block -> Search.containsValue(block, pattern, Workers.serial())),
              session));
      return;
    }
    Grid grid = session.grid(target);
    BlockCall constants = new BlockCall(op, call);
    JavaPairRDD<BlockIndex, Matrix[]> blocks =
        Alignment.of(call, grid, constants, session).blocks();
    if (grid.colBlocks() == 1) {
      call.result(
          any(
              blocks.values().map(all -> Search.containsRow(all[0], all[1], Workers.serial())),
              session));
      return;
    }
    JavaRDD<BitSet> equalRows =
        blocks
            .mapToPair(
                block ->
                    new Tuple2<>(
                        block._1().row(), Search.rowsEqualTo(block._2()[0], block._2()[1])))
            .reduceByKey(
                session.hashed(grid.with(grid.rows(), 1)),
                (a, b) -> {
                  BitSet both = (BitSet) a.clone();
                  both.and(b);
                  return both;
                })
            .values();
    call.result(any(equalRows.map(rows -> !rows.isEmpty()), session));
  }

  private static boolean any(JavaRDD<Boolean> hits, Session session) {
    return session.job("search", () -> hits.reduce(Boolean::logicalOr));
  }
}
