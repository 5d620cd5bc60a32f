package dev.linden.op;

import dev.linden.base.InputError;
import dev.linden.matrix.Dense;
import dev.linden.matrix.Matrix;
import java.util.List;
import java.util.Locale;

/**
 * Checks of arguments that many operators share: the first group for size rules, the second for
 * kernels.
 */
final class Args {
  private static final double BEYOND_LONG = 0x1p63;

  private Args() {}

  // ---- size rules

  static void needNumber(CallSite call, int i, String what) {
    if (call.has(i) && call.in(i).isString()) {
      throw new OpError(i, what + " must be a number, but is a string");
    }
  }

  static void needText(CallSite call, int i, String what) {
    if (call.has(i) && call.in(i).isScalar()) {
      ValueType type = call.in(i).value();
      if (type != ValueType.STRING && type != ValueType.UNKNOWN) {
        throw new OpError(i, what + " must be a string, but is " + call.in(i).describeOne());
      }
    }
  }

  static void needFlag(CallSite call, int i, String what) {
    needNumber(call, i, what);
  }

  /** Rows or columns given by an argument, unknown unless constant. */
  static long dimension(CallSite call, int i, String what) {
    long count = count(call, i, what);
    if (count != Sizes.UNKNOWN && call.in(i).constant().asDouble() >= BEYOND_LONG) {
      throw new OpError(
          i,
          what
              + " must be at most "
              + Long.MAX_VALUE
              + ", but is "
              + DoubleText.compact(call.in(i).constant().asDouble()));
    }
    return count;
  }

  /** How many at most, given by an argument; unknown unless constant. */
  static long count(CallSite call, int i, String what) {
    needNumber(call, i, what);
    if (!call.has(i) || !call.in(i).isConstant()) {
      return Sizes.UNKNOWN;
    }
    return checkDimension(call.in(i).constant().asDouble(), i, what);
  }

  private static long checkDimension(double value, int i, String what) {
    if (Double.isNaN(value) || Scalar.truncate(value) < 0) {
      throw new OpError(i, what + " must be at least 0, but is " + DoubleText.compact(value));
    }
    return Scalar.truncate(value);
  }

  /** One of a few words in any case; null when not constant. */
  static String word(CallSite call, int i, String what, List<String> words) {
    needText(call, i, what);
    String text = call.constantText(i);
    return text == null ? null : word(text, i, what, words);
  }

  private static String word(String text, int i, String what, List<String> words) {
    String lower = text.toLowerCase(Locale.ROOT);
    if (!words.contains(lower)) {
      throw new OpError(
          i,
          what
              + " must be one of \""
              + String.join("\", \"", words)
              + "\", but is \""
              + text
              + "\"");
    }
    return lower;
  }

  static void needColumn(CallSite call, int i, String what) {
    if (call.has(i)
        && call.in(i).isMatrix()
        && call.in(i).size().colsKnown()
        && call.in(i).size().cols() != 1) {
      throw new OpError(i, what + " must be a column (n x 1), but is " + call.in(i).describeOne());
    }
  }

  static void needSameShape(
      CallSite call, int first, String firstName, int second, String secondName) {
    Size a = call.in(first).size();
    Size b = call.in(second).size();
    if (Sizes.differ(a.rows(), b.rows()) || Sizes.differ(a.cols(), b.cols())) {
      throw new OpError(
          second,
          secondName
              + " must have the shape of "
              + firstName
              + ", "
              + a.shape()
              + ", but is "
              + b.shape());
    }
  }

  // ---- kernels

  /** A scalar that must not be a string. */
  static double number(Invocation call, int i, String what) {
    if (call.valueType(i) == ValueType.STRING) {
      throw new InputError(what + " must be a number, but is the string \"" + call.text(i) + "\"");
    }
    return call.number(i);
  }

  /** Rows or columns of a block. */
  static int blockDimension(Invocation call, int i, String what) {
    return blockDimension(checkDimension(number(call, i, what), i, what), what);
  }

  static int blockDimension(long value, String what) {
    if (value > Integer.MAX_VALUE) {
      throw new InputError(
          what + " must be at most " + Integer.MAX_VALUE + " on one machine, but is " + value);
    }
    return (int) value;
  }

  static String word(Invocation call, int i, String what, List<String> words) {
    return word(call.text(i), i, what, words);
  }

  static Matrix oneByOne(double value) {
    return Dense.of(1, 1, value);
  }
}
