package dev.linden.run;

import dev.linden.base.InputError;
import dev.linden.base.Span;
import dev.linden.op.MatrixValue;
import dev.linden.op.PlacementOps;
import dev.linden.op.RemoteMatrix;
import dev.linden.op.Value;
import dev.linden.plan.Instruction;

/**
 * Tells the machines that hold a matrix to keep it. For a matrix that only this process has there
 * is nothing to do: no backend is started, and no block is brought back.
 */
final class PlacementStep extends Step {
  private final RemoteMatrix.Keeping keeping;
  private final int input;
  private final int output;
  private final boolean dies;
  private final Span span;

  PlacementStep(Instruction.Compute instruction) {
    this.keeping = PlacementOps.keeping(instruction.op());
    this.input = instruction.inputs()[0];
    this.output = instruction.outputs()[0];
    this.dies = instruction.dies()[0];
    this.span = instruction.span();
  }

  @Override
  void run(Frame frame) {
    Value value = frame.value(input);
    if (value instanceof MatrixValue matrix && matrix.remote() != null) {
      matrix.remote().keep(keeping);
    }
    if (output == input) {
      return;
    }
    if (output != Instruction.NONE) {
      frame.set(output, value);
    }
    if (dies) {
      frame.clear(input);
    }
  }

  @Override
  Span place(InputError error) {
    return span;
  }
}
