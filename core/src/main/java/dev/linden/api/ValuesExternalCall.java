package dev.linden.api;

import dev.linden.base.InputError;
import dev.linden.frame.Column;
import dev.linden.frame.Frame;
import dev.linden.matrix.Dense;
import dev.linden.matrix.Formats;
import dev.linden.op.FrameValue;
import dev.linden.op.MatrixValue;
import dev.linden.op.Scalar;
import dev.linden.op.Value;
import java.util.ArrayList;
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
    int cols = rows.length == 0 ? 0 : rows[0].length;
    double[] cells = new double[Math.multiplyExact(rows.length, cols)];
    for (int i = 0; i < rows.length; i++) {
      checkLength(result, i, rows[i].length, cols);
      System.arraycopy(rows[i], 0, cells, i * cols, cols);
    }
    set(result, matrixOf(rows.length, cols, cells));
  }

  private static void checkLength(int result, int row, int length, int expected) {
    if (length != expected) {
      throw new InputError(
          "row "
              + row
              + " of result "
              + result
              + " has "
              + length
              + " cells, but "
              + expected
              + " are expected");
    }
  }

  @Override
  public void result(int result, int rows, int cols, double[] cells) {
    if (rows < 0 || cols < 0 || (long) rows * cols != cells.length) {
      throw new InputError(
          "result " + result + " is " + rows + "x" + cols + ", but has " + cells.length + " cells");
    }
    set(result, matrixOf(rows, cols, cells.clone()));
  }

  private static MatrixValue matrixOf(int rows, int cols, double[] cells) {
    return new MatrixValue(Formats.adapt(Dense.of(rows, cols, cells)));
  }

  @Override
  public void result(int result, String[] names, String[][] rows) {
    List<Column> columns = new ArrayList<>();
    for (int i = 0; i < rows.length; i++) {
      checkLength(result, i, rows[i].length, names.length);
    }
    for (int j = 0; j < names.length; j++) {
      int col = j;
      columns.add(Column.of(Arrays.stream(rows).map(row -> row[col]).toArray(String[]::new)));
    }
    set(result, new FrameValue(new Frame(rows.length, List.of(names), columns)));
  }
}
