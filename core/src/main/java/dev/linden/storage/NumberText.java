package dev.linden.storage;

import ch.randelshofer.fastdoubleparser.JavaDoubleParser;

/** Numbers in bytes, as {@code Double.parseDouble} reads them. */
final class NumberText {
  /** Integers of this many digits are exact doubles. */
  private static final int EXACT_DIGITS = 15;

  private NumberText() {}

  /** Throws NumberFormatException when {@code [start, end)} is no number. */
  static double parse(byte[] bytes, int start, int end) {
    boolean negative = start < end && bytes[start] == '-';
    int i = negative ? start + 1 : start;
    if (i < end && end - i <= EXACT_DIGITS) {
      long value = 0;
      while (i < end) {
        int digit = bytes[i] - '0';
        if (digit < 0 || digit > 9) {
          return JavaDoubleParser.parseDouble(bytes, start, end - start);
        }
        value = 10 * value + digit;
        i++;
      }
      return negative ? -(double) value : value;
    }
    return JavaDoubleParser.parseDouble(bytes, start, end - start);
  }

  static boolean isNumber(byte[] bytes, int start, int end) {
    try {
      parse(bytes, start, end);
      return true;
    } catch (NumberFormatException e) {
      return false;
    }
  }

  /** A whole number without sign of at most 18 digits, or -1. */
  static long parseIndex(byte[] bytes, int start, int end) {
    if (start == end || end - start > 18) {
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
