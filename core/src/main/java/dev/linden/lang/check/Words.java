package dev.linden.lang.check;

import java.util.List;

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

  /** {@code 1 result}, {@code 2 results}. */
  static String count(int number, String what) {
    return (number == 0 ? "no" : Integer.toString(number)) + " " + what + (number == 1 ? "" : "s");
  }
}
