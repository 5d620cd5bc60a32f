package dev.linden.run.compiled;

import dev.linden.op.IndexOps;
import dev.linden.plan.Instruction;

/** Which operators read or write one cell of a matrix, and where their operands are. */
final class Cells {
  static final int READ_ROW = 1;
  static final int READ_COL = 2;

  static final int WRITTEN = 1;
  static final int WRITE_ROW = 2;
  private static final int WRITE_ROW_TO = 3;
  static final int WRITE_COL = 4;
  private static final int WRITE_COL_TO = 5;

  private Cells() {}

  /** {@code as.scalar(X[i,j])} of a matrix that is needed afterwards. */
  static boolean isRead(Node.Compute node) {
    Instruction.Compute instruction = node.instruction();
    return node.plain()
        && instruction.op() == IndexOps.CELL
        && !instruction.dies()[0]
        && instruction.outputs()[0] != Instruction.NONE;
  }

  /** {@code X[i,j] = number} of a matrix that takes the place of the one before. */
  static boolean isWrite(Node.Compute node) {
    Instruction.Compute instruction = node.instruction();
    int[] inputs = instruction.inputs();
    return node.plain()
        && instruction.op() == IndexOps.ASSIGN
        && inputs.length == WRITE_COL_TO + 1
        && inputs[WRITE_ROW] != Instruction.NONE
        && inputs[WRITE_ROW_TO] == Instruction.NONE
        && inputs[WRITE_COL] != Instruction.NONE
        && inputs[WRITE_COL_TO] == Instruction.NONE
        && instruction.dies()[0]
        && instruction.outputs()[0] == inputs[0]
        && instruction.infos().get(0) != null
        && instruction.infos().get(0).isMatrix();
  }
}
