package dev.linden.api;

import dev.linden.op.Scalar;
import java.util.regex.Pattern;

/** Names and values of {@code $} arguments: which type the text of a value has. */
public final class ScriptArguments {
  private static final Pattern NAME = Pattern.compile("[A-Za-z][A-Za-z0-9_]*");

  /**
   * Decimal notation only: {@code 1d}, {@code 2f} and {@code 0x1p3} are names more often than
   * numbers.
   */
  private static final Pattern NUMBER =
      Pattern.compile("[+-]?(([0-9]+\\.?[0-9]*|\\.[0-9]+)([eE][+-]?[0-9]+)?|NaN|Infinity)");

  private static final Pattern INTEGER = Pattern.compile("[+-]?[0-9]+");

  private ScriptArguments() {}

  public static boolean isName(String text) {
    return NAME.matcher(text).matches();
  }

  /**
   * {@code TRUE} and {@code FALSE} are booleans, a 64-bit integer is an int, another number a
   * double, everything else a string. Quotes around the text say that it is a string, whatever is
   * in them, and are removed.
   */
  public static Scalar typed(String text) {
    if (text.equals("TRUE") || text.equals("FALSE")) {
      return Scalar.of(text.equals("TRUE"));
    }
    if (INTEGER.matcher(text).matches()) {
      try {
        return Scalar.of(Long.parseLong(text));
      } catch (NumberFormatException outside64Bits) {
        return Scalar.of(Double.parseDouble(text));
      }
    }
    if (NUMBER.matcher(text).matches()) {
      return Scalar.of(Double.parseDouble(text));
    }
    return Scalar.of(unquoted(text));
  }

  private static String unquoted(String text) {
    int last = text.length() - 1;
    boolean quoted =
        last >= 1
            && text.charAt(0) == text.charAt(last)
            && (text.charAt(0) == '"' || text.charAt(0) == '\'');
    return quoted ? text.substring(1, last) : text;
  }
}
