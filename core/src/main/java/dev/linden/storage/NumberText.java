package dev.linden.storage;

import ch.randelshofer.fastdoubleparser.JavaDoubleParser;
import dev.linden.op.PowerOfTen;

/**
 * Reads numbers from bytes as {@code Double.parseDouble} does. Plain decimals of up to 18 digits
 * are converted here, everything else by a library. One object per thread: the value that was read
 * last is its state, so that reading needs no objects.
 */
final class NumberText {
  private static final int MAX_DIGITS = 18;

  /** Exponents of more digits overflow or underflow in any case. */
  private static final int MAX_EXPONENT_DIGITS = 4;

  private double value;

  /** What the last successful {@link #scan} read. */
  double value() {
    return value;
  }

  /**
   * Reads the decimal that begins at {@code start}, as far as it goes; where it ends, or -1 if
   * there is none or one that needs {@link #parse}. What follows is for the caller to judge.
   */
  int scan(byte[] bytes, int start, int end) {
    int i = start;
    boolean negative = false;
    if (i < end && (bytes[i] == '-' || bytes[i] == '+')) {
      negative = bytes[i] == '-';
      i++;
    }
    int first = i;
    while (i < end && bytes[i] == '0') {
      i++;
    }
    int significant = i;
    long digits = 0;
    int digit;
    while (i < end && (digit = bytes[i] - '0') >= 0 && digit <= 9) {
      digits = 10 * digits + digit;
      i++;
    }
    int count = i - significant;
    boolean found = i > first;
    int exponent = 0;
    if (i < end && bytes[i] == '.') {
      i++;
      int point = i;
      if (count == 0) {
        while (i < end && bytes[i] == '0') {
          i++;
        }
      }
      significant = i;
      while (i < end && (digit = bytes[i] - '0') >= 0 && digit <= 9) {
        digits = 10 * digits + digit;
        i++;
      }
      count += i - significant;
      exponent = point - i;
      found |= i > point;
    }
    if (!found || count > MAX_DIGITS) {
      return -1;
    }
    if (i < end && (bytes[i] == 'e' || bytes[i] == 'E')) {
      i++;
      boolean negativeExponent = i < end && bytes[i] == '-';
      if (i < end && (bytes[i] == '-' || bytes[i] == '+')) {
        i++;
      }
      int exponentStart = i;
      int written = 0;
      while (i < end
          && i - exponentStart <= MAX_EXPONENT_DIGITS
          && (digit = bytes[i] - '0') >= 0
          && digit <= 9) {
        written = 10 * written + digit;
        i++;
      }
      if (i == exponentStart || i - exponentStart > MAX_EXPONENT_DIGITS) {
        return -1;
      }
      exponent += negativeExponent ? -written : written;
    }
    double magnitude = PowerOfTen.times(digits, exponent);
    if (Double.isNaN(magnitude)) {
      return -1;
    }
    value = negative ? -magnitude : magnitude;
    return i;
  }

  /** Throws NumberFormatException when {@code [start, end)} is no number. */
  double parse(byte[] bytes, int start, int end) {
    if (scan(bytes, start, end) == end) {
      return value;
    }
    return JavaDoubleParser.parseDouble(bytes, start, end - start);
  }

  static boolean isNumber(byte[] bytes, int start, int end) {
    try {
      new NumberText().parse(bytes, start, end);
      return true;
    } catch (NumberFormatException e) {
      return false;
    }
  }

  /** A whole number without sign of at most 18 digits, or -1. */
  static long parseIndex(byte[] bytes, int start, int end) {
    if (start == end || end - start > MAX_DIGITS) {
      return -1;
    }
    long value = 0;
    for (int i = start; i < end; i++) {
      int digit = bytes[i] - '0';
      if (digit < 0 || digit > 9) {
        return -1;
      }
      value = 10 * value + digit;
    }
    return value;
  }
}
