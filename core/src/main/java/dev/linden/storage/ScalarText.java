package dev.linden.storage;

import dev.linden.base.InputError;
import dev.linden.base.Numbers;
import dev.linden.op.Scalar;
import dev.linden.op.ValueType;
import java.util.OptionalLong;

/** Scalars as the whole content of a file. */
final class ScalarText {
  /** What metadata call it. */
  static final String FORMAT = "text";

  private ScalarText() {}

  /** As print shows it, but booleans in lower case. */
  static String format(Scalar value) {
    return value.type() == ValueType.BOOLEAN ? Boolean.toString(value.asBoolean()) : value.asText();
  }

  /** {@code text} without surrounding white space; {@code path} is for messages. */
  static Scalar parse(String text, ValueType type, String path) {
    try {
      switch (type) {
        case DOUBLE:
          return Scalar.of(Numbers.parse(text));
        case INT:
          return Scalar.of(parseInteger(text));
        case BOOLEAN:
          if (text.equalsIgnoreCase("true") || text.equalsIgnoreCase("false")) {
            return Scalar.of(text.equalsIgnoreCase("true"));
          }
          throw new NumberFormatException();
        default:
          return Scalar.of(text);
      }
    } catch (NumberFormatException e) {
      String expected = type == ValueType.INT ? "an int" : "a " + type.word();
      throw new InputError(
          path + ": expected " + expected + ", found \"" + excerpt(text) + "\"", e);
    }
  }

  private static long parseInteger(String text) {
    OptionalLong whole = Numbers.whole(text);
    if (whole.isPresent()) {
      return whole.getAsLong();
    }
    double value = Numbers.parse(text); // 5.0 is a fine int
    if (value != Math.rint(value) || Math.abs(value) >= 0x1p63) {
      throw new NumberFormatException("no integer of 64 bits");
    }
    return (long) value;
  }

  private static String excerpt(String text) {
    return text.length() <= 40 ? text : text.substring(0, 40) + "...";
  }
}
