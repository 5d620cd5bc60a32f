package dev.linden.frame;

import java.util.HashSet;
import java.util.Set;

/**
 * How much two texts differ. Lambdas of {@code map} can call these by the name of the class, as the
 * functions of the library do: {@code (x, y) -> TextDistance.edits(x, y)}.
 */
public final class TextDistance {
  private TextDistance() {}

  /** The fewest characters to insert, delete or replace that make one text the other. */
  public static int edits(String a, String b) {
    return edits(letters(a), letters(b), false);
  }

  /** As {@link #edits}, with two neighbours that changed places as one edit. */
  public static int editsAndSwaps(String a, String b) {
    return edits(letters(a), letters(b), true);
  }

  /** Edits of words, divided by the number of words of the longer text. A blank ends a word. */
  public static double wordErrorRate(String a, String b) {
    String[] first = a == null ? new String[0] : a.split(" ");
    String[] second = b == null ? new String[0] : b.split(" ");
    int longer = Math.max(first.length, second.length);
    return longer == 0 ? 0 : (double) edits(first, second, false) / longer;
  }

  private static String[] letters(String text) {
    return text.isEmpty() ? new String[0] : text.split("");
  }

  private static int edits(String[] a, String[] b, boolean swaps) {
    int m = a.length;
    int n = b.length;
    int[] beforeLast = new int[n + 1];
    int[] last = new int[n + 1];
    int[] row = new int[n + 1];
    for (int j = 0; j <= n; j++) {
      row[j] = j;
    }
    for (int i = 1; i <= m; i++) {
      int[] free = beforeLast;
      beforeLast = last;
      last = row;
      row = free;
      row[0] = i;
      for (int j = 1; j <= n; j++) {
        int replaced = last[j - 1] + (a[i - 1].equals(b[j - 1]) ? 0 : 1);
        row[j] = Math.min(replaced, Math.min(last[j], row[j - 1]) + 1);
        if (swaps && i > 1 && j > 1 && a[i - 1].equals(b[j - 2]) && a[i - 2].equals(b[j - 1])) {
          row[j] = Math.min(row[j], beforeLast[j - 2] + 1);
        }
      }
    }
    return row[n];
  }

  /** The share of characters that occur in both texts among those that occur in one of them. */
  public static double jaccard(String a, String b) {
    Set<Integer> both = characters(a);
    Set<Integer> any = characters(a);
    both.retainAll(characters(b));
    any.addAll(characters(b));
    return any.isEmpty() ? 1 : (double) both.size() / any.size();
  }

  private static Set<Integer> characters(String text) {
    Set<Integer> characters = new HashSet<>();
    text.chars().forEach(characters::add);
    return characters;
  }
}
