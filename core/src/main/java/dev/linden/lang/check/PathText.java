package dev.linden.lang.check;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;

/** Paths as scripts write them. Whether they lead anywhere is for those to say who open them. */
final class PathText {
  private PathText() {}

  /**
   * Two ways to write the path of a file give one text; URIs and names that are no paths stay as
   * they are.
   */
  static String normalize(String path) {
    Path file = path.startsWith("<") ? null : file(path);
    return file == null ? path : file.normalize().toString();
  }

  static boolean isAbsolute(String path) {
    Path file = file(path);
    return file == null || file.isAbsolute();
  }

  /** Null if it is no path of a local file. */
  private static Path file(String path) {
    try {
      return path.contains(":/") ? null : Path.of(path);
    } catch (InvalidPathException e) {
      return null; // a character that no file name may have, or that this locale does not know
    }
  }
}
