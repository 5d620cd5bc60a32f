package dev.linden.run;

import dev.linden.base.InputError;
import dev.linden.base.Span;
import dev.linden.matrix.Packed;
import dev.linden.matrix.Workers;
import dev.linden.op.ListValue;
import dev.linden.op.MatrixValue;
import dev.linden.op.Op;
import dev.linden.op.OpError;
import dev.linden.op.Property;
import dev.linden.plan.Instruction;
import dev.linden.run.compiled.Node;
import dev.linden.storage.pool.BufferPool;
import java.util.List;

/**
 * Runs any operator through its kernel, after asking the operator's rule where the compiler could
 * not.
 */
final class KernelStep extends Step {
  final Instruction.Compute instruction;
  final Context context;

  /** On what the kernel runs. */
  final Workers workers;

  private final Statistics.Counter counter;
  private final boolean cellwise;
  private final boolean isBarrier;
  private final boolean writes;
  private final Op.Kernel kernel;
  private final KernelMemory memory;

  KernelStep(Instruction.Compute instruction, Context context) {
    this.kernel = instruction.op().kernel();
    this.instruction = instruction;
    this.context = context;
    this.workers = context.statistics().watching(instruction.op().name(), context.workers());
    this.memory = new KernelMemory(instruction, context);
    // A function that eval calls reads the clock by itself, if at all.
    this.isBarrier =
        instruction.op().has(Property.BARRIER) && !instruction.op().has(Property.CALLS_BY_NAME);
    this.writes = instruction.op().has(Property.WRITES_FILE);
    this.cellwise = instruction.op().hasCellFunction() && instruction.inputs().length <= 2;
    this.counter = context.statistics().counter(instruction.op().name());
  }

  @Override
  void run(Frame frame) {
    KernelCall call = new KernelCall(this, frame);
    if (counter == null) {
      execute(call, frame);
    } else {
      boolean fromGroups = anyPacked(instruction.inputs(), frame);
      long start = System.nanoTime();
      execute(call, frame);
      long nanos = System.nanoTime() - start;
      counter.add(nanos);
      if (!fromGroups && anyPacked(instruction.outputs(), frame)) {
        tellMade(frame, nanos);
      }
    }
  }

  private static boolean anyPacked(int[] slots, Frame frame) {
    for (int slot : slots) {
      if (packed(slot, frame) != null) {
        return true;
      }
    }
    return false;
  }

  /** The compressed matrix in a slot; null for everything else. */
  private static Packed packed(int slot, Frame frame) {
    return slot >= 0
            && frame.references[slot] instanceof MatrixValue value
            && value.resident() instanceof Packed packed
        ? packed
        : null;
  }

  private void tellMade(Frame frame, long nanos) {
    for (int slot : instruction.outputs()) {
      Packed result = packed(slot, frame);
      if (result != null) {
        Compressions compressions = context.statistics().compressions();
        String operator = instruction.op().name();
        int line = instruction.span().line();
        compressions.made(operator, line, result.plainBytes(), result.bytes(), nanos);
      }
    }
  }

  /**
   * Runs the operator elsewhere, without bringing operands to this process; false: not possible.
   */
  boolean runOn(Backend backend, Frame frame) {
    KernelCall call = new KernelCall(this, frame);
    check(call, frame);
    Op.Kernel distributed =
        backend.kernel(instruction.op(), call, instruction.exec().method(), instruction.span());
    if (distributed == null) {
      return false;
    }
    announceFurtherUses(call, frame);
    compute(distributed, call, frame, counter == null ? 0 : System.nanoTime());
    return true;
  }

  /** What somebody needs after this operator is better kept than computed again. */
  private void announceFurtherUses(KernelCall call, Frame frame) {
    int[] inputs = instruction.inputs();
    for (int i = 0; i < inputs.length; i++) {
      if (inputs[i] >= 0
          && frame.value(inputs[i]) instanceof MatrixValue value
          && value.remote() != null
          && !call.mayOverwrite(i)) {
        value.remote().usedAgain();
      }
    }
  }

