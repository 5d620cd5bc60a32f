package dev.linden.op;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/**
 * The text of doubles. {@code Double.toString} gives the shortest text that reads back as the same
 * double only since JDK 19. Results must not depend on the JDK, so one place owns the conversion.
 *
 * <p>A double {@code c * 2^q} is the nearest one to all reals between the midpoints to its
 * neighbours. With the largest k such that {@code 10^k} is no wider than this interval, one or more
 * multiples of {@code 10^k} lie in it, and at most one of {@code 10^(k+1)}, which is shorter. All
 * comparisons are made on the interval and its centre in units of {@code 10^k / 4}, rounded to odd;
 * see Giulietti, "The Schubfach way to render doubles".
 */
public final class DoubleText {
  /** Bytes that the longest text takes: sign, 17 digits, point, E, sign, three digits. */
  public static final int MAX_LENGTH = 24;

  private static final int MIN_EXPONENT = -1074;
  private static final long IMPLICIT_BIT = 1L << 52;
  private static final double ALL_INTEGERS = 0x1p53;

  private static final byte[] NAN = ascii("NaN");
  private static final byte[] INFINITY = ascii("Infinity");
  private static final byte[] ZERO = ascii("0.0");

  /** 00 to 99. */
  private static final byte[] PAIRS = new byte[200];

  private static final long[] TENS = new long[19];

  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  static {
    for (int i = 0; i < 100; i++) {
      PAIRS[2 * i] = (byte) ('0' + i / 10);
      PAIRS[2 * i + 1] = (byte) ('0' + i % 10);
    }
    TENS[0] = 1;
    for (int i = 1; i < TENS.length; i++) {
      TENS[i] = 10 * TENS[i - 1];
    }
  }

  private DoubleText() {}

  /**
   * At least one digit after the point; scientific when {@code |x| >= 10^7} or {@code |x| < 10^-3};
   * NaN, Infinity, -Infinity, -0.0.
   */
  public static String shortest(double value) {
    byte[] text = new byte[MAX_LENGTH];
    return new String(text, 0, write(value, text, 0), StandardCharsets.ISO_8859_1);
  }

  /** Whole numbers without a fraction, for messages. */
  static String compact(double value) {
    return value == Math.rint(value) && Math.abs(value) < 1e15
        ? Long.toString((long) value)
        : shortest(value);
  }

  /**
   * Writes the text of {@link #shortest} from {@code target[start]} on, where {@link #MAX_LENGTH}
   * bytes must be free; where it ends.
   */
  public static int write(double value, byte[] target, int start) {
    if (Double.isNaN(value)) {
      return put(NAN, target, start);
    }
    long bits = Double.doubleToRawLongBits(value);
    int at = start;
    if (bits < 0) {
      target[at++] = '-';
    }
    double magnitude = Math.abs(value);
    if (magnitude < ALL_INTEGERS && magnitude == (long) magnitude) {
      // No other integer rounds to it, and no other decimal is as short.
      return magnitude == 0 ? put(ZERO, target, at) : layOut((long) magnitude, 0, target, at);
    }
    if (magnitude == Double.POSITIVE_INFINITY) {
      return put(INFINITY, target, at);
    }
    long fraction = bits & (IMPLICIT_BIT - 1);
    int biased = (int) (bits >>> 52) & 0x7FF;
    return biased == 0
        ? writeSubnormal(fraction, target, at)
        : writeShortest(
            fraction | IMPLICIT_BIT,
            biased - 1 + MIN_EXPONENT,
            fraction == 0 && biased > 1,
            target,
            at);
  }

  /** Two digits are always shown, so of them the nearest, even where one would do. */
  private static int writeSubnormal(long c, byte[] target, int at) {
    if (c <= 2) {
      return layOut(c == 1 ? 49 : 99, -325, target, at);
    }
    return writeShortest(c, MIN_EXPONENT, false, target, at);
  }

  /** {@code lowerIsNear}: the neighbour below is only half as far away as the one above. */
  private static int writeShortest(long c, int q, boolean lowerIsNear, byte[] target, int at) {
    int k = lowerIsNear ? floorLog10ThreeQuarters(q) : floorLog10(q);
    PowerOfTen power = PowerOfTen.of(-k);
    int shift = q + PowerOfTen.floorLog2(-k) + 2;
    long quarters = power.scale(4 * c << shift);
    long lower = power.scale(4 * c - (lowerIsNear ? 1 : 2) << shift);
    long upper = power.scale(4 * c + 2 << shift);
    // A tie between two doubles goes to the even one: its interval has its borders, others do not.
    long exclusive = c & 1;

    long below = quarters >> 2;
    if (below >= 100) {
      long tensBelow = below / 10 * 10;
      long tensAbove = tensBelow + 10;
      boolean belowFits = lower + exclusive <= 4 * tensBelow;
      boolean aboveFits = 4 * tensAbove + exclusive <= upper;
      if (belowFits != aboveFits) {
        return layOut(belowFits ? tensBelow : tensAbove, k, target, at);
      }
    }
    long above = below + 1;
    boolean belowFits = lower + exclusive <= 4 * below;
    boolean aboveFits = 4 * above + exclusive <= upper;
    boolean takeBelow = belowFits;
    if (belowFits == aboveFits) {
      long fromMiddle = quarters - 2 * (below + above);
      takeBelow = fromMiddle < 0 || (fromMiddle == 0 && (below & 1) == 0);
    }
    return layOut(takeBelow ? below : above, k, target, at);
  }

