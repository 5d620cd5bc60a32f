package dev.linden.parfor.decide;

import dev.linden.hop.Hop;
import dev.linden.op.CellwiseOps;

/**
 * A scalar that is {@code factor * variable + constant}.
 *
 * @param variable null if the factor is 0
 */
record Linear(String variable, long factor, long constant) {
  /** Larger numbers than indexes of any matrix; products of two do not overflow. */
  private static final long LARGEST = 1L << 31;

  /** Null if the value is not of this form, as far as can be seen. */
  static Linear of(Hop hop) {
    if (hop == null || hop.info() == null || !hop.info().isScalar() || hop.info().isString()) {
      return null;
    }
    if (hop.info().isConstant()) {
      double value = hop.info().constant().asDouble();
      return value == Math.rint(value) ? checked(null, 0, (long) value) : null;
    }
    if (hop instanceof Hop.Read read) {
      return new Linear(read.variable(), 1, 0);
    }
    return hop instanceof Hop.Compute call ? of(call) : null;
  }

  private static Linear of(Hop.Compute call) {
    if (call.op() == CellwiseOps.NEGATE) {
      Linear operand = of(call.inputs().get(0));
      return operand == null ? null : operand.times(-1);
    }
    boolean plus = call.op() == CellwiseOps.PLUS;
    boolean minus = call.op() == CellwiseOps.MINUS;
    boolean times = call.op() == CellwiseOps.TIMES;
    if (!plus && !minus && !times) {
      return null;
    }
    Linear left = of(call.inputs().get(0));
    Linear right = of(call.inputs().get(1));
    if (left == null || right == null) {
      return null;
    } else if (times) {
      return left.factor == 0
          ? right.times(left.constant)
          : right.factor == 0 ? left.times(right.constant) : null;
    }
    return left.plus(minus ? right.times(-1) : right);
  }

  private Linear times(long number) {
    return checked(variable, factor * number, constant * number);
  }

  private Linear plus(Linear other) {
    boolean same = variable == null || other.variable == null || variable.equals(other.variable);
    return !same
        ? null
        : checked(
            variable == null ? other.variable : variable,
            factor + other.factor,
            constant + other.constant);
  }

  private static Linear checked(String variable, long factor, long constant) {
    boolean small = Math.abs(factor) < LARGEST && Math.abs(constant) < LARGEST;
    return small ? new Linear(factor == 0 ? null : variable, factor, constant) : null;
  }
}
