package dev.linden.run;

import dev.linden.base.InputError;
import dev.linden.base.Span;
import dev.linden.matrix.BinaryFunction;
import dev.linden.op.Op;
import dev.linden.op.ScalarArithmetic;
import dev.linden.op.ValueType;
import dev.linden.plan.Instruction;
import dev.linden.run.compiled.Node;
import java.util.List;

/** A cell-wise operator on two scalars, unboxed; strings take the way of the kernel. */
final class ScalarBinaryStep extends Step {
  /** All tags fit this many bits. */
  private static final int TAG_BITS = 4;

  private final BinaryFunction function;
  private final int left;
  private final int right;
  private final int target;

  /** Tag of the result by the tags of the operands; EMPTY where the kernel must decide. */
  private final byte[] resultTags = new byte[1 << 2 * TAG_BITS];

  private final KernelStep general;

  ScalarBinaryStep(Instruction.Compute instruction, Context context) {
    Op op = instruction.op();
    this.function = op.binary();
    this.left = instruction.inputs()[0];
    this.right = instruction.inputs()[1];
    this.target = instruction.outputs()[0];
    this.general = new KernelStep(instruction, context);
    for (byte a = Frame.DOUBLE; a < Frame.STRING; a++) {
      for (byte b = Frame.DOUBLE; b < Frame.STRING; b++) {
        ValueType type = ScalarArithmetic.resultType(op, Frame.type(a), Frame.type(b));
        resultTags[a << TAG_BITS | b] = Frame.tag(type);
      }
    }
  }

  @Override
  void run(Frame frame) {
    byte a = frame.tags[left];
    byte b = frame.tags[right];
    byte tag = resultTags[a << TAG_BITS | b];
    if (tag == Frame.EMPTY) {
      general.run(frame);
      return;
    }
    if (tag == Frame.INT) {
      long result = ScalarArithmetic.evaluate(function, frame.bits[left], frame.bits[right]);
      frame.setNumber(target, tag, result);
      return;
    }
    double x = a == Frame.DOUBLE ? Double.longBitsToDouble(frame.bits[left]) : frame.bits[left];
    double y = b == Frame.DOUBLE ? Double.longBitsToDouble(frame.bits[right]) : frame.bits[right];
    double result = function.apply(x, y);
    frame.setNumber(
        target,
        tag,
        tag == Frame.DOUBLE ? Double.doubleToRawLongBits(result) : result != 0 ? 1 : 0);
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
