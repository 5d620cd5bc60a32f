package dev.linden.api;

import dev.linden.base.Cancellation;
import dev.linden.base.InputError;
import dev.linden.base.Span;
import dev.linden.matrix.Csr;
import dev.linden.op.Info;
import dev.linden.op.MatrixValue;
import dev.linden.op.Scalar;
import dev.linden.op.Value;
import dev.linden.run.ExecutionListener;
import dev.linden.run.Running;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * One execution of a {@link Prepared} script: bind a value to each input, then execute. Not for use
 * by several threads at a time. Arrays are not copied where that can be spared: they must not
 * change while the script runs.
 */
public final class Call {
  private final Prepared prepared;
  private final Value[] values;
  private Cancellation cancellation;
  private ExecutionListener listener;

  Call(Prepared prepared, Value[] values) {
    this.prepared = prepared;
    this.values = values;
  }

  /** A matrix by its rows, which must be of equal length. */
  public Call bind(String input, double[][] rows) {
    return bind(input, Cells.matrix(input, rows));
  }

  /** A matrix by its cells, row after row. */
  public Call bind(String input, int rows, int cols, double[] cells) {
    return bind(input, Cells.matrix(input, rows, cols, cells));
  }

  /**
   * A sparse matrix in compressed sparse rows, all positions counted from 0: row i has the values
   * at {@code rowStarts[i]} up to {@code rowStarts[i + 1]}, in ascending columns.
   */
  public Call bind(
      String input, int rows, int cols, int[] rowStarts, int[] columns, double[] values) {
    Cells.requireGiven("the input " + input, rowStarts);
    Cells.requireGiven("the input " + input, columns);
    Cells.requireGiven("the input " + input, values);
    return bind(input, new MatrixValue(Csr.checked(rows, cols, rowStarts, columns, values)));
  }

  /** A frame of text columns by its rows; null is a missing cell. */
  public Call bind(String input, String[] names, String[][] rows) {
    return bind(input, Cells.frame(input, names, rows));
  }

  public Call bind(String input, double value) {
    return bind(input, Scalar.of(value));
  }

  public Call bind(String input, long value) {
    return bind(input, Scalar.of(value));
  }

  public Call bind(String input, boolean value) {
    return bind(input, Scalar.of(value));
  }

  public Call bind(String input, String value) {
    return bind(input, Scalar.of(Cells.requireGiven("the input " + input, value)));
  }

  /**
   * A list. Elements are numbers, booleans, texts, {@code double[][]}, values of the engine, and
   * lists and maps of those.
   */
  public Call bind(String input, List<?> elements) {
    return bind(input, Cells.list(input, Cells.requireGiven("the input " + input, elements), null));
  }

  /** A list with a name for each element. */
  public Call bind(String input, Map<String, ?> elements) {
    Cells.requireGiven("the input " + input, elements);
    return bind(input, Cells.list(input, elements.values(), new ArrayList<>(elements.keySet())));
  }

  /** A value of the engine, such as a result of another script. */
  public Call bind(String input, Value value) {
    int position = prepared.position(input);
    Cells.requireGiven("the input " + input, value);
    Value converted =
        value instanceof Scalar scalar ? declared(input, scalar, prepared.info(position)) : value;
    prepared.requireFits(position, converted);
    values[position] = converted;
    return this;
  }

  /** Numbers take the declared type, as arguments of functions do. */
  private static Scalar declared(String input, Scalar given, Info info) {
    if (!info.isScalar() || info.value() == given.type()) {
      return given;
    }
    try {
      return switch (info.value()) {
        case DOUBLE -> Scalar.of(given.asDouble());
        case INT -> Scalar.of(given.toInteger());
        case BOOLEAN -> Scalar.of(given.asBoolean());
        case STRING, UNKNOWN -> given;
      };
    } catch (InputError e) {
      throw new InputError(
          "the input " + input + " is " + info.describeOne() + ", but " + e.getMessage(), e);
    }
  }

  /** Lets another thread call the execution off. */
  public Call cancellation(Cancellation by) {
    cancellation = by;
    return this;
  }

  /** Who hears how far the execution has come. */
  public Call progress(ProgressListener to) {
    listener = listener(to);
    return this;
  }

  static ExecutionListener listener(ProgressListener to) {
    return new ExecutionListener() {
      @Override
      public void operator(String name, Span text, Running where) {
        to.operator(name, where.place(text).line());
      }

      @Override
      public void iterated(Running where) {
        Running.Loop loop = where.loop();
        to.loop(loop.title(), loop.done(), loop.all(), Duration.ofNanos(loop.nanos()));
      }
    };
  }

  Value[] values() {
    return values.clone();
  }

  /**
   * Runs the script.
   *
   * @throws dev.linden.base.ScriptError when it fails or stops
   * @throws dev.linden.base.ResourceError when memory or disk do not suffice
   * @throws dev.linden.base.CancelledError when it was called off
   */
  public Results execute() {
    return prepared.execute(values, cancellation, listener);
  }
}
