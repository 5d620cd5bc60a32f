package dev.linden.lang.check;

import dev.linden.lang.Expr;
import dev.linden.op.CellwiseOps;
import dev.linden.op.Scalar;
import dev.linden.op.ValueType;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * An index as {@code a*x + b*y + ... + constant} with integer coefficients; variables with
 * coefficient 0 are left out.
 */
record LinearIndex(Map<String, Long> coefficients, long constant) {

  /**
   * The linear form of an expression, or null when it has none.
   *
   * @param constants values of variables that are constant in the whole loop, else null
   */
  static LinearIndex of(Expr expression, Function<String, Scalar> constants) {
    return of(expression, constants, call -> null);
  }

  /**
   * @param opaque a name for a call whose value is one integer in the whole loop, else null
   */
  static LinearIndex of(
      Expr expression, Function<String, Scalar> constants, Function<Expr.OpCall, String> opaque) {
    try {
      return linear(expression, constants, opaque);
    } catch (ArithmeticException overflow) {
      return null;
    }
  }

  private static LinearIndex linear(
      Expr expression, Function<String, Scalar> constants, Function<Expr.OpCall, String> opaque) {
    if (expression instanceof Expr.Const literal) {
      return constant(literal.value());
    }
    if (expression instanceof Expr.Var variable) {
      Scalar value = constants.apply(variable.name());
      return value != null ? constant(value) : new LinearIndex(Map.of(variable.name(), 1L), 0);
    }
    if (!(expression instanceof Expr.OpCall call)) {
      return null;
    }
    String name = opaque.apply(call);
    if (name != null) {
      return variable(name);
    }
    LinearIndex[] operands = new LinearIndex[call.arguments().size()];
    for (int i = 0; i < operands.length; i++) {
      operands[i] =
          call.arguments().get(i) == null
              ? null
              : linear(call.arguments().get(i), constants, opaque);
      if (operands[i] == null) {
        return null;
      }
    }
    if (call.op() == CellwiseOps.NEGATE) {
      return operands[0].times(-1);
    } else if (call.op() == CellwiseOps.PLUS) {
      return operands[0].plus(operands[1]);
    } else if (call.op() == CellwiseOps.MINUS) {
      return operands[0].plus(operands[1].times(-1));
    }
    return call.op() == CellwiseOps.TIMES ? product(operands[0], operands[1]) : null;
  }

  private static LinearIndex constant(Scalar value) {
    if (value.type() != ValueType.INT && value.type() != ValueType.DOUBLE) {
      return null;
    }
    // Beyond 2^53 not every integer is a double; no index is that large.
    double number = value.asDouble();
    boolean exact = number == Math.rint(number) && Math.abs(number) < 0x1p53;
    return exact ? new LinearIndex(Map.of(), (long) number) : null;
  }

  private static LinearIndex product(LinearIndex left, LinearIndex right) {
    if (left.coefficients.isEmpty()) {
      return right.times(left.constant);
    }
    return right.coefficients.isEmpty() ? left.times(right.constant) : null;
  }

  /** A single variable. */
  static LinearIndex variable(String name) {
    return new LinearIndex(Map.of(name, 1L), 0);
  }

  static LinearIndex constant(long value) {
    return new LinearIndex(Map.of(), value);
  }

  long coefficient(String variable) {
    return coefficients.getOrDefault(variable, 0L);
  }

  /** With another linear function in place of a variable. */
  LinearIndex substitute(String variable, LinearIndex value) {
    long a = coefficient(variable);
    if (a == 0) {
      return this;
    }
    Map<String, Long> rest = new TreeMap<>(coefficients);
    rest.remove(variable);
    return new LinearIndex(rest, constant).plus(value.times(a));
  }

  LinearIndex minus(LinearIndex other) {
    return plus(other.times(-1));
  }

  /** All coefficients are multiples of the divisor; the constant is rounded down. */
  LinearIndex dividedBy(long divisor) {
    Map<String, Long> divided = new TreeMap<>();
    coefficients.forEach((name, a) -> divided.put(name, a / divisor));
    return new LinearIndex(divided, Math.floorDiv(constant, divisor));
  }

  LinearIndex times(long factor) {
    Map<String, Long> scaled = new TreeMap<>();
    if (factor != 0) {
      coefficients.forEach((name, a) -> scaled.put(name, Math.multiplyExact(a, factor)));
    }
    return new LinearIndex(scaled, Math.multiplyExact(constant, factor));
  }

  LinearIndex plus(LinearIndex other) {
    Map<String, Long> sum = new TreeMap<>(coefficients);
    other.coefficients.forEach((name, a) -> sum.merge(name, a, Math::addExact));
    sum.values().removeIf(a -> a == 0);
    return new LinearIndex(sum, Math.addExact(constant, other.constant));
  }
}
