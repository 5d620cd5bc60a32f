package dev.linden.api;

import dev.linden.base.InputError;
import dev.linden.matrix.Formats;
import dev.linden.op.MatrixValue;
import dev.linden.op.Scalar;
import dev.linden.op.Value;
import java.util.Arrays;
import java.util.List;

/** {@link ExternalCall} over values of the engine. */
final class ValuesExternalCall extends EngineValues implements ExternalCall {
  private final String function;
  private final Value[] results;

  ValuesExternalCall(String function, List<Value> arguments, int results) {
    super(arguments, "argument");
    this.function = function;
    this.results = new Value[results];
  }

  List<Value> given() {
    return Arrays.asList(results);
  }

  @Override
  public String function() {
    return function;
  }

  @Override
  public int results() {
    return results.length;
  }

  private void set(int k, Value value) {
    if (k < 0 || k >= results.length) {
      String declared =
          results.length == 0
              ? "none is declared"
              : "only 0.." + (results.length - 1) + " are declared";
      throw new InputError("it gives result " + k + ", but " + declared);
    }
    results[k] = value;
  }

  @Override
  public void result(int result, double value) {
    set(result, Scalar.of(value));
  }

  @Override
  public void result(int result, long value) {
    set(result, Scalar.of(value));
  }

  @Override
  public void result(int result, boolean value) {
    set(result, Scalar.of(value));
  }

  @Override
  public void result(int result, String value) {
    if (value == null) {
      throw new InputError("it gives null as result " + result);
    }
    set(result, Scalar.of(value));
  }

  @Override
  public void result(int result, double[][] rows) {
    set(result, adapted(Cells.matrix("result " + result, rows)));
  }

  @Override
  public void result(int result, int rows, int cols, double[] cells) {
    set(result, adapted(Cells.matrix("result " + result, rows, cols, cells.clone())));
  }

  private static MatrixValue adapted(MatrixValue value) {
    return new MatrixValue(Formats.adapt(value.matrix()));
  }

  @Override
  public void result(int result, String[] names, String[][] rows) {
    set(result, Cells.frame("result " + result, names, rows));
  }
}
