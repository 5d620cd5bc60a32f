package dev.linden.storage;

import java.io.IOException;
import java.util.Locale;

/** Helps whoever mistyped the name of a file. */
final class SimilarNames {
  private SimilarNames() {}

  /** A sentence that names the most similar file of the directory, or nothing. */
  static String hint(FileStore store, String path) throws IOException {
    String directory = FileStores.parent(path);
    if (store.kind(directory) != FileStore.Kind.DIRECTORY) {
      return store.exists(directory)
          ? ""
          : "; the directory " + directory + " does not exist either";
    }
    String wanted = FileStores.name(path);
    // A third of the name may differ, but never more than a slip of the finger or two.
    int bestDistance = Math.min(2, wanted.length() / 3) + 1;
    String best = null;
    for (String name : store.list(directory)) {
      if (!Parts.isData(name)) {
        continue;
      }
      int distance =
          Math.min(distance(wanted, name), stem(wanted).equals(stem(name)) ? 1 : Integer.MAX_VALUE);
      if (distance < bestDistance
          || (distance == bestDistance && best != null && name.compareTo(best) < 0)) {
        best = name;
        bestDistance = distance;
      }
    }
    return best == null ? "" : "; did you mean " + FileStores.sibling(path, best) + "?";
  }

  private static String stem(String name) {
    int dot = name.lastIndexOf('.');
    return (dot <= 0 ? name : name.substring(0, dot)).toLowerCase(Locale.ROOT);
  }

  /** Insertions, deletions and replacements between two names, upper and lower case alike. */
  private static int distance(String left, String right) {
    String a = left.toLowerCase(Locale.ROOT);
    String b = right.toLowerCase(Locale.ROOT);
    int[] previous = new int[b.length() + 1];
    for (int j = 0; j <= b.length(); j++) {
      previous[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      int[] current = new int[b.length() + 1];
      current[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        int replace = previous[j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        current[j] = Math.min(replace, 1 + Math.min(previous[j], current[j - 1]));
      }
      previous = current;
    }
    return previous[b.length()];
  }
}
