package dev.linden.run;

import dev.linden.base.InputError;
import dev.linden.base.Span;
import dev.linden.matrix.Dense;
import dev.linden.op.IndexOps;
import dev.linden.op.MatrixValue;
import dev.linden.plan.Instruction;
import dev.linden.run.compiled.Node;
import java.util.List;

/**
 * {@code X[i,j] = number} where X is a dense matrix that nobody else has: one store instead of a
 * call of the kernel, which does everything else.
 */
final class CellAssignStep extends Step {
  private static final int X = 0;
  private static final int VALUE = 1;
  private static final int ROW = 2;
  private static final int ROW_TO = 3;
  private static final int COL = 4;
  private static final int COL_TO = 5;

  private final KernelStep general;
  private final int matrix;
  private final int value;
  private final int row;
  private final int col;

  CellAssignStep(Instruction.Compute instruction, Context context) {
    this.general = new KernelStep(instruction, context);
    this.matrix = instruction.inputs()[X];
    this.value = instruction.inputs()[VALUE];
    this.row = instruction.inputs()[ROW];
    this.col = instruction.inputs()[COL];
  }

  /**
   * A single cell of a matrix that dies into its own slot; where nobody counts calls and matrices
   * stay in memory.
   */
  static boolean covers(Instruction.Compute instruction, Context context) {
    int[] inputs = instruction.inputs();
    return instruction.op() == IndexOps.ASSIGN
        && inputs.length == COL_TO + 1
        && inputs[ROW] >= 0
        && inputs[ROW_TO] == Instruction.NONE
        && inputs[COL] >= 0
        && inputs[COL_TO] == Instruction.NONE
        && instruction.dies()[X]
        && instruction.outputs()[0] == inputs[X]
        && instruction.infos().get(X).isMatrix()
        && context.statistics().counter(instruction.op().name()) == null
        && !context.pool().evictsAll();
  }

  @Override
  void run(Frame frame) {
    byte tag = frame.tags[value];
    if (frame.tags[row] == Frame.INT
        && frame.tags[col] == Frame.INT
        && (tag == Frame.DOUBLE || tag == Frame.INT)
        && frame.references[matrix] instanceof MatrixValue x
        && x.keeper() == null
        && !x.isShared()
        && x.matrix() instanceof Dense cells) {
      long i = frame.bits[row] - 1;
      long j = frame.bits[col] - 1;
      if (i >= 0 && i < cells.rows() && j >= 0 && j < cells.cols()) {
        long bits = frame.bits[value];
        cells.set((int) i, (int) j, tag == Frame.DOUBLE ? Double.longBitsToDouble(bits) : bits);
        return;
      }
    }
    general.run(frame);
  }

  @Override
  boolean addNodes(List<Node> nodes) {
    nodes.add(new Node.Compute(general.instruction, true, this));
    return true;
  }

  @Override
  Span place(InputError error) {
    return general.place(error);
  }
}
