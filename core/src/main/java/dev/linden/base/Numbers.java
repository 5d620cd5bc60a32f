package dev.linden.base;

import ch.randelshofer.fastdoubleparser.JavaDoubleParser;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.OptionalLong;

/**
 * The one grammar of numbers, for casts, arguments, texts of matrices, files and settings; literals
 * of scripts are the same without sign and words.
 *
 * <pre>
 * number  = [+-] ( decimal | word )
 * decimal = ( digits [ "." [ digits ] ] | "." digits ) [ ( "e" | "E" ) [+-] digits ]
 * word    = "NaN" | "Inf" | "Infinity"           in any case
 * </pre>
 *
 * <p>So {@code 5.}, {@code .5}, {@code +5} and {@code 1E3} are numbers, and {@code 1d}, {@code
 * 0x1p3}, {@code 1_000}, {@code 1e} and {@code NA} are none. Blanks around a number belong to the
 * text, not to the number: methods that take a whole text strip them.
 */
public final class Numbers {
  private static final String NAN = "nan";
  private static final String INF = "inf";
  private static final String INFINITY = "infinity";

  private Numbers() {}

  public static boolean isNumber(String text) {
    byte[] bytes = bytes(text);
    return kind(bytes, 0, bytes.length) != Kind.NONE;
  }

  /** Throws NumberFormatException for a text that is no number. */
  public static double parse(String text) {
    byte[] bytes = bytes(text);
    return parse(bytes, 0, bytes.length);
  }

  /** As {@link #parse(String)}, for ASCII without blanks around. */
  public static double parse(byte[] bytes, int start, int end) {
    switch (kind(bytes, start, end)) {
      case WHOLE:
      case DECIMAL:
        return JavaDoubleParser.parseDouble(bytes, start, end - start);
      case NOT_A_NUMBER:
        return Double.NaN;
      case INFINITE:
        return bytes[start] == '-' ? Double.NEGATIVE_INFINITY : Double.POSITIVE_INFINITY;
      default:
        throw new NumberFormatException("not a number");
    }
  }

  /** A number that is written without point and exponent, if it has 64 bits. */
  public static OptionalLong whole(String text) {
    byte[] bytes = bytes(text);
    if (kind(bytes, 0, bytes.length) != Kind.WHOLE) {
      return OptionalLong.empty();
    }
    try {
      return OptionalLong.of(Long.parseLong(text.strip()));
    } catch (NumberFormatException beyond64Bits) {
      return OptionalLong.empty();
    }
  }

  private enum Kind {
    NONE,
    WHOLE,
    DECIMAL,
    NOT_A_NUMBER,
    INFINITE
  }

  private static Kind kind(byte[] bytes, int start, int end) {
    int first = start < end && isSign(bytes[start]) ? start + 1 : start;
    int at = afterDigits(bytes, first, end);
    int digits = at - first;
    boolean whole = true;
    if (at < end && bytes[at] == '.') {
      int point = at + 1;
      at = afterDigits(bytes, point, end);
      digits += at - point;
      whole = false;
    }
    if (digits == 0) {
      return word(bytes, first, end);
    }
    if (at < end && (bytes[at] == 'e' || bytes[at] == 'E')) {
      int exponent = at + 1 < end && isSign(bytes[at + 1]) ? at + 2 : at + 1;
      at = afterDigits(bytes, exponent, end);
      if (at == exponent) {
        return Kind.NONE;
      }
      whole = false;
    }
    return at < end ? Kind.NONE : whole ? Kind.WHOLE : Kind.DECIMAL;
  }

  private static Kind word(byte[] bytes, int start, int end) {
    int length = end - start;
    if (length != NAN.length() && length != INF.length() && length != INFINITY.length()) {
      return Kind.NONE;
    }
    String word =
        new String(bytes, start, length, StandardCharsets.ISO_8859_1).toLowerCase(Locale.ROOT);
    return switch (word) {
      case NAN -> Kind.NOT_A_NUMBER;
      case INF, INFINITY -> Kind.INFINITE;
      default -> Kind.NONE;
    };
  }

  private static int afterDigits(byte[] bytes, int start, int end) {
    int at = start;
    while (at < end && bytes[at] >= '0' && bytes[at] <= '9') {
      at++;
    }
    return at;
  }

  private static boolean isSign(byte letter) {
    return letter == '+' || letter == '-';
  }

  /** One byte per letter; letters beyond become '?', which no number has. */
  private static byte[] bytes(String text) {
    return text.strip().getBytes(StandardCharsets.ISO_8859_1);
  }
}
