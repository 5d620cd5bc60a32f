package dev.linden.op;

import dev.linden.base.InputError;
import dev.linden.matrix.BinaryFunction;

/**
 * Cell functions on scalars: the value type of the result and its slot bits. The interpreter and
 * the kernels share it; nothing here allocates unless it fails.
 */
public final class ScalarArithmetic {
  private ScalarArithmetic() {}

  /** Whether scalar calls of the operator with one or two arguments may be evaluated here. */
  public static boolean covers(Op op) {
    return op.scalarKind() != null;
  }

  /** Of a call with one scalar; UNKNOWN when the operand's type decides and is unknown. */
  public static ValueType resultType(Op op, ValueType a) {
    return resultType(op.scalarKind(), op.label(), a);
  }

  /**
   * Of a call with two scalars; STRING for a concatenation, UNKNOWN when it depends on an unknown
   * type.
   */
  public static ValueType resultType(Op op, ValueType a, ValueType b) {
    return resultType(op.scalarKind(), op.name(), a, b);
  }

  static ValueType resultType(ScalarKind kind, String name, ValueType a) {
    if (a == ValueType.STRING) {
      throw new OpError(0, name + " needs a number, but is given a string");
    }
    return switch (kind) {
      case ARITHMETIC -> a == ValueType.BOOLEAN ? ValueType.DOUBLE : a;
      case REAL -> ValueType.DOUBLE;
      case RELATIONAL, LOGICAL -> ValueType.BOOLEAN;
    };
  }

  static ValueType resultType(ScalarKind kind, String name, ValueType a, ValueType b) {
    if (a == ValueType.STRING || b == ValueType.STRING) {
      return resultTypeOfTexts(kind, name, a);
    }
    switch (kind) {
      case ARITHMETIC:
        return arithmeticType(a, b);
      case REAL:
        return ValueType.DOUBLE;
      default:
        return ValueType.BOOLEAN;
    }
  }

  private static ValueType resultTypeOfTexts(ScalarKind kind, String name, ValueType a) {
    if (kind == ScalarKind.RELATIONAL) {
      return ValueType.BOOLEAN;
    }
    if (name.equals("+")) {
      return ValueType.STRING;
    }
    int argument = a == ValueType.STRING ? 0 : 1;
    throw new OpError(
        argument, name + " needs numbers, but the " + ordinal(name, argument) + " is a string");
  }

  private static String ordinal(String name, int argument) {
    boolean sign = !Character.isLetter(name.charAt(0));
    return (argument == 0 ? (sign ? "left" : "first") : (sign ? "right" : "second"))
        + (sign ? " operand" : " argument");
  }

  /** Two booleans count as doubles, a boolean beside a number as a number of that type. */
  private static ValueType arithmeticType(ValueType a, ValueType b) {
    if (a == ValueType.DOUBLE || b == ValueType.DOUBLE) {
      return ValueType.DOUBLE;
    }
    if (a == ValueType.UNKNOWN || b == ValueType.UNKNOWN) {
      return ValueType.UNKNOWN;
    }
    return a == ValueType.BOOLEAN && b == ValueType.BOOLEAN ? ValueType.DOUBLE : ValueType.INT;
  }

  /**
   * Slot bits of the result; {@code result} comes from {@link #resultType(Op, ValueType)} with
   * known types.
   */
  public static long evaluate(Op op, ValueType result, double x) {
    return Scalar.encode(op.unary().apply(x), result);
  }

  /** Slot bits of the result for two operands that are not strings. */
  public static long evaluate(Op op, ValueType result, double x, double y) {
    return evaluate(op.binary(), result, x, y);
  }

  static long evaluate(BinaryFunction f, ValueType result, double x, double y) {
    double value = f.apply(x, y);
    if (result == ValueType.INT && y == 0 && !Double.isFinite(value)) {
      throw new InputError("integer division by zero: " + (long) x + " " + f.name() + " 0");
    }
    return Scalar.encode(value, result);
  }

  /** A relational operator on texts: by character codes. */
  public static boolean compare(Op op, String a, String b) {
    return compare(op.binary(), a, b);
  }

  static boolean compare(BinaryFunction f, String a, String b) {
    return f.apply(a.compareTo(b), 0) != 0;
  }
}