  /** Runs the operator by another kernel, which takes operands from where they are. */
  void runBy(Op.Kernel other, Frame frame) {
    KernelCall call = new KernelCall(this, frame);
    check(call, frame);
    compute(other, call, frame, counter == null ? 0 : System.nanoTime());
  }

  private void compute(Op.Kernel implementation, KernelCall call, Frame frame, long start) {
    compute(implementation, call, frame);
    if (counter != null) {
      counter.add(System.nanoTime() - start);
    }
  }

  private void check(KernelCall call, Frame frame) {
    if (frame.monitor != null) {
      frame.monitor.operator(instruction.op().name(), instruction.span());
    }
    int[] inputs = instruction.inputs();
    for (int i = 0; i < inputs.length; i++) {
      if (inputs[i] >= 0 && frame.isEmpty(inputs[i])) {
        throw new OpError(i, frame.noValue(inputs[i]));
      }
    }
    if (!instruction.verified() && !isPlainCellwise(frame)) {
      instruction.op().infer(call);
    }
  }

  private void execute(KernelCall call, Frame frame) {
    check(call, frame);
    BufferPool.Admission admission = memory.admit(call, frame);
    ListValue overwritten = overwrittenList(frame);
    if (admission == null && overwritten == null) {
      compute(kernel, call, frame);
      return;
    }
    if (overwritten != null) {
      context.pool().retain(overwritten);
    }
    try {
      compute(kernel, call, frame);
    } finally {
      if (overwritten != null) {
        context.pool().release(overwritten);
      }
      if (admission != null) {
        admission.close();
      }
    }
  }

  /**
   * A list in whose slot one of several results goes: its elements must outlive it until all the
   * results have them.
   */
  private ListValue overwrittenList(Frame frame) {
    if (instruction.outputs().length > 1) {
      for (int slot : instruction.inputs()) {
        if (slot >= 0 && frame.references[slot] instanceof ListValue list && isOutput(slot)) {
          return list;
        }
      }
    }
    return null;
  }

  private void compute(Op.Kernel implementation, KernelCall call, Frame frame) {
    try {
      if (isBarrier) {
        context.backends().settle();
      } else if (writes) {
        context.backends().settleReads();
      }
      implementation.run(call);
    } catch (FailedCall e) {
      throw e.calledFrom(instruction.span());
    } catch (OutOfMemoryError e) {
      throw memory.outOfMemory(call, frame, e);
    }
    int[] inputs = instruction.inputs();
    boolean[] dies = instruction.dies();
    for (int i = 0; i < inputs.length; i++) {
      if (dies[i] && !isOutput(inputs[i])) {
        frame.clear(inputs[i]);
      }
    }
  }

  /** A cell-wise call whose operands are scalars or have the same shape can't break its rule. */
  private boolean isPlainCellwise(Frame frame) {
    if (!cellwise) {
      return false;
    }
    int[] inputs = instruction.inputs();
    if (inputs.length == 2
        && inputs[0] >= 0
        && inputs[1] >= 0
        && frame.references[inputs[0]] instanceof MatrixValue a
        && frame.references[inputs[1]] instanceof MatrixValue b) {
      return a.size().equals(b.size());
    }
    return true;
  }

  /** The result has already taken the place of the operand. */
  private boolean isOutput(int slot) {
    for (int output : instruction.outputs()) {
      if (output == slot) {
        return true;
      }
    }
    return false;
  }

  @Override
  boolean addNodes(List<Node> nodes) {
    nodes.add(new Node.Compute(instruction, true, this));
    return true;
  }

  @Override
  Span place(InputError error) {
    if (error instanceof OpError op
        && op.argument() >= 0
        && op.argument() < instruction.argumentSpans().size()) {
      Span span = instruction.argumentSpans().get(op.argument());
      if (span != null) {
        return span;
      }
    }
    return instruction.span();
  }
}
