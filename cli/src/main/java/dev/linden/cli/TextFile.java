package dev.linden.cli;

import dev.linden.base.ResourceError;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** Writes a text to a file that is then there as a whole, or as it was before. */
final class TextFile {
  private TextFile() {}

  static void write(String name, String text) {
    write(Caller.PROCESS, name, text);
  }

  /** The file is the one that the caller calls so. */
  static void write(Caller caller, String name, String text) {
    try {
      Path path = caller.path(name);
      if (Files.isDirectory(path)) {
        throw new UsageError(name + " is a directory");
      }
      if (Files.exists(path) && !Files.isRegularFile(path)) {
        Files.writeString(path, text); // a pipe or a device
        return;
      }
      // The file that a link leads to is what changes.
      Path target = Files.exists(path) ? path.toRealPath() : path.toAbsolutePath();
      if (!Files.isDirectory(target.getParent())) {
        throw new UsageError(name + ": there is no folder " + target.getParent());
      }
      Path unfinished = target.resolveSibling("." + target.getFileName() + ".unfinished");
      try {
        Files.writeString(unfinished, text);
        Files.move(
            unfinished,
            target,
            StandardCopyOption.ATOMIC_MOVE,
            StandardCopyOption.REPLACE_EXISTING);
      } finally {
        Files.deleteIfExists(unfinished);
      }
    } catch (InvalidPathException e) {
      throw new UsageError("\"" + name + "\" is not the name of a file");
    } catch (IOException e) {
      throw new ResourceError(name + " can't be written: " + e.getMessage(), e);
    }
  }
}
