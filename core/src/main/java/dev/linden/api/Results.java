package dev.linden.api;

import dev.linden.base.InputError;
import dev.linden.frame.Frame;
import dev.linden.matrix.Matrix;
import dev.linden.op.FrameValue;
import dev.linden.op.ListValue;
import dev.linden.op.MatrixValue;
import dev.linden.op.Scalar;
import dev.linden.op.Value;
import java.util.ArrayList;
import java.util.List;

/**
 * Values by name: the outputs of an execution, or the elements of a list. To ask for another kind
 * of value than there is is an error.
 */
public final class Results {
  private final List<String> names;
  private final Value[] values;

  Results(List<String> names, Value[] values) {
    this.names = names;
    this.values = values;
  }

  public List<String> names() {
    return names;
  }

  /** The value as the engine has it, to be bound to an input of another script. */
  public Value value(String name) {
    int position = names.indexOf(name);
    if (position < 0) {
      throw new InputError("there is no result " + name + ", only " + String.join(", ", names));
    }
    return values[position];
  }

  private <T extends Value> T value(String name, Class<T> type, String word) {
    Value value = value(name);
    if (!type.isInstance(value)) {
      throw new InputError(name + " is a " + value.dataType().word() + ", not a " + word);
    }
    return type.cast(value);
  }

  private Matrix block(String name) {
    return value(name, MatrixValue.class, "matrix").matrix();
  }

  private Frame table(String name) {
    return value(name, FrameValue.class, "frame").frame();
  }

  private Scalar scalar(String name) {
    return value(name, Scalar.class, "scalar");
  }

  public double number(String name) {
    return scalar(name).asDouble();
  }

  public long integer(String name) {
    return scalar(name).asLong();
  }

  public boolean flag(String name) {
    return scalar(name).asBoolean();
  }

  public String text(String name) {
    return scalar(name).asText();
  }

  /** Rows of a matrix or frame. */
  public int rows(String name) {
    return value(name) instanceof FrameValue value ? value.frame().rows() : block(name).rows();
  }

  /** Columns of a matrix or frame. */
  public int cols(String name) {
    return value(name) instanceof FrameValue value ? value.frame().cols() : block(name).cols();
  }

  /** The rows of a matrix. */
  public double[][] matrix(String name) {
    return Cells.rows(block(name));
  }

  /** The cells of a matrix, row after row. The array may be the result itself, not a copy. */
  public double[] cells(String name) {
    return Cells.flat(block(name));
  }

  /** The rows of a frame as texts, null where a cell is missing. */
  public String[][] frame(String name) {
    return Cells.rows(table(name));
  }

  /** The names of the columns of a frame. */
  public String[] columnNames(String name) {
    return table(name).names().toArray(new String[0]);
  }

  /** The elements of a list, by their names, or {@code 1}, {@code 2}, ... if they have none. */
  public Results list(String name) {
    ListValue list = value(name, ListValue.class, "list");
    List<String> elementNames = new ArrayList<>();
    for (int i = 0; i < list.size(); i++) {
      elementNames.add(list.isNamed() ? list.names().get(i) : String.valueOf(i + 1));
    }
    return new Results(elementNames, list.elements().toArray(new Value[0]));
  }
}
