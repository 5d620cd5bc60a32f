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

  /** Of a cell in a column of numbers and flags: true is 1, and an empty text is missing. */
  static double numberOrFlag(String text) {
    return isFlag(text.strip()) ? (flag(text) ? 1 : 0) : text.isEmpty() ? Double.NaN : number(text);
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
      case "true", "t":
        return true;
      case "false", "f":
        return false;
      default:
        double value = Numbers.isNumber(text) ? Numbers.parse(text) : Double.NaN;
        if (value == 0 || value == 1) {
          return value == 1;
        }
        throw wrong(text, ColumnType.BOOLEAN);
    }
  }

  private static InputError wrong(String text, ColumnType type) {
    return new InputError("the cell \"" + text + "\" is no " + type);
  }

  /**
   * The name of the narrowest type that has a value for all texts of a column. If the first is a
   * single character that is no number, further single characters do not change that, be they
   * digits or not; behind a number a letter makes the column one of strings.
   */
  static String typeOfAll(Column texts) {
    ColumnType found = null;
    boolean characters = false;
    boolean flagWords = false;
    for (int i = 0; i < texts.size(); i++) {
      if (texts.isMissing(i)) {
        continue;
      }
      String word = texts.text(i).strip();
      ColumnType cell = type(word);
      flagWords |= cell == ColumnType.BOOLEAN && !isDigit(word.charAt(0));
      if (found == null) {
        found = cell;
        characters = cell == ColumnType.STRING && word.length() <= 1;
      } else {
        characters &= word.length() <= 1;
        found = found.join(cell);
      }
      if (flagWords && found.isNumeric()) {
        // The word true is no number, although a boolean cell has one.
        found = ColumnType.STRING;
      }
      if (found == ColumnType.STRING && !characters) {
        break;
      }
    }
    return characters ? ColumnType.CHARACTERS : (found == null ? ColumnType.STRING : found).name();
  }

  /** The narrowest type that has a value for this text. */
  static ColumnType type(String text) {
    String word = text.strip();
    if (isFlag(word)) {
      return ColumnType.BOOLEAN;
    }
    if (Numbers.isNumber(word)) {
      if (isWhole(word)) {
        double value = Numbers.parse(word);
        if (value == (int) value) {
          return value == 0 || value == 1 ? flagOrWhole(word) : ColumnType.INT32;
        }
        // A double can't tell Long.MAX_VALUE from the number that follows it.
        if (Math.abs(value) < 0x1p63) {
          return ColumnType.INT64;
        }
      }
      double value = Numbers.parse(word);
      return isShort(word, value) ? ColumnType.FP32 : ColumnType.FP64;
    }
    return ColumnType.STRING;
  }

  /** 0 and 1 are flags, 00, 01 and -0 are numbers. */
  private static ColumnType flagOrWhole(String word) {
    boolean oneDigit = word.length() == 1 || word.charAt(1) == '.';
    return oneDigit ? ColumnType.BOOLEAN : ColumnType.INT32;
  }

  static boolean isFlag(String word) {
    return word.equalsIgnoreCase("true")
        || word.equalsIgnoreCase("false")
        || word.equalsIgnoreCase("t")
        || word.equalsIgnoreCase("f");
  }

  /** Digits, perhaps behind a minus, perhaps with a point and zeros behind it. */
  private static boolean isWhole(String word) {
    int at = word.startsWith("-") ? 1 : 0;
    int digits = at;
    while (at < word.length() && isDigit(word.charAt(at))) {
      at++;
    }
    if (at == digits) {
      return false;
    }
    if (at < word.length() && word.charAt(at) == '.') {
      at++;
      while (at < word.length() && word.charAt(at) == '0') {
        at++;
      }
    }
    return at == word.length();
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  private static final int SHORT = 7;
  private static final int LONG = 12;
  private static final double SMALL = 1e-5;
  private static final double LARGE = 10_000;

  /**
   * Whether a number is written with so few digits that single precision shows it again: up to
   * seven characters, or up to twelve of a number from 0.00001 to 10,000 that a float prints alike.
   * The rule is SystemDS's, so that a detected schema is the same; only numbers beyond single
   * precision are FP64 here.
   */
  private static boolean isShort(String word, double value) {
    float rounded = (float) value;
    if (Double.isFinite(value) && !Float.isFinite(rounded)) {
      return false;
    }
    int length = word.startsWith("-") ? word.length() - 1 : word.length();
    if (!Double.isFinite(value) || length <= SHORT) {
      return true;
    }
    return (value == 0 || value >= SMALL)
        && value < LARGE
        && length <= LONG
        && Float.toString(rounded).equals(Double.toString(value));
  }
}
