package dev.linden.run;

import dev.linden.base.InputError;
import dev.linden.base.Span;
import dev.linden.matrix.Packed;
import dev.linden.op.MatrixValue;
import dev.linden.plan.Instruction;
import dev.linden.storage.pool.BufferPool;
import dev.linden.storage.pool.Resident;

/**
 * Compresses a matrix in front of a loop if that pays. It is there for speed alone, so it never
 * fails for want of memory: the groups are smaller than the cells, and what other machines hold, or
 * what does not fit even by itself, stays as it is.
 */
final class CompressionStep extends Step {
  private final KernelStep kernel;
  private final Context context;
  private final int input;
  private final int output;
  private final boolean dies;

  CompressionStep(Instruction.Compute instruction, Context context) {
    this.kernel = new KernelStep(instruction, context);
    this.context = context;
    this.input = instruction.inputs()[0];
    this.output = instruction.outputs()[0];
    this.dies = instruction.dies()[0];
  }

  @Override
  void run(Frame frame) {
    if (frame.isEmpty(input)) {
      return; // it is assigned on another path; the loop may never read it
    }
    MatrixValue value = (MatrixValue) frame.value(input);
    BufferPool pool = context.pool();
    boolean elsewhere = value.resident() == null && value.remote() != null;
    double bytes =
        value.keeper() instanceof Resident resident ? resident.bytes() : 8.0 * value.size().cells();
    if (elsewhere || bytes > pool.budget() || value.resident() instanceof Packed) {
      pass(frame, value);
      return;
    }
    Resident[] operands =
        value.keeper() instanceof Resident resident ? new Resident[] {resident} : new Resident[0];
    long start = System.nanoTime();
    BufferPool.Admission admission = pool.admit(operands, bytes, false);
    try {
      kernel.runBy(kernel.instruction.op().kernel(), frame);
    } finally {
      admission.close();
    }
    Packed groups =
        frame.value(output) instanceof MatrixValue result
                && result.resident() instanceof Packed packed
            ? packed
            : null;
    context.statistics().compression(bytes, groups, System.nanoTime() - start);
  }

  private void pass(Frame frame, MatrixValue value) {
    if (output == input) {
      return;
    }
    frame.set(output, value);
    if (dies) {
      frame.clear(input);
    }
  }

  @Override
  Span place(InputError error) {
    return kernel.place(error);
  }
}
