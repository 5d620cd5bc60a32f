package dev.linden.storage.store;

import dev.linden.base.Extensions;
import dev.linden.base.InputError;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Finds the file system of a path and takes paths apart. */
public final class FileStores {
  // At least two letters: "c:/data" is a drive, not a scheme.
  private static final Pattern SCHEME =
      Pattern.compile("([a-zA-Z][a-zA-Z0-9+.-]+):/.*", Pattern.DOTALL);
  private static final FileStore LOCAL = new LocalFileStore();

  private FileStores() {}

  public static FileStore of(String path) {
    return of(path, LOCAL);
  }

  /** Whether the path has no scheme but {@code file:}. */
  public static boolean isLocal(String path) {
    Matcher matcher = SCHEME.matcher(path);
    return !matcher.matches()
        || LOCAL.schemes().contains(matcher.group(1).toLowerCase(Locale.ROOT));
  }

  /** {@code local} serves plain paths. */
  public static FileStore of(String path, FileStore local) {
    Matcher matcher = SCHEME.matcher(path);
    if (!matcher.matches()) {
      return local;
    }
    String scheme = matcher.group(1).toLowerCase(Locale.ROOT);
    if (local.schemes().contains(scheme)) {
      return local;
    }
    for (FileStore store : Extensions.find(FileStore.class)) {
      if (store.schemes().contains(scheme)) {
        return store;
      }
    }
    throw new InputError(
        path
            + ": there is no file system for \""
            + scheme
            + ":\" on the class path; the spark module supplies"
            + " distributed ones such as hdfs:");
  }

  /** Without slashes at the end. */
  public static String normalize(String path) {
    int end = path.length();
    while (end > 1 && path.charAt(end - 1) == '/' && path.charAt(end - 2) != ':') {
      end--;
    }
    return path.substring(0, end);
  }

  public static String name(String path) {
    return path.substring(path.lastIndexOf('/') + 1);
  }

  /** The path of another name in the same directory. */
  public static String sibling(String path, String name) {
    return path.substring(0, path.lastIndexOf('/') + 1) + name;
  }

  /** The directory that holds the path, as a path that can be listed. */
  public static String parent(String path) {
    int slash = path.lastIndexOf('/');
    return slash < 0 ? "." : slash == 0 ? "/" : path.substring(0, slash);
  }

  public static String child(String directory, String name) {
    return directory.endsWith("/") ? directory + name : directory + "/" + name;
  }

  public static String metadata(String path) {
    return path + ".mtd";
  }
}
