package dev.linden.run;

import dev.linden.base.InputError;
import dev.linden.base.Span;
import dev.linden.op.IndexOps;
import dev.linden.op.MatrixValue;
import dev.linden.op.PartitionedMatrix;
import dev.linden.plan.Instruction;
import dev.linden.run.compiled.Node;
import java.util.List;

/** {@code X[a:b,]} and {@code X[,a:b]} where X may be partitioned so. */
final class PartitionStep extends Step {
  private static final int X = 0;
  private static final int ROW = 1;
  private static final int COL = 3;

  private final Instruction.Compute instruction;
  private final KernelStep outOfPartitions;
  private final Step otherwise;
  private final boolean byRow;

  PartitionStep(Instruction.Compute instruction, Context context, Step otherwise) {
    this.instruction = instruction;
    this.outOfPartitions = new KernelStep(instruction, context);
    this.otherwise = otherwise;
    this.byRow = instruction.inputs()[ROW] != Instruction.NONE;
  }

  /** Whole rows or whole columns. */
  static boolean covers(Instruction.Compute instruction) {
    int[] inputs = instruction.inputs();
    return instruction.op() == IndexOps.INDEX
        && inputs.length == COL + 2
        && (inputs[ROW] == Instruction.NONE) != (inputs[COL] == Instruction.NONE)
        && inputs[X] >= 0
        && instruction.infos().get(X).isMatrix();
  }

  @Override
  void run(Frame frame) {
    if (frame.references[instruction.inputs()[X]] instanceof MatrixValue x
        && x.remote() instanceof PartitionedMatrix partitioned
        && partitioned.byRow() == byRow) {
      outOfPartitions.runBy(call -> IndexOps.slice(partitioned, call), frame);
    } else {
      otherwise.run(frame);
    }
  }

  @Override
  boolean addNodes(List<Node> nodes) {
    nodes.add(new Node.Compute(instruction, false, this));
    return true;
  }

  @Override
  Span place(InputError error) {
    return otherwise.place(error);
  }
}
