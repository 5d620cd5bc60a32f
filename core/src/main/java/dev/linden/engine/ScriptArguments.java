package dev.linden.engine;

import dev.linden.base.Numbers;
import dev.linden.op.Scalar;
import java.util.OptionalLong;
import java.util.regex.Pattern;

/** Names and values of {@code $} arguments: which type the text of a value has. */
public final class ScriptArguments {
  private static final Pattern NAME = Pattern.compile("[A-Za-z][A-Za-z0-9_]*");

  private ScriptArguments() {}

  public static boolean isName(String text) {
    return NAME.matcher(text).matches();
  }

  /**
   * {@code TRUE} and {@code FALSE} are booleans, a 64-bit integer is an int, another number a
   * double, everything else a string. Quotes around the text say that it is a string, whatever is
   * in them, and are removed. Blanks around a number or a boolean do not count, but such a number
   * is always a double, as in SystemDS; those of a string stay.
   */
  public static Scalar typed(String text) {
    String word = text.strip();
    if (!word.equals(text) && (Numbers.isNumber(word) || isFlag(word))) {
      Scalar value = typed(word);
      return isFlag(word) ? value : Scalar.of(value.asDouble());
    }
    if (isFlag(text)) {
      return Scalar.of(text.equals("TRUE"));
    }
    OptionalLong whole = Numbers.whole(text);
    if (whole.isPresent()) {
      return Scalar.of(whole.getAsLong());
    }
    if (Numbers.isNumber(text)) {
      return Scalar.of(Numbers.parse(text));
    }
    return Scalar.of(unquoted(text));
  }

  private static boolean isFlag(String text) {
    return text.equals("TRUE") || text.equals("FALSE");
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
