package dev.linden.lang.check;

import java.util.Collection;

/** "Did you mean ...?" for misspelt names. */
final class Suggestions {
  private Suggestions() {}

  /**
   * A hint that names the nearest candidate, or null when none is near enough to be a misspelling.
   */
  static String hint(String name, Collection<String> candidates) {
    String nearest = nearest(name, candidates);
    return nearest == null ? null : "did you mean " + nearest + "?";
  }

  /**
   * The candidate with the smallest edit distance, or null; among equals one of the same length,
   * then the first in alphabetical order.
   */
  static String nearest(String name, Collection<String> candidates) {
    String best = null;
    // About one wrong letter in three is still a misspelling; more is another word.
    int bestDistance = Math.max(1, name.length() / 3) + 1;
    for (String candidate : candidates) {
      if (candidate.equals(name)) {
        continue;
      }
      // Names that differ in case only are the nearest of all, however long.
      int distance = candidate.equalsIgnoreCase(name) ? 0 : distance(name, candidate);
      boolean wholeName = distance >= Math.max(name.length(), candidate.length());
      if (!wholeName
          && (distance < bestDistance
              || best != null && distance == bestDistance && isNearer(candidate, best, name))) {
        best = candidate;
        bestDistance = distance;
      }
    }
    return best;
  }

  private static boolean isNearer(String candidate, String best, String name) {
    boolean sameLength = candidate.length() == name.length();
    boolean bestHas = best.length() == name.length();
    return sameLength == bestHas ? candidate.compareTo(best) < 0 : sameLength;
  }

  /**
   * Insertions, deletions, replacements and swaps of neighbours that turn one text into the other;
   * case counts.
   */
  static int distance(String a, String b) {
    int[][] d = new int[a.length() + 1][b.length() + 1];
    for (int i = 0; i <= a.length(); i++) {
      for (int j = 0; j <= b.length(); j++) {
        if (i == 0 || j == 0) {
          d[i][j] = i + j;
          continue;
        }
        int replace = d[i - 1][j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        d[i][j] = Math.min(replace, 1 + Math.min(d[i - 1][j], d[i][j - 1]));
        if (i > 1
            && j > 1
            && a.charAt(i - 1) == b.charAt(j - 2)
            && a.charAt(i - 2) == b.charAt(j - 1)) {
          d[i][j] = Math.min(d[i][j], d[i - 2][j - 2] + 1);
        }
      }
    }
    return d[a.length()][b.length()];
  }
}
