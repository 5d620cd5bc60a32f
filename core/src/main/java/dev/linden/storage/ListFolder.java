package dev.linden.storage;

import dev.linden.base.InputError;
import dev.linden.storage.store.FileStore;
import dev.linden.storage.store.FileStores;
import dev.linden.storage.text.Parts;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A list in a file system: a directory with an entry {@code position_name} (or {@code position})
 * per element.
 */
final class ListFolder {
  private static final Pattern ENTRY = Pattern.compile("(\\d{1,9})(?:_(.*))?", Pattern.DOTALL);

  /** An element; the name is null in a list without names. */
  record Entry(int position, String name, String path) {}

  private ListFolder() {}

  static List<Entry> entries(FileStore store, String directory) throws IOException {
    if (store.kind(directory) != FileStore.Kind.DIRECTORY) {
      throw new InputError(directory + " is a file, but a list is a directory");
    }
    List<Entry> entries = new ArrayList<>();
    for (String file : store.list(directory)) {
      Matcher matcher = ENTRY.matcher(file);
      if (Parts.isData(file) && matcher.matches()) {
        String name = matcher.group(2);
        entries.add(
            new Entry(
                Integer.parseInt(matcher.group(1)),
                name == null ? null : decode(name),
                FileStores.child(directory, file)));
      }
    }
    entries.sort(Comparator.comparingInt(Entry::position));
    return entries;
  }

  static String fileName(int position, String name) {
    return name == null ? Integer.toString(position) : position + "_" + encode(name);
  }

  /** A slash would be another directory, and a name that ends like metadata would pass for it. */
  private static String encode(String name) {
    String safe = name.replace("%", "%25").replace("/", "%2F").replace("\0", "%00");
    return safe.endsWith(".mtd") || safe.endsWith(".crc") ? safe + "%" : safe;
  }

  private static String decode(String file) {
    String name = file.endsWith("%") ? file.substring(0, file.length() - 1) : file;
    return name.replace("%00", "\0").replace("%2F", "/").replace("%25", "%");
  }
}