  /** The largest n with {@code 10^n <= 2^exponent}, for exponents of doubles. */
  static int floorLog10(int exponent) {
    return (exponent * 1262611) >> 22;
  }

  /** The largest n with {@code 10^n <= 3/4 * 2^exponent}, for exponents of doubles. */
  static int floorLog10ThreeQuarters(int exponent) {
    return (exponent * 1262611 - 524031) >> 22;
  }

  /** The text of {@code decimal * 10^exponent}, which is greater than 0. */
  private static int layOut(long decimal, int exponent, byte[] target, int at) {
    long digits = decimal;
    int power = exponent;
    if (digits % 10 == 0) { // constant divisors: the compiler multiplies instead
      while (digits % 100_000_000 == 0) {
        digits /= 100_000_000;
        power += 8;
      }
      while (digits % 1000 == 0) {
        digits /= 1000;
        power += 3;
      }
      while (digits % 10 == 0) {
        digits /= 10;
        power++;
      }
    }
    int count = count(digits);
    // The value is 0.d1d2d3... * 10^pointAt.
    int pointAt = count + power;
    if (pointAt > 7 || pointAt < -2) {
      return scientific(digits, count, pointAt - 1, target, at);
    }
    int end;
    if (pointAt <= 0) {
      target[at] = '0';
      target[at + 1] = '.';
      int first = at + 2 - pointAt;
      for (int i = at + 2; i < first; i++) {
        target[i] = '0';
      }
      end = first + count;
      putDigits(digits, target, end);
    } else if (count <= pointAt) {
      end = at + pointAt;
      putDigits(digits * TENS[pointAt - count], target, end);
      target[end++] = '.';
      target[end++] = '0';
    } else {
      end = at + 1 + count;
      putDigits(digits, target, end);
      System.arraycopy(target, at + 1, target, at, pointAt);
      target[at + pointAt] = '.';
    }
    return end;
  }

  private static int scientific(long digits, int count, int exponent, byte[] target, int at) {
    int end = at + 1 + count;
    putDigits(digits, target, end);
    target[at] = target[at + 1];
    target[at + 1] = '.';
    if (count == 1) {
      target[end++] = '0';
    }
    target[end++] = 'E';
    if (exponent < 0) {
      target[end++] = '-';
    }
    int magnitude = Math.abs(exponent);
    end += count(magnitude);
    putDigits(magnitude, target, end);
    return end;
  }

  /** Number of decimal digits of a positive number of at most 18. */
  private static int count(long number) {
    // 1233 / 4096 is log10(2), closely enough to be off by one at most.
    int estimate = (64 - Long.numberOfLeadingZeros(number)) * 1233 >> 12;
    return number >= TENS[estimate] ? estimate + 1 : estimate;
  }

  /** Writes the digits of a positive number so that they end before {@code end}. */
  private static void putDigits(long number, byte[] target, int end) {
    int at = end;
    long rest = number;
    while (rest >= 100_000_000) {
      long shorter = rest / 100_000_000;
      at -= 8;
      LONGS.set(target, at, eightDigits(rest - 100_000_000 * shorter));
      rest = shorter;
    }
    int small = (int) rest;
    while (small >= 10) {
      int shorter = small / 100;
      at = putPair(small - 100 * shorter, target, at);
      small = shorter;
    }
    if (small > 0) {
      target[at - 1] = (byte) ('0' + small);
    }
  }

  /**
   * Eight digits, the first in the lowest byte: halves, quarters and eighths of the long hold ever
   * shorter numbers. Multiplying and shifting divides such small numbers exactly.
   */
  private static long eightDigits(long number) {
    long upper = number / 10_000;
    long fours = upper | (number - 10_000 * upper) << 32;
    long hundreds = (fours * 10_486 >>> 20) & 0x0000007F_0000007FL;
    long twos = hundreds | (fours - 100 * hundreds) << 16;
    long tens = (twos * 103 >>> 10) & 0x000F000F_000F000FL;
    return (tens | (twos - 10 * tens) << 8) | 0x30303030_30303030L;
  }

  private static int putPair(int pair, byte[] target, int end) {
    target[end - 1] = PAIRS[2 * pair + 1];
    target[end - 2] = PAIRS[2 * pair];
    return end - 2;
  }

  private static int put(byte[] text, byte[] target, int at) {
    System.arraycopy(text, 0, target, at, text.length);
    return at + text.length;
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }
}
