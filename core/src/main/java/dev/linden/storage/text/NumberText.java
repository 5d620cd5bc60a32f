package dev.linden.storage.text;

import dev.linden.base.Numbers;
import dev.linden.op.PowerOfTen;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Reads numbers from bytes, in the grammar of {@link Numbers}. Plain decimals of up to 18 digits
 * are converted here, everything else there. One object per thread: the value that was read last is
 * its state, so that reading needs no objects.
 */
public final class NumberText {
  private static final int MAX_DIGITS = 18;

  /** Exponents of more digits overflow or underflow in any case. */
  private static final int MAX_EXPONENT_DIGITS = 4;

  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private double value;

  /** What the last successful {@link #scan} read. */
  public double value() {
    return value;
  }

  /**
   * Reads the decimal that begins at {@code start}, as far as it goes; where it ends, or -1 if
   * there is none or one that needs {@link #parse}. What follows is for the caller to judge.
   */
  public int scan(byte[] bytes, int start, int end) {
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
      for (long eight; i + 8 <= end && areDigits(eight = (long) LONGS.get(bytes, i)); i += 8) {
        digits = 100_000_000 * digits + number(eight);
      }
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

  /** Whether eight bytes are digits: each is 0x3n, also when 6 is added. */
  private static boolean areDigits(long eight) {
    long upper = 0xF0F0F0F0F0F0F0F0L;
    return ((eight & upper) | ((eight + 0x0606060606060606L) & upper) >>> 4) == 0x3333333333333333L;
  }

  /**
   * The number that eight digits write, the first of them in the lowest byte: neighbours become
   * numbers of two, four and eight digits.
   */
  private static long number(long eight) {
    long twos = (eight & 0x0F0F0F0F0F0F0F0FL) * (10 * 0x100 + 1) >>> 8;
    long fours = (twos & 0x00FF00FF00FF00FFL) * (100 * 0x1_0000 + 1) >>> 16;
    return (fours & 0x0000FFFF0000FFFFL) * (10_000 * 0x1_0000_0000L + 1) >>> 32;
  }

  /** Throws NumberFormatException when {@code [start, end)} is no number. */
  public double parse(byte[] bytes, int start, int end) {
    if (scan(bytes, start, end) == end) {
      return value;
    }
    return Numbers.parse(bytes, start, end);
  }

  /** A whole number without sign of at most 18 digits, or -1. */
  public static long parseIndex(byte[] bytes, int start, int end) {
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
