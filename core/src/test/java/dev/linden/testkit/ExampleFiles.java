package dev.linden.testkit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** The folder {@code examples}, for tests that run in another folder. */
public final class ExampleFiles {
  private static final Path EXAMPLES = Path.of("..", "examples");

  private ExampleFiles() {}

  /** Scripts and commands there see the examples as they would from the root of the checkout. */
  public static void copyTo(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(EXAMPLES)) {
      for (Path file : files.toList()) {
        Path copy = folder.resolve("examples").resolve(EXAMPLES.relativize(file).toString());
        if (Files.isDirectory(file)) {
          Files.createDirectories(copy);
        } else {
          Files.copy(file, copy);
        }
      }
    }
  }
}
