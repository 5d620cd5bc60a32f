package dev.linden.engine;

import dev.linden.base.InputError;
import dev.linden.base.Numbers;
import dev.linden.op.Size;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Sizes as {@code --assume} takes them: {@code 1e8x500}, {@code 1e6x1e4,0.01}. */
public final class AssumedSize {
  private static final String COUNT = "([0-9]+(?:\\.[0-9]+)?(?:[eE][0-9]+)?)";
  private static final Pattern SIZE = Pattern.compile(COUNT + "x" + COUNT + "(?:,([0-9.eE+-]+))?");

  private AssumedSize() {}

  /**
   * Without a share of non-zeros nothing is known of them.
   *
   * @throws InputError that says what is expected
   */
  public static Size parse(String text) {
    Matcher matcher = SIZE.matcher(text);
    if (!matcher.matches()) {
      throw new InputError(
          "expected a size such as 1e8x500, or 1e6x1e4,0.01 with the share of non-zeros, found \""
              + text
              + "\"");
    }
    long rows = count(matcher.group(1));
    long cols = count(matcher.group(2));
    if (matcher.group(3) == null) {
      return Size.of(rows, cols);
    }
    double share = number(matcher.group(3));
    if (!(share >= 0 && share <= 1)) {
      throw new InputError("expected a share of non-zeros from 0 to 1, found " + matcher.group(3));
    }
    return Size.of(rows, cols, (long) Math.ceil(share * rows * cols));
  }

  private static long count(String text) {
    double value = number(text);
    if (value != Math.rint(value) || value > 1e15) {
      throw new InputError("expected a whole number of rows and columns, found " + text);
    }
    return (long) value;
  }

  private static double number(String text) {
    try {
      return Numbers.parse(text);
    } catch (NumberFormatException e) {
      throw new InputError("expected a number, found \"" + text + "\"", e);
    }
  }
}
