package dev.linden.run;

import dev.linden.base.InputError;
import dev.linden.base.LindenBug;
import dev.linden.base.Span;
import dev.linden.op.Info;
import dev.linden.op.MatrixValue;
import dev.linden.op.Size;
import dev.linden.op.Value;
import dev.linden.op.ValueType;
import dev.linden.op.ValuesCall;
import dev.linden.plan.Instruction;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Runs an operator and checks everything that the compiler and the kernels promise about it: types,
 * sizes and constants known at compile time hold for operands and results; the operator's rule,
 * asked with the actual operands, describes the actual results; non-zero counts and sparse rows are
 * as they should be; no operand that is needed later was changed. A broken promise is a {@link
 * LindenBug}.
 *
 * <p>Bounds of non-zeros hold for finite data (0 times NaN may be NaN), so they are checked until
 * the first NaN or infinity of the run.
 */
final class CheckedStep extends Step {
  private final Step step;
  private final Instruction.Compute instruction;
  private final KernelStep general;
  private final AtomicBoolean specialValues;

  CheckedStep(
      Step step, Instruction.Compute instruction, Context context, AtomicBoolean specialValues) {
    this.step = step;
    this.specialValues = specialValues;
    this.instruction = instruction;
    this.general = new KernelStep(instruction, context);
  }

  @Override
  void run(Frame frame) {
    KernelCall call = new KernelCall(general, frame);
    int[] inputs = instruction.inputs();
    MatrixValue[] kept = new MatrixValue[inputs.length];
    long[] fingerprints = new long[inputs.length];
    for (int i = 0; i < inputs.length; i++) {
      if (inputs[i] < 0) {
        continue;
      }
      frame.requireValue(inputs[i]);
      check("operand " + (i + 1), instruction.infos().get(i), frame.value(inputs[i]));
      if (frame.references[inputs[i]] instanceof MatrixValue matrix && !call.mayOverwrite(i)) {
        kept[i] = matrix;
        fingerprints[i] = MatrixInvariants.fingerprint(matrix.matrix());
      }
    }
    List<Info> ruled = instruction.op().infer(new MeasuredCall(call, i -> exact(call.value(i))));
    step.run(frame);
    for (int i = 0; i < inputs.length; i++) {
      if (kept[i] != null
          && kept[i].isReferenced()
          && MatrixInvariants.fingerprint(kept[i].matrix()) != fingerprints[i]) {
        throw broken("operand " + (i + 1) + " is needed later, but was changed");
      }
    }
    int[] outputs = instruction.outputs();
    for (int k = 0; k < outputs.length; k++) {
      if (outputs[k] >= 0) {
        Value value = frame.value(outputs[k]);
        check("result " + (k + 1), instruction.results().get(k), value);
        check("result " + (k + 1) + " by the rule at run time", ruled.get(k), value);
      }
    }
  }

  private void check(String what, Info promised, Value value) {
    Info actual = exact(value);
    if (promised.data() != actual.data()) {
      throw broken(what + " should be " + promised.describeOne(), actual);
    }
    if (promised.isScalar()) {
      if (actual.value() == ValueType.DOUBLE && !Double.isFinite(actual.constant().asDouble())) {
        specialValues.set(true);
      }
      if (promised.value() != ValueType.UNKNOWN && promised.value() != actual.value()) {
        throw broken(what + " should be " + promised.describeOne(), actual);
      }
      if (promised.isConstant() && !promised.constant().equals(actual.constant())) {
        throw broken(what + " should be " + promised.constant() + ", but is " + actual.constant());
      }
      return;
    }
    Size size = promised.size();
    if ((size.rowsKnown() && size.rows() != actual.size().rows())
        || (size.colsKnown() && size.cols() != actual.size().cols())) {
      throw broken(what + " should be " + promised.describeOne(), actual);
    }
    if (value instanceof MatrixValue matrix) {
      String flaw = MatrixInvariants.flaw(matrix.matrix());
      if (flaw != null) {
        throw broken(what + " is a broken matrix: " + flaw);
      }
      if (!MatrixInvariants.isFinite(matrix.matrix())) {
        specialValues.set(true);
      }
      if (!specialValues.get() && size.nnzKnown() && size.nnz() < actual.size().nnz()) {
        throw broken(
            what
                + " should have at most "
                + size.nnz()
                + " non-zeros, but has "
                + actual.size().nnz());
      }
    }
  }

  private LindenBug broken(String promise, Info actual) {
    return broken(promise + ", but is " + actual.describeOne());
  }

  private LindenBug broken(String text) {
    return new LindenBug(
        instruction.span().position() + ": " + instruction.op().name() + ": " + text);
  }

  private static Info exact(Value value) {
    Info info = ValuesCall.describe(value);
    return value instanceof MatrixValue matrix
        ? info.withSize(info.size().withNnz(MatrixInvariants.nonZeros(matrix.matrix())))
        : info;
  }

  @Override
  Span place(InputError error) {
    return step.place(error);
  }
}
