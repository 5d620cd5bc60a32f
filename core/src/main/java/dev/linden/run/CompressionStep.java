package dev.linden.run;

import dev.linden.base.InputError;
import dev.linden.base.ResourceError;
import dev.linden.base.Settings;
import dev.linden.base.Span;
import dev.linden.matrix.Packed;
import dev.linden.matrix.compress.Compression;
import dev.linden.matrix.compress.plan.Decision;
import dev.linden.matrix.compress.plan.Workload;
import dev.linden.op.CompressionOps;
import dev.linden.op.Invocation;
import dev.linden.op.MatrixValue;
import dev.linden.op.RemoteMatrix;
import dev.linden.plan.Instruction;
import dev.linden.storage.pool.BufferPool;
import dev.linden.storage.pool.Resident;

/**
 * Compresses a matrix in front of a loop if that pays. It is there for speed alone, so it never
 * fails for want of memory: where there is no room for cells and groups together, the matrix stays
 * as it is. Other machines compress what they hold.
 */
final class CompressionStep extends Step {
  private static final String NO_ROOM = "there is no room for groups beside the cells";

  private final KernelStep kernel;
  private final Context context;
  private final Instruction.Compute instruction;
  private final int input;
  private final int output;
  private final boolean dies;

  CompressionStep(Instruction.Compute instruction, Context context) {
    this.kernel = new KernelStep(instruction, context);
    this.context = context;
    this.instruction = instruction;
    this.input = instruction.inputs()[0];
    this.output = instruction.outputs()[0];
    this.dies = instruction.dies()[0];
  }

  @Override
  void run(Frame frame) {
    if (frame.isEmpty(input)) {
      return; // it is assigned on another path; the loop may never read it
    }
    Workload workload = CompressionOps.workload(new KernelCall(kernel, frame));
    MatrixValue value = (MatrixValue) frame.value(input);
    BufferPool pool = context.pool();
    boolean unread = output == Instruction.NONE;
    if (unread || value.resident() instanceof Packed) {
      pass(frame, value);
      return;
    }
    if (isElsewhere(value) || context.resources().mode() == Settings.Exec.SPARK) {
      decideThere(frame, value, workload);
      return;
    }
    double bytes = bytes(value);
    if (pool.isShort()) {
      workload = workload.fromDisk();
    }
    if (bytes > pool.budget()) {
      report(frame, workload, new Decision(false, "it is larger than the budget", 0), bytes, 0, 0);
      pass(frame, value);
    } else {
      decide(frame, value, workload, bytes);
    }
  }

  /** Also of a matrix that is on disk. */
  private static double bytes(MatrixValue value) {
    return value.keeper() instanceof Resident resident
        ? resident.bytes()
        : value.resident().bytes();
  }

  /** Other machines hold the blocks, and this process does not. */
  private static boolean isElsewhere(MatrixValue value) {
    return value.resident() == null && value.remote() != null;
  }

  private void decide(Frame frame, MatrixValue value, Workload workload, double bytes) {
    Resident[] operands =
        value.keeper() instanceof Resident resident ? new Resident[] {resident} : new Resident[0];
    long start = System.nanoTime();
    Decision decision;
    try {
      Compression.Look look = look(frame, value, workload, operands);
      decision = look.scheme() == null ? look.decision() : compress(frame, operands, bytes, look);
    } catch (ResourceError e) {
      decision = new Decision(false, NO_ROOM, 0); // nor can any be made
    }
    double packedBytes = 0;
    if (decision.compress()) {
      packedBytes = bytes((MatrixValue) frame.value(output));
    } else {
      pass(frame, value);
    }
    report(frame, workload, decision, bytes, packedBytes, System.nanoTime() - start);
  }

  private Compression.Look look(
      Frame frame, MatrixValue value, Workload workload, Resident[] operands) {
    try (BufferPool.Admission admission = context.pool().admit(operands, 0, false)) {
      boolean always = CompressionOps.isAlways(new KernelCall(kernel, frame));
      return Compression.look(value.matrix(), workload, always, context.workers());
    }
  }

  /** Asks for room first, which may drive others out of memory: a look alone must not do that. */
  private Decision compress(Frame frame, Resident[] operands, double bytes, Compression.Look look) {
    Decision[] decision = new Decision[1];
    try (BufferPool.Admission admission = context.pool().admit(operands, bytes, false)) {
      kernel.runBy(call -> decision[0] = compressOrPass(call, look), frame);
    }
    return decision[0];
  }

  private static Decision compressOrPass(Invocation call, Compression.Look look) {
    try {
      return CompressionOps.compress(call, look);
    } catch (OutOfMemoryError e) {
      call.result(call.value(0)); // what was made so far is garbage now
      return look.decision().butNot(NO_ROOM);
    }
  }

  private void report(
      Frame frame,
      Workload workload,
      Decision decision,
      double bytes,
      double packedBytes,
      long nanos) {
    context
        .statistics()
        .compressions()
        .decided(
            name(frame),
            instruction.span().line(),
            workload.toString(),
            decision,
            bytes,
            packedBytes,
            nanos);
  }

  /** What has no name of its own is named by its line alone. */
  private String name(Frame frame) {
    String name = frame.name(output);
    return name == null ? "a matrix" : name;
  }

  /** By the machines that hold the blocks, or are to hold them. */
  private void decideThere(Frame frame, MatrixValue value, Workload workload) {
    Backend backend = context.backends().get();
    long start = System.nanoTime();
    if (backend == null || !kernel.runOn(backend, frame)) {
      pass(frame, value);
      return;
    }
    MatrixValue result = (MatrixValue) frame.value(output);
    RemoteMatrix.Compression there = result.remote().compression();
    double bytes = there.decision().compress() ? there.bytes() : 0;
    report(frame, workload, there.decision(), there.plainBytes(), bytes, System.nanoTime() - start);
  }

  private void pass(Frame frame, MatrixValue value) {
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
    return kernel.place(error);
  }
}
