package dev.linden.frame;

import dev.linden.base.InputError;
import java.util.List;
import java.util.Locale;

/**
 * What operators of restricted lambdas do with values, as Java does it: int, long, double, boolean,
 * char, String, String[] or null.
 */
final class LambdaValues {
  static final List<String> NUMBER_TYPES = List.of("int", "long", "double");

  private LambdaValues() {}

  private static InputError wrong(String expected, Object found) {
    String what = found == null ? "null" : found.getClass().getSimpleName() + " " + found;
    return new InputError("expected " + expected + ", found " + what);
  }

  static boolean flag(Object value) {
    if (value instanceof Boolean flag) {
      return flag;
    }
    throw wrong("a boolean", value);
  }

  static String text(Object value) {
    if (value instanceof String text) {
      return text;
    }
    throw wrong("a String", value);
  }

  static String[] array(Object value) {
    if (value instanceof String[] texts) {
      return texts;
    }
    throw wrong("an array", value);
  }

  /** Characters count as numbers. */
  private static Object numeric(Object value) {
    if (value instanceof Character c) {
      return (int) c;
    }
    if (value instanceof Number) {
      return value;
    }
    throw wrong("a number", value);
  }

  static double number(Object value) {
    return ((Number) numeric(value)).doubleValue();
  }

  static int integer(Object value) {
    if (numeric(value) instanceof Integer number) {
      return number;
    }
    throw wrong("an int", value);
  }

  static Object literal(String text) {
    String lower = text.toLowerCase(Locale.ROOT);
    try {
      if (lower.endsWith("l")) {
        return Long.parseLong(lower.substring(0, lower.length() - 1));
      }
      boolean octal = lower.matches("0[0-9]+");
      if (lower.matches("[0-9]+") && !octal) {
        return Integer.parseInt(lower);
      }
      if (!octal) {
        return Double.parseDouble(lower);
      }
    } catch (NumberFormatException e) {
      throw new InputError(text + " is not a number of Java", e);
    }
    throw new InputError(text + ": octal numbers are left out");
  }

  static String unescaped(String text) {
    try {
      return text.contains("\\u") ? refuseUnicode() : text.translateEscapes();
    } catch (IllegalArgumentException e) {
      throw new InputError("\"" + text + "\" has an unknown escape", e);
    }
  }

  private static String refuseUnicode() {
    throw new InputError("write the character itself in place of its number");
  }

  static Object cast(String type, Object value) {
    Number number = (Number) numeric(value);
    return switch (type) {
      case "int" -> number instanceof Double d ? (Object) (int) (double) d : number.intValue();
      case "long" -> number.longValue();
      default -> number.doubleValue();
    };
  }

  static boolean same(Object left, Object right) {
    if (left == null || right == null) {
      return left == right;
    }
    if (left instanceof Boolean && right instanceof Boolean) {
      return left.equals(right);
    }
    if (left instanceof String || right instanceof String) {
      throw new InputError("compare texts with equals, not with ==");
    }
    Object l = numeric(left);
    Object r = numeric(right);
    return l instanceof Double || r instanceof Double
        ? number(l) == number(r)
        : ((Number) l).longValue() == ((Number) r).longValue();
  }

  static boolean ordered(String sign, Object left, Object right) {
    Object l = numeric(left);
    Object r = numeric(right);
    if (l instanceof Double || r instanceof Double) {
      double x = number(l);
      double y = number(r);
      return switch (sign) {
        case "<" -> x < y;
        case "<=" -> x <= y;
        case ">" -> x > y;
        default -> x >= y;
      };
    }
    int order = Long.compare(((Number) l).longValue(), ((Number) r).longValue());
    return switch (sign) {
      case "<" -> order < 0;
      case "<=" -> order <= 0;
      case ">" -> order > 0;
      default -> order >= 0;
    };
  }

  static Object negative(Object value) {
    return value instanceof Double d ? (Object) (-d) : arithmetic("-", 0, value);
  }

  static Object arithmetic(String sign, Object left, Object right) {
    if (sign.equals("+") && (left instanceof String || right instanceof String)) {
      return joined(left) + joined(right);
    }
    Object l = numeric(left);
    Object r = numeric(right);
    if (l instanceof Double || r instanceof Double) {
      double x = number(l);
      double y = number(r);
      return switch (sign) {
        case "+" -> x + y;
        case "-" -> x - y;
        case "*" -> x * y;
        case "/" -> x / y;
        default -> x % y;
      };
    }
    long x = ((Number) l).longValue();
    long y = ((Number) r).longValue();
    long result =
        switch (sign) {
          case "+" -> x + y;
          case "-" -> x - y;
          case "*" -> x * y;
          case "/" -> x / y;
          default -> x % y;
        };
    return l instanceof Long || r instanceof Long ? (Object) result : (Object) (int) result;
  }

  private static String joined(Object value) {
    if (value instanceof String[]) {
      throw wrong("a text or number", value);
    }
    return String.valueOf(value);
  }
}
