package dev.linden.run;

import dev.linden.base.InputError;
import dev.linden.base.Span;
import dev.linden.op.Op;
import dev.linden.op.ScalarArithmetic;
import dev.linden.op.ValueType;
import dev.linden.plan.Instruction;

/** A cell-wise operator on two scalars, unboxed; strings take the way of the kernel. */
final class ScalarBinaryStep extends Step {
  private static final int TAGS = 5;

  private final Op op;
  private final int left;
  private final int right;
  private final int target;
  private final ValueType[] types = new ValueType[TAGS * TAGS];
  private final KernelStep general;

  ScalarBinaryStep(Instruction.Compute instruction, Context context) {
    this.op = instruction.op();
    this.left = instruction.inputs()[0];
    this.right = instruction.inputs()[1];
    this.target = instruction.outputs()[0];
    this.general = new KernelStep(instruction, context);
    for (byte a = Frame.DOUBLE; a < Frame.STRING; a++) {
      for (byte b = Frame.DOUBLE; b < Frame.STRING; b++) {
        types[a * TAGS + b] = ScalarArithmetic.resultType(op, Frame.type(a), Frame.type(b));
      }
    }
  }

  @Override
  void run(Frame frame) {
    byte a = frame.tags[left];
    byte b = frame.tags[right];
    ValueType type = a < TAGS && b < TAGS ? types[a * TAGS + b] : null;
    if (type == null) {
      general.run(frame);
      return;
    }
    double x = a == Frame.DOUBLE ? Double.longBitsToDouble(frame.bits[left]) : frame.bits[left];
    double y = b == Frame.DOUBLE ? Double.longBitsToDouble(frame.bits[right]) : frame.bits[right];
    frame.setNumber(target, Frame.tag(type), ScalarArithmetic.evaluate(op, type, x, y));
  }

  @Override
  Span place(InputError error) {
    return general.place(error);
  }
}
