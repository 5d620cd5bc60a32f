package dev.linden.storage;

import dev.linden.base.EditDistance;
import dev.linden.storage.store.FileStore;
import dev.linden.storage.store.FileStores;
import dev.linden.storage.text.Parts;
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

  /** Upper and lower case are alike. */
  private static int distance(String left, String right) {
    return EditDistance.between(left.toLowerCase(Locale.ROOT), right.toLowerCase(Locale.ROOT));
  }
}
