package dev.linden.op;

import dev.linden.base.InputError;
import dev.linden.matrix.BinaryFunction;
import dev.linden.matrix.Cells;
import dev.linden.matrix.UnaryFunction;

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

  /**
   * Type of the result of a call with one scalar; UNKNOWN when the operand's type decides and is
   * unknown.
   */
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

  /** Booleans count as doubles: a result is an int only if both operands are. */
  private static ValueType arithmeticType(ValueType a, ValueType b) {
    if (a == ValueType.DOUBLE
        || b == ValueType.DOUBLE
        || a == ValueType.BOOLEAN
        || b == ValueType.BOOLEAN) {
      return ValueType.DOUBLE;
    }
    if (a == ValueType.UNKNOWN || b == ValueType.UNKNOWN) {
      return ValueType.UNKNOWN;
    }
    return ValueType.INT;
  }

  /** The function of two integers: exact where no digits are lost, an error beyond 64 bits. */
  public static long evaluate(BinaryFunction f, long x, long y) {
    try {
      return f.applyToIntegers(x, y);
    } catch (ArithmeticException e) {
      String call =
          Character.isLetter(f.name().charAt(0))
              ? f.name() + "(" + x + ", " + y + ")"
              : x + " " + f.name() + " " + y;
      throw isDivision(f) && y == 0
          ? new InputError("integer division by zero: " + call)
          : beyond64Bits(call);
    }
  }

  /** The function of one integer. */
  public static long evaluate(UnaryFunction f, long x) {
    try {
      return f.applyToInteger(x);
    } catch (ArithmeticException e) {
      throw beyond64Bits(f.name() + "(" + x + ")");
    }
  }

  private static boolean isDivision(BinaryFunction f) {
    return f == Cells.MODULUS || f == Cells.INTEGER_DIVIDE;
  }

  private static InputError beyond64Bits(String call) {
    return new InputError(
        "integer overflow: "
            + call
            + " is outside of "
            + Long.MIN_VALUE
            + ".."
            + Long.MAX_VALUE
            + "; doubles have no such limit");
  }

  /** A relational operator on texts: by character codes. */
  public static boolean compare(Op op, String a, String b) {
    return compare(op.binary(), a, b);
  }

  static boolean compare(BinaryFunction f, String a, String b) {
    return f.apply(a.compareTo(b), 0) != 0;
  }
}
