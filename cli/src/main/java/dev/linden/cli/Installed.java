package dev.linden.cli;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/** The files that this process was started from, as they were then. */
final class Installed {
  private final List<Path> files;
  private final List<String> stamps;

  private Installed(List<Path> files) {
    this.files = files;
    stamps = stamps();
  }

  static Installed now() {
    String names = System.getProperty("java.class.path");
    return new Installed(
        Arrays.stream(names.split(File.pathSeparator))
            .filter(name -> !name.isEmpty())
            .map(Path::of)
            .toList());
  }

  /** Whether they are still the same. */
  boolean isCurrent() {
    return stamps.equals(stamps());
  }

  private List<String> stamps() {
    return files.stream().map(Installed::stamp).toList();
  }

  private static String stamp(Path file) {
    try {
      return Files.size(file) + " " + Files.getLastModifiedTime(file);
    } catch (IOException e) {
      return "gone";
    }
  }
}
