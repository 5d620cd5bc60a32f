package dev.linden.op;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;

/**
 * The text of doubles. {@code Double.toString} gives the shortest text that reads back as the same
 * double only since JDK 19. Results must not depend on the JDK, so one place owns the conversion.
 */
public final class DoubleText {
  private static final boolean JDK_IS_SHORTEST = Runtime.version().feature() >= 19;

  /** Any decimal of so many digits is the only one of that length that its double can stand for. */
  private static final int SAFE_DIGITS = 15;

  private static final int MAX_DIGITS = 17;

  private DoubleText() {}

  /**
   * At least one digit after the point; scientific when |x| >= 10^7 or |x| < 10^-3; NaN, Infinity,
   * -Infinity, -0.0.
   */
  public static String shortest(double value) {
    String text = Double.toString(value);
    return JDK_IS_SHORTEST || isShortest(value, text) ? text : shorten(value);
  }

  /** Whole numbers without a fraction, for messages. */
  static String compact(double value) {
    return value == Math.rint(value) && Math.abs(value) < 1e15
        ? Long.toString((long) value)
        : shortest(value);
  }

  private static boolean isShortest(double value, String text) {
    if (!Double.isFinite(value) || value == 0) {
      return true;
    }
    return Math.abs(value) >= Double.MIN_NORMAL && digits(text) <= SAFE_DIGITS;
  }

  /**
   * Digits from the first that is not 0; more than 15 too if the last of several fraction digits is
   * a superfluous 0.
   */
  private static int digits(String text) {
    int count = 0;
    char last = ' ';
    for (int i = 0; i < text.length() && text.charAt(i) != 'E'; i++) {
      char c = text.charAt(i);
      if (c >= '0' && c <= '9' && (count > 0 || c != '0')) {
        count++;
      }
      if (last != '.' && i > 0 && c == '0' && text.indexOf('.') < i && endsDigits(text, i)) {
        return Integer.MAX_VALUE;
      }
      last = c;
    }
    return count;
  }

  private static boolean endsDigits(String text, int i) {
    return i + 1 == text.length() || text.charAt(i + 1) == 'E';
  }

  /**
   * Tries ever more digits until one of the two neighbouring decimals of that length reads back as
   * the value.
   */
  static String shorten(double value) {
    double magnitude = Math.abs(value);
    BigDecimal exact = new BigDecimal(magnitude);
    int digits = magnitude < Double.MIN_NORMAL ? 2 : SAFE_DIGITS;
    BigDecimal found = null;
    for (; found == null && digits <= MAX_DIGITS; digits++) {
      found = roundTrip(exact, magnitude, digits);
    }
    if (found == null) {
      throw new IllegalStateException("17 digits determine a double: " + exact);
    }
    return (value < 0 ? "-" : "") + layOut(found.stripTrailingZeros());
  }

  private static BigDecimal roundTrip(BigDecimal exact, double magnitude, int digits) {
    BigDecimal below = exact.round(new MathContext(digits, RoundingMode.DOWN));
    BigDecimal above = exact.round(new MathContext(digits, RoundingMode.UP));
    boolean belowFits = below.doubleValue() == magnitude;
    boolean aboveFits = above.doubleValue() == magnitude;
    if (belowFits && aboveFits) {
      return exact.round(new MathContext(digits, RoundingMode.HALF_EVEN));
    }
    return belowFits ? below : aboveFits ? above : null;
  }

  private static String layOut(BigDecimal decimal) {
    String digits = decimal.unscaledValue().toString();
    // The value is 0.d1d2d3... * 10^pointAt.
    int pointAt = digits.length() - decimal.scale();
    if (pointAt > 7 || pointAt < -2) {
      String fraction = digits.length() > 1 ? digits.substring(1) : "0";
      return digits.charAt(0) + "." + fraction + "E" + (pointAt - 1);
    }
    if (pointAt <= 0) {
      return "0." + "0".repeat(-pointAt) + digits;
    }
    if (digits.length() <= pointAt) {
      return digits + "0".repeat(pointAt - digits.length()) + ".0";
    }
    return digits.substring(0, pointAt) + "." + digits.substring(pointAt);
  }
}
