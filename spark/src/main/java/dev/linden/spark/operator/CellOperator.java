package dev.linden.spark.operator;

import dev.linden.matrix.Matrix;
import dev.linden.op.DataType;
import dev.linden.op.Invocation;
import dev.linden.op.MatrixValue;
import dev.linden.op.Op;
import dev.linden.spark.block.BlockIndex;
import dev.linden.spark.block.Grid;
import dev.linden.spark.block.Rdds;
import org.apache.spark.api.java.JavaPairRDD;

/**
 * Cell by cell: every block of the result is the operator applied to the blocks of the operands.
 */
final class CellOperator implements Operator {
  @Override
  public boolean accepts(Op op, Invocation call, Session session) {
    boolean matrix = false;
    for (int i = 0; i < call.count(); i++) {
      if (call.has(i)) {
        if (call.dataType(i) != DataType.MATRIX && call.dataType(i) != DataType.SCALAR) {
          return false;
        }
        matrix |= call.dataType(i) == DataType.MATRIX;
      }
    }
    return matrix && op.forArguments(call.count()) == op;
  }

  @Override
  public void run(Op op, Invocation call, Session session) {
    Grid grid = shape(call, session);
    BlockCall blockCall = new BlockCall(op, call);
    Alignment alignment = Alignment.of(call, grid, blockCall, session);
    JavaPairRDD<BlockIndex, Matrix> blocks =
        Rdds.mapValues(alignment.blocks(), operands -> blockCall.matrix(operands));
    call.result(session.result(grid, blocks, alignment.sources()));
  }

  /** A dimension of 1 is repeated. */
  private static Grid shape(Invocation call, Session session) {
    long rows = 1;
    long cols = 1;
    for (int i = 0; i < call.count(); i++) {
      if (call.has(i) && call.dataType(i) == DataType.MATRIX) {
        MatrixValue value = (MatrixValue) call.value(i);
        rows = Math.max(rows, value.size().rows());
        cols = Math.max(cols, value.size().cols());
      }
    }
    return session.grid(rows, cols);
  }
}
