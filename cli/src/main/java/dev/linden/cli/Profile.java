package dev.linden.cli;

import dev.linden.base.ResourceError;
import dev.linden.engine.Installation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The file with the times of operators on this machine. */
final class Profile {
  private Profile() {}

  /** Where runs look for it. */
  static Path file() {
    return Path.of(System.getProperty("user.home"), ".linden", "profile.txt");
  }

  /** Measures and writes it; gives its name. */
  static Path create() {
    Path file = file();
    try {
      Files.createDirectories(file.getParent());
      Files.writeString(file, Installation.measure());
    } catch (IOException e) {
      throw new ResourceError("the profile can't be written to " + file + ": " + e.getMessage(), e);
    }
    return file;
  }
}
