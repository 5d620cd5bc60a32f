package dev.linden.run;

import dev.linden.base.InputError;
import dev.linden.base.Span;
import dev.linden.matrix.UnaryFunction;
import dev.linden.op.ScalarArithmetic;
import dev.linden.op.ValueType;
import dev.linden.plan.Instruction;
import dev.linden.run.compiled.Node;
import java.util.List;

/**
 * A cell-wise function of one double whose result is one too, unboxed; other types take the way of
 * the kernel.
 */
final class ScalarUnaryStep extends Step {
  private final UnaryFunction function;
  private final boolean givesDouble;
  private final int operand;
  private final int target;
  private final KernelStep general;

  ScalarUnaryStep(Instruction.Compute instruction, Context context) {
    this.function = instruction.op().unary();
    this.givesDouble =
        ScalarArithmetic.resultType(instruction.op(), ValueType.DOUBLE) == ValueType.DOUBLE;
    this.operand = instruction.inputs()[0];
    this.target = instruction.outputs()[0];
    this.general = new KernelStep(instruction, context);
  }

  @Override
  void run(Frame frame) {
    if (givesDouble && frame.tags[operand] == Frame.DOUBLE) {
      double result = function.apply(Double.longBitsToDouble(frame.bits[operand]));
      frame.setNumber(target, Frame.DOUBLE, Double.doubleToRawLongBits(result));
    } else {
      general.run(frame);
    }
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
