package dev.linden.lang.parse;

import dev.linden.op.Scalar;
import java.util.Map;

/** The values of number and string tokens, and of names that stand for numbers. */
public final class Literals {
  /** Names of numbers, which can't be assigned. */
  public static final Map<String, Scalar> CONSTANTS =
      Map.of(
          "pi",
          Scalar.of(Math.PI),
          "Inf",
          Scalar.of(Double.POSITIVE_INFINITY),
          "NaN",
          Scalar.of(Double.NaN));

  private static final String ESCAPES = "btnfr\"'\\";
  private static final String MEANINGS = "\b\t\n\f\r\"'\\";

  private Literals() {}

  public static boolean isEscape(char letter) {
    return ESCAPES.indexOf(letter) >= 0;
  }

  /** Whether a string of digits is a 64-bit integer. */
  public static boolean fitsLong(String digits) {
    long value = 0;
    for (int i = 0; i < digits.length(); i++) {
      int digit = digits.charAt(i) - '0';
      if (value > (Long.MAX_VALUE - digit) / 10) {
        return false;
      }
      value = 10 * value + digit;
    }
    return true;
  }

  /** The text between the quotes, with escapes replaced once, from left to right. */
  public static String unquote(String token) {
    String raw = token.substring(1, token.length() - 1);
    if (raw.indexOf('\\') < 0) {
      return raw;
    }
    StringBuilder text = new StringBuilder(raw.length());
    for (int i = 0; i < raw.length(); i++) {
      char c = raw.charAt(i);
      if (c == '\\') {
        i++;
        int escape = ESCAPES.indexOf(raw.charAt(i));
        c =
            escape >= 0
                ? MEANINGS.charAt(escape)
                : raw.charAt(i); // an unknown one has been reported
      }
      text.append(c);
    }
    return text.toString();
  }
}
