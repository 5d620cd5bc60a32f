package dev.linden.run;

import dev.linden.matrix.Matrix;
import dev.linden.op.CallSite;
import dev.linden.op.Environment;
import dev.linden.op.Info;
import dev.linden.op.MatrixValue;

/** The actual operands with their non-zeros, as far as these are known without counting. */
record MeasuredCall(KernelCall call, Frame frame, int[] inputs) implements CallSite {
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
    Info info = call.in(i);
    if (!(frame.references[inputs[i]] instanceof MatrixValue value)) {
      return info;
    }
    Matrix block = value.resident();
    boolean counted =
        block != null
            && (block.nnzKnown() || block.isSparse() && block.rows() <= block.bytes() / 64);
    return counted ? info.withSize(info.size().withNnz(block.nnz())) : info;
  }

  @Override
  public Environment environment() {
    return call.environment();
  }
}
