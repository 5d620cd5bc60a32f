package dev.linden.frame;

import ch.randelshofer.fastdoubleparser.JavaDoubleParser;
import dev.linden.base.InputError;

/** What the text of a cell means in the types of columns. */
final class CellText {
  private CellText() {}

  static double number(String text) {
    try {
      return JavaDoubleParser.parseDouble(text.strip());
    } catch (NumberFormatException e) {
      throw new InputError("the cell \"" + text + "\" is not a number", e);
    }
  }

  /** A whole number, perhaps written with a fraction of zeros. */
  static long integer(String text, ColumnType type) {
    try {
      long value = Long.parseLong(text.strip());
      if (type == ColumnType.INT64 || value == (int) value) {
        return value;
      }
    } catch (NumberFormatException notPlain) {
      double value = looksNumeric(text) ? tryNumber(text) : Double.NaN;
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
    if (!looksNumeric(word)) {
      return ColumnType.STRING;
    }
    try {
      long value = Long.parseLong(word);
      return value == (int) value ? ColumnType.INT32 : ColumnType.INT64;
    } catch (NumberFormatException notWhole) {
      double value = tryNumber(word);
      if (Double.isNaN(value)) {
        return word.equals("NaN") ? ColumnType.FP32 : ColumnType.STRING;
      }
      return value == (float) value ? ColumnType.FP32 : ColumnType.FP64;
    }
  }

  /** NaN also for what is no number at all. */
  private static double tryNumber(String text) {
    try {
      return JavaDoubleParser.parseDouble(text.strip());
    } catch (NumberFormatException e) {
      return Double.NaN;
    }
  }

  /** The first character rules out most texts without the cost of an exception. */
  private static boolean looksNumeric(String text) {
    String word = text.strip();
    return !word.isEmpty()
        && "0123456789+-.NI".indexOf(word.charAt(0)) >= 0
        && "0123456789.yN".indexOf(word.charAt(word.length() - 1)) >= 0;
  }
}
