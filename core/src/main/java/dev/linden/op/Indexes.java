package dev.linden.op;

import dev.linden.base.InputError;

/**
 * Bounds of an index such as {@code X[a:b, c]}: 1-based, both ends included, each within the
 * dimension.
 */
final class Indexes {
  /** The dimension in which positions may have names. */
  private static final String COLUMN = "column";

  private Indexes() {}

  /**
   * How many positions the index selects, unknown unless constant bounds or an empty index tell.
   */
  static long count(CallSite call, int from, int to, long dimension, String what) {
    if (!given(call, from)) {
      return dimension;
    }
    if (!call.in(from).isScalar()) {
      return NamedColumns.count(call, from, to);
    }
    long low = bound(call, from, dimension, what);
    if (!given(call, to)) {
      return 1;
    }
    long high = bound(call, to, dimension, what);
    if (low < 0 || high < 0) {
      return Sizes.UNKNOWN;
    }
    checkOrder(low, high, to, what);
    return high - low + 1;
  }

  static boolean given(CallSite call, int i) {
    return i < call.count() && call.has(i);
  }

  private static long bound(CallSite call, int i, long dimension, String what) {
    if (call.in(i).isString() && what.equals(COLUMN)) {
      return Sizes.UNKNOWN;
    }
    if (call.in(i).isString() && what.equals("row")) {
      throw new OpError(
          i, "the row index must be a number, but is a string", "X[, \"name\"] selects a column");
    }
    Args.needNumber(call, i, "the " + what + " index");
    if (!call.in(i).isConstant()) {
      return Sizes.UNKNOWN;
    }
    Scalar constant = call.in(i).constant();
    long position = constant.asLong();
    if (!isInside(position, dimension)) {
      throw outside(constant.asDouble(), position, dimension, i, what);
    }
    return position;
  }

  private static boolean isInside(long position, long dimension) {
    return position >= 1 && (dimension < 0 || position <= dimension);
  }

  /** {@code position} is the truncated {@code index}. */
  private static OpError outside(
      double index, long position, long dimension, int argument, String what) {
    return new OpError(
        argument,
        what
            + " index "
            + (Double.isNaN(index) ? "NaN" : Long.toString(position))
            + (dimension >= 0 ? " is outside 1.." + dimension : " must be at least 1"));
  }

  private static void checkOrder(long low, long high, int argument, String what) {
    if (low > high) {
      throw new OpError(argument, what + " range " + low + ":" + high + " runs backwards");
    }
  }

  // ---- at run time

  /** 0-based first position. */
  static int start(Invocation call, int from, int dimension, String what) {
    return call.given(from) ? position(call, from, dimension, what) - 1 : 0;
  }

  /** 0-based position after the last one. */
  static int end(Invocation call, int from, int to, int dimension, String what, int start) {
    if (!call.given(from)) {
      return dimension;
    }
    if (!call.given(to)) {
      return start + 1;
    }
    int end = position(call, to, dimension, what);
    checkOrder(start + 1, end, to, what);
    return end;
  }

  private static int position(Invocation call, int i, int dimension, String what) {
    if (call.valueType(i) == ValueType.STRING && what.equals(COLUMN)) {
      return NamedColumns.position(call.value(0), call.text(i), i) + 1;
    }
    if (call.valueType(i) == ValueType.STRING) {
      throw new InputError(
          "the " + what + " index must be a number, but is the string \"" + call.text(i) + "\"");
    }
    long position = call.integer(i);
    if (!isInside(position, dimension)) {
      throw outside(call.number(i), position, dimension, i, what);
    }
    return (int) position;
  }
}
