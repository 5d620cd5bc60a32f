package dev.linden.frame;

import dev.linden.base.InputError;
import dev.linden.base.Numbers;
import java.util.OptionalLong;

/** What the text of a cell means in the types of columns. */
final class CellText {
  private CellText() {}

  static double number(String text) {
    try {
      return Numbers.parse(text);
    } catch (NumberFormatException e) {
      throw new InputError("the cell \"" + text + "\" is not a number", e);
    }
  }

  /** A whole number, perhaps written with a fraction of zeros. */
  static long integer(String text, ColumnType type) {
    OptionalLong whole = Numbers.whole(text);
    if (whole.isPresent()) {
      long value = whole.getAsLong();
      if (type == ColumnType.INT64 || value == (int) value) {
        return value;
      }
    } else if (Numbers.isNumber(text)) {
      double value = Numbers.parse(text);
      double limit = type == ColumnType.INT64 ? 0x1p63 : 0x1p31;
      if (value == Math.rint(value) && value >= -limit && value < limit) {
        return (long) value;
      }
    }
    throw wrong(text, type);
  }

  static boolean flag(String text) {
    switch (text.strip().toLowerCase(java.util.Locale.ROOT)) {
      case "true", "1", "1.0":
        return true;
      case "false", "0", "0.0":
        return false;
      default:
        throw wrong(text, ColumnType.BOOLEAN);
    }
  }

  private static InputError wrong(String text, ColumnType type) {
    return new InputError("the cell \"" + text + "\" is no " + type);
  }

  /** The narrowest type that has a value for this text. */
  static ColumnType type(String text) {
    String word = text.strip();
    if (word.equalsIgnoreCase("true") || word.equalsIgnoreCase("false")) {
      return ColumnType.BOOLEAN;
    }
    if (!Numbers.isNumber(word)) {
      return ColumnType.STRING;
    }
    OptionalLong whole = Numbers.whole(word);
    if (whole.isPresent()) {
      long value = whole.getAsLong();
      return value == (int) value ? ColumnType.INT32 : ColumnType.INT64;
    }
    double value = Numbers.parse(word);
    return Double.isNaN(value) || value == (float) value ? ColumnType.FP32 : ColumnType.FP64;
  }
}
