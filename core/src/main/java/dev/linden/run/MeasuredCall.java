package dev.linden.run;

import dev.linden.matrix.Matrix;
import dev.linden.op.CallSite;
import dev.linden.op.Environment;
import dev.linden.op.Info;
import dev.linden.op.MatrixValue;
import java.util.function.IntFunction;

/** A call whose operands are described by more than the usual description tells. */
record MeasuredCall(KernelCall call, IntFunction<Info> operands) implements CallSite {
  /** The actual operands with their non-zeros, as far as these are known without counting. */
  static MeasuredCall of(KernelCall call, Frame frame, int[] inputs) {
    return new MeasuredCall(call, i -> measured(call.in(i), frame.references[inputs[i]]));
  }

  private static Info measured(Info info, Object operand) {
    if (!(operand instanceof MatrixValue value)) {
      return info;
    }
    Matrix block = value.resident();
    boolean counted =
        block != null
            && (block.nnzKnown() || block.isSparse() && block.rows() <= block.bytes() / 64);
    return counted ? info.withSize(info.size().withNnz(block.nnz())) : info;
  }

  @Override
  public int count() {
    return call.count();
  }

  @Override
  public boolean has(int i) {
    return call.has(i);
  }

  @Override
  public String name(int i) {
    return call.name(i);
  }

  @Override
  public Info in(int i) {
    return operands.apply(i);
  }

  @Override
  public Environment environment() {
    return call.environment();
  }
}
