package dev.linden.base;

import java.util.Collection;

/** "Did you mean ...?" for misspelt names. */
public final class Suggestions {
  private Suggestions() {}

  /**
   * A hint that names the nearest candidate, or null when none is near enough to be a misspelling.
   */
  public static String hint(String name, Collection<String> candidates) {
    String nearest = nearest(name, candidates);
    return nearest == null ? null : "did you mean " + nearest + "?";
  }

  /**
   * The candidate with the smallest edit distance, or null; among equals one of the same length,
   * then the first in alphabetical order.
   */
  public static String nearest(String name, Collection<String> candidates) {
    String best = null;
    // About one wrong letter in three is still a misspelling; more is another word.
    int bestDistance = Math.max(1, name.length() / 3) + 1;
    for (String candidate : candidates) {
      if (candidate.equals(name)) {
        continue;
      }
      // Names that differ in case only are the nearest of all, however long.
      int distance = candidate.equalsIgnoreCase(name) ? 0 : EditDistance.between(name, candidate);
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
}
