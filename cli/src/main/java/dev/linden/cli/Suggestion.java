package dev.linden.cli;

import dev.linden.base.EditDistance;
import java.util.Collection;

/** The word somebody probably meant. */
final class Suggestion {
  private Suggestion() {}

  /** {@code ; did you mean …?}, or nothing when no candidate is near. */
  static String forWord(String word, Collection<String> candidates) {
    String best = null;
    int bestDistance = Math.max(1, word.length() / 3) + 1;
    for (String candidate : candidates) {
      int distance = EditDistance.between(letters(word), letters(candidate));
      if (distance < bestDistance) {
        best = candidate;
        bestDistance = distance;
      }
    }
    return best == null ? "" : "; did you mean " + best + "?";
  }

  /** Whether one or two dashes were typed says nothing about the word meant. */
  private static String letters(String word) {
    int dashes = 0;
    while (dashes < word.length() && word.charAt(dashes) == '-') {
      dashes++;
    }
    return word.substring(dashes);
  }
}
