package dev.linden.spark.operator;

import dev.linden.matrix.Dense;
import dev.linden.matrix.Matrix;
import dev.linden.matrix.Workers;
import dev.linden.op.DataType;
import dev.linden.op.Invocation;
import dev.linden.op.MatrixValue;
import dev.linden.op.Op;
import dev.linden.op.Scalar;
import dev.linden.op.Value;
import dev.linden.op.ValuesCall;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;

/**
 * A call of an operator on blocks, with all that is the same for every block: scalars, and matrices
 * of a single cell. Runs the local kernel, on the thread of its task.
 */
final class BlockCall implements Alignment.Constants, Serializable {
  private static final long serialVersionUID = 1L;

  private final Op op;

  /** By argument; null where a block is given or nothing. */
  private final Scalar[] scalars;

  private final Double[] cells;
  private final boolean[] given;

  BlockCall(Op op, Invocation call) {
    this.op = op;
    this.scalars = new Scalar[call.count()];
    this.cells = new Double[call.count()];
    this.given = new boolean[call.count()];
    for (int i = 0; i < call.count(); i++) {
      given[i] = call.has(i);
      if (call.has(i) && call.dataType(i) == DataType.SCALAR) {
        scalars[i] = call.scalar(i);
      }
    }
  }

  /** The argument is the same 1x1 matrix for all blocks. */
  @Override
  public void constant(int argument, double cell) {
    cells[argument] = cell;
  }

  Matrix matrix(Matrix... blocks) {
    return ((MatrixValue) run(blocks)).matrix();
  }

  double number(Matrix... blocks) {
    return ((Scalar) run(blocks)).asDouble();
  }

  private Value run(Matrix... blocks) {
    List<Value> arguments = new ArrayList<>(given.length);
    for (int i = 0; i < given.length; i++) {
      if (!given[i]) {
        arguments.add(null);
      } else if (scalars[i] != null) {
        arguments.add(scalars[i]);
      } else if (cells[i] != null) {
        arguments.add(new MatrixValue(Dense.of(1, 1, cells[i])));
      } else {
        arguments.add(new MatrixValue(blocks[i]));
      }
    }
    return new ValuesCall(op, arguments, List.of(), Workers.serial(), null).run().get(0);
  }
}
