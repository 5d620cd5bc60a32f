package dev.linden.matrix;

import java.io.Serializable;
import java.lang.reflect.Field;
import java.util.HashMap;
import java.util.Map;

/** What is sent instead of a function of {@link Cells}; becomes that function where it arrives. */
public record CellFunctionName(String name, boolean binary) implements Serializable {
  private static final Map<String, UnaryFunction> UNARY = new HashMap<>();
  private static final Map<String, BinaryFunction> BINARY = new HashMap<>();

  static {
    for (Field field : Cells.class.getFields()) {
      try {
        if (field.getType() == UnaryFunction.class) {
          UnaryFunction function = (UnaryFunction) field.get(null);
          UNARY.put(function.name(), function);
        } else if (field.getType() == BinaryFunction.class) {
          BinaryFunction function = (BinaryFunction) field.get(null);
          BINARY.put(function.name(), function);
        }
      } catch (IllegalAccessException e) {
        throw new IllegalStateException("the functions of cells are public", e);
      }
    }
  }

  /** Whether other machines find the function by its name. */
  public static boolean finds(UnaryFunction function) {
    return UNARY.get(function.name()) == function;
  }

  public static boolean finds(BinaryFunction function) {
    return BINARY.get(function.name()) == function;
  }

  private Object readResolve() {
    Object function = binary ? BINARY.get(name) : UNARY.get(name);
    if (function == null) {
      throw new IllegalStateException("there is no function of cells called " + name + " here");
    }
    return function;
  }
}
