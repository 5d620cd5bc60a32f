package dev.linden.lang.check;

import dev.linden.op.DataType;
import dev.linden.op.Info;
import dev.linden.op.Op;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.stream.Collectors;

/** Small pieces of messages. */
final class Words {
  private Words() {}

  /** {@code a}, {@code a and b}, {@code a, b and c}. */
  static String and(List<String> words) {
    if (words.size() < 2) {
      return String.join("", words);
    }
    int last = words.size() - 1;
    return String.join(", ", words.subList(0, last)) + " and " + words.get(last);
  }

  /** {@code a matrix or a scalar}. */
  static String anyOf(Collection<DataType> types) {
    return EnumSet.copyOf(types).stream()
        .map(type -> "a " + type.word())
        .collect(Collectors.joining(" or "));
  }

  /** {@code a 3x4 matrix}, {@code an int}. */
  static String describe(Info info) {
    String text = info.describe();
    return ("aeiou8".indexOf(text.charAt(0)) >= 0 ? "an " : "a ") + text;
  }

  /** {@code 1 result}, {@code 2 results}. */
  static String count(int number, String what) {
    return (number == 0 ? "no" : Integer.toString(number)) + " " + what + (number == 1 ? "" : "s");
  }

  /** The operator as subject of a sentence. */
  static String name(Op op) {
    return switch (op.name()) {
      case "[]" -> "indexing";
      case "[]<-" -> "assignment to an index";
      case "unary -" -> "-";
      default -> op.name();
    };
  }
}
