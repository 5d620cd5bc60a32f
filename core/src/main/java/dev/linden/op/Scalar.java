package dev.linden.op;

import dev.linden.base.InputError;
import dev.linden.base.Numbers;
import java.io.Serializable;
import java.util.OptionalLong;

/**
 * A scalar of any value type. Numbers and booleans are kept as 64 bits (the long, the bits of the
 * double, 0 or 1), exactly as the interpreter's slots keep them; a string is kept as text.
 */
public record Scalar(ValueType type, long bits, String text) implements Value, Serializable {
  /** {@code floor(x + 2^-53)}-style tolerance of index and integer conversion. */
  private static final double EPSILON = 0x1p-53;

  public static final Scalar TRUE = new Scalar(ValueType.BOOLEAN, 1, null);
  public static final Scalar FALSE = new Scalar(ValueType.BOOLEAN, 0, null);

  public static Scalar of(double value) {
    return new Scalar(ValueType.DOUBLE, Double.doubleToRawLongBits(value), null);
  }

  public static Scalar of(long value) {
    return new Scalar(ValueType.INT, value, null);
  }

  public static Scalar of(boolean value) {
    return value ? TRUE : FALSE;
  }

  public static Scalar of(String value) {
    return new Scalar(ValueType.STRING, 0, value);
  }

  /** A number that becomes an int or a boolean again when the result type says so. */
  public static Scalar of(double value, ValueType type) {
    return new Scalar(type, encode(value, type), null);
  }

  /** The slot bits of a numeric result; an int outside the 64-bit range is an error. */
  public static long encode(double value, ValueType type) {
    switch (type) {
      case DOUBLE:
        return Double.doubleToRawLongBits(value);
      case BOOLEAN:
        return value != 0 ? 1 : 0;
      case INT:
        return integer(value);
      default:
        throw new IllegalArgumentException("not numeric: " + type);
    }
  }

  public static double decode(ValueType type, long bits) {
    return type == ValueType.DOUBLE ? Double.longBitsToDouble(bits) : bits;
  }

  @Override
  public DataType dataType() {
    return DataType.SCALAR;
  }

  /** As a number: TRUE is 1, a string is parsed. */
  public double asDouble() {
    return type == ValueType.STRING ? parseDouble(text) : decode(type, bits);
  }

  /**
   * As an int of the language: truncated toward zero, NaN is 0; an error if that has more than 64
   * bits. Text of digits is not rounded.
   */
  public long toInteger() {
    if (type == ValueType.STRING) {
      OptionalLong whole = Numbers.whole(text);
      return whole.isPresent() ? whole.getAsLong() : integer(parseDouble(text));
    }
    return type == ValueType.DOUBLE ? integer(asDouble()) : bits;
  }

  private static long integer(double value) {
    if (value < -0x1p63 || value >= 0x1p63) {
      throw new InputError(format(value) + " is no integer of 64 bits");
    }
    return truncate(value);
  }

  /** Truncated toward zero; NaN is 0, infinities saturate. */
  public long asLong() {
    return switch (type) {
      case INT, BOOLEAN -> bits;
      default -> truncate(asDouble());
    };
  }

  /** Non-zero (NaN too) is true; text is true when it is "true" in any case. */
  public boolean asBoolean() {
    return type == ValueType.STRING ? text.equalsIgnoreCase("true") : decode(type, bits) != 0;
  }

  /** The text that print shows. */
  public String asText() {
    return switch (type) {
      case STRING -> text;
      case INT -> Long.toString(bits);
      case BOOLEAN -> bits != 0 ? "TRUE" : "FALSE";
      default -> format(asDouble());
    };
  }

  /**
   * {@code sign(x)*floor(|x| + 2^-53)}: the integer that indices, loop bounds and as.integer use.
   */
  public static long truncate(double value) {
    return value < 0 ? -(long) Math.floor(-value + EPSILON) : (long) Math.floor(value + EPSILON);
  }

  public static double parseDouble(String text) {
    try {
      return Numbers.parse(text);
    } catch (NumberFormatException e) {
      throw new InputError("\"" + text + "\" is not a number", e);
    }
  }

  /** Shortest text of a double. */
  public static String format(double value) {
    return DoubleText.shortest(value);
  }

  /**
   * Equal type and equal value, all NaNs alike, 0.0 and -0.0 apart: two literals that may be
   * unified.
   */
  @Override
  public boolean equals(Object other) {
    return other instanceof Scalar that
        && type == that.type
        && bits == that.bits
        && java.util.Objects.equals(text, that.text);
  }

  @Override
  public int hashCode() {
    return 31 * Long.hashCode(bits) + 7 * type.ordinal() + (text == null ? 0 : text.hashCode());
  }

  @Override
  public String toString() {
    return type == ValueType.STRING ? "\"" + text + "\"" : asText();
  }
}
