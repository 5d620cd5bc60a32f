package dev.linden.matrix.kernel.group;

/** Whole numbers in the order of values: NaN is the largest, and the two zeros are one. */
public final class ValueOrder {
  private ValueOrder() {}

  public static long key(double value) {
    return flip(Double.doubleToLongBits(value + 0.0)); // + 0.0 turns -0 into 0
  }

  public static double value(long key) {
    return Double.longBitsToDouble(flip(key));
  }

  /** The larger the bits of a negative value, the smaller it is. */
  private static long flip(long bits) {
    return bits ^ ((bits >> 63) & Long.MAX_VALUE);
  }
}
