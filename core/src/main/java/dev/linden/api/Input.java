package dev.linden.api;

import dev.linden.op.Info;
import dev.linden.op.Scalar;
import dev.linden.op.Size;
import dev.linden.op.Value;
import dev.linden.op.ValueType;

/**
 * A variable of a prepared script that gets its value from the caller. The more is said of a matrix
 * here, the better the script can be compiled; what is left open is taken from the values.
 */
public final class Input {
  private final String name;
  private final Info info;

  Input(String name, Info info) {
    this.name = name;
    this.info = info;
  }

  /** A matrix of any size. */
  public static Input matrix(String name) {
    return new Input(name, Info.matrix());
  }

  /** A matrix with this many rows and columns; -1 for a number that is not known. */
  public static Input matrix(String name, long rows, long cols) {
    return new Input(name, Info.matrix(Size.of(rows, cols)));
  }

  public static Input number(String name) {
    return new Input(name, Info.scalar(ValueType.DOUBLE));
  }

  public static Input integer(String name) {
    return new Input(name, Info.scalar(ValueType.INT));
  }

  public static Input flag(String name) {
    return new Input(name, Info.scalar(ValueType.BOOLEAN));
  }

  public static Input text(String name) {
    return new Input(name, Info.scalar(ValueType.STRING));
  }

  public static Input frame(String name) {
    return new Input(name, Info.frame(Size.UNKNOWN));
  }

  public static Input list(String name) {
    return new Input(name, Info.list());
  }

  /**
   * Of the kind that the script's own {@code name = read(..., data_type=..., value_type=...)} says,
   * and of any size; a matrix where it says nothing.
   */
  public static Input asRead(String name) {
    return new Input(name, null);
  }

  /** An input of the kind of a value, but of any size. */
  public static Input like(String name, Value value) {
    return switch (value.dataType()) {
      case MATRIX -> matrix(name);
      case FRAME -> frame(name);
      case LIST -> list(name);
      case SCALAR -> new Input(name, Info.scalar(((Scalar) value).type()));
    };
  }

  public String name() {
    return name;
  }

  /** Null if the script has to tell. */
  Info info() {
    return info;
  }
}
