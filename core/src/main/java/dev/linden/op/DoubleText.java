package dev.linden.op;

/**
 * The text of doubles. {@code Double.toString} of JDK 17 and 18 is not always the shortest text (2.0E-3 is, 2.2250738585072014E-308
 * is not always): results must not depend on the JDK, so one place owns the conversion.
 */
public final class DoubleText {
  private DoubleText() {}

  /** At least one digit after the point; scientific when |x| >= 10^7 or |x| < 10^-3; NaN, Infinity, -Infinity, -0.0. */
  public static String shortest(double value) {
    return Double.toString(value);
  }
}
