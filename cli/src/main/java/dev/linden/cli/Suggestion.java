package dev.linden.cli;

import java.util.Collection;

/** The word somebody probably meant. */
final class Suggestion {
  private Suggestion() {}

  /** {@code ; did you mean …?}, or nothing when no candidate is near. */
  static String forWord(String word, Collection<String> candidates) {
    String best = null;
    int bestDistance = Math.max(1, word.length() / 3) + 1;
    for (String candidate : candidates) {
      int distance = distance(letters(word), letters(candidate));
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

  /** Insertions, deletions, replacements and swaps of neighbours that lead from a to b. */
  static int distance(String a, String b) {
    int[][] d = new int[a.length() + 1][b.length() + 1];
    for (int i = 0; i <= a.length(); i++) {
      for (int j = 0; j <= b.length(); j++) {
        if (i == 0 || j == 0) {
          d[i][j] = i + j;
          continue;
        }
        int replaced = d[i - 1][j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        d[i][j] = Math.min(replaced, 1 + Math.min(d[i - 1][j], d[i][j - 1]));
        boolean swapped =
            i > 1
                && j > 1
                && a.charAt(i - 1) == b.charAt(j - 2)
                && a.charAt(i - 2) == b.charAt(j - 1);
        if (swapped) {
          d[i][j] = Math.min(d[i][j], d[i - 2][j - 2] + 1);
        }
      }
    }
    return d[a.length()][b.length()];
  }
}
