package dev.linden.matrix;

/** Whole numbers among doubles. */
final class Integers {
  /** All whole numbers below are doubles. */
  static final double ALL = 0x1p53;

  private Integers() {}

  static boolean isWhole(double x) {
    return x == Math.rint(x);
  }

  /** The integer that a double stands for; an ArithmeticException outside of 64 bits. */
  static long rounded(double x) {
    if (!(x >= -0x1p63 && x < 0x1p63)) {
      throw new ArithmeticException("outside of 64 bits");
    }
    return (long) x;
  }

  /** As {@link #rounded(double)}, where {@code exact} tells that the result has 64 bits. */
  static long rounded(double x, long exact) {
    return exact > -ALL && exact < ALL ? exact : (long) x; // 2^63 becomes 2^63 - 1
  }
}
