package dev.linden.run;

import dev.linden.base.InputError;
import dev.linden.base.Settings;
import dev.linden.base.Span;
import dev.linden.matrix.Packed;
import dev.linden.matrix.compress.plan.Decision;
import dev.linden.op.CompressionOps;
import dev.linden.op.MatrixValue;
import dev.linden.op.RemoteMatrix;
import dev.linden.plan.Instruction;
import dev.linden.storage.pool.BufferPool;
import dev.linden.storage.pool.Resident;

/**
 * Compresses a matrix in front of a loop if that pays. It is there for speed alone, so it never
 * fails for want of memory: the groups are smaller than the cells, and what does not fit even by
 * itself stays as it is. Other machines compress what they hold.
 */
final class CompressionStep extends Step {
  private final KernelStep kernel;
  private final Context context;
  private final Instruction.Compute instruction;
  private final String workload;
  private final int input;
  private final int output;
  private final boolean dies;

  CompressionStep(Instruction.Compute instruction, Context context) {
    this.kernel = new KernelStep(instruction, context);
    this.context = context;
    this.instruction = instruction;
    this.workload = instruction.infos().get(1).constant().asText();
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
    double bytes =
        value.keeper() instanceof Resident resident ? resident.bytes() : 8.0 * value.size().cells();
    if (value.resident() instanceof Packed) {
      pass(frame, value);
    } else if (isElsewhere(value) || context.resources().mode() == Settings.Exec.SPARK) {
      decideThere(frame, value);
    } else if (bytes > pool.budget()) {
      report(frame, new Decision(false, "it is larger than the budget", 0), bytes, 0, 0);
      pass(frame, value);
    } else {
      decide(frame, value, bytes);
    }
  }

  /** Other machines hold the blocks, and this process does not. */
  private static boolean isElsewhere(MatrixValue value) {
    return value.resident() == null && value.keeper() == null && value.remote() != null;
  }

  private void decide(Frame frame, MatrixValue value, double bytes) {
    Resident[] operands =
        value.keeper() instanceof Resident resident ? new Resident[] {resident} : new Resident[0];
    long start = System.nanoTime();
    Decision[] decision = new Decision[1];
    BufferPool.Admission admission = context.pool().admit(operands, bytes, false);
    try {
      kernel.runBy(call -> decision[0] = CompressionOps.compressFor(call), frame);
    } finally {
      admission.close();
    }
    double packedBytes =
        frame.value(output) instanceof MatrixValue result
                && result.resident() instanceof Packed packed
            ? packed.bytes()
            : 0;
    report(frame, decision[0], bytes, packedBytes, System.nanoTime() - start);
  }

  private void report(
      Frame frame, Decision decision, double bytes, double packedBytes, long nanos) {
    context
        .statistics()
        .compressions()
        .decided(
            frame.name(output),
            instruction.span().line(),
            workload,
            decision,
            bytes,
            packedBytes,
            nanos);
  }

  /** By the machines that hold the blocks, or are to hold them. */
  private void decideThere(Frame frame, MatrixValue value) {
    Backend backend = context.backends().get();
    long start = System.nanoTime();
    if (backend == null || !kernel.runOn(backend, frame)) {
      pass(frame, value);
      return;
    }
    MatrixValue result = (MatrixValue) frame.value(output);
    RemoteMatrix.Compression there = result.remote().compression();
    double bytes = there.decision().compress() ? there.bytes() : 0;
    report(frame, there.decision(), there.plainBytes(), bytes, System.nanoTime() - start);
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
