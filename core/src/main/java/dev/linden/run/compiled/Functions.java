package dev.linden.run.compiled;

import dev.linden.base.InputError;
import dev.linden.matrix.BinaryFunction;
import dev.linden.matrix.UnaryFunction;
import dev.linden.op.ScalarArithmetic;
import dev.linden.op.ScalarForm;

/** Functions of scalars that may fail, with the step that knows the place of an error. */
public final class Functions {
  private Functions() {}

  public static long ofIntegers(BinaryFunction f, long x, long y, Interpreted step) {
    try {
      return ScalarArithmetic.evaluate(f, x, y);
    } catch (InputError e) {
      throw step.failure(e);
    }
  }

  public static long ofInteger(UnaryFunction f, long x, Interpreted step) {
    try {
      return ScalarArithmetic.evaluate(f, x);
    } catch (InputError e) {
      throw step.failure(e);
    }
  }

  public static long ofBits(ScalarForm.OfBits f, long x, long y, long z, Interpreted step) {
    try {
      return f.apply(x, y, z);
    } catch (InputError e) {
      throw step.failure(e);
    }
  }
}
