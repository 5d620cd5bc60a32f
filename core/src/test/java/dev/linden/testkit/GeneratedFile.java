package dev.linden.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A file of the repository that is made from the code; {@code -Ddocs.update=true} writes it anew.
 */
public final class GeneratedFile {
  private GeneratedFile() {}

  /**
   * Fails when the file says something else.
   *
   * @param file below the root of the checkout
   */
  public static void assertUpToDate(String file, String expected) throws IOException {
    Path path = DocumentedExamples.root().resolve(file);
    if (Boolean.getBoolean("docs.update")) {
      Files.writeString(path, expected);
    }
    assertEquals(
        expected,
        Files.exists(path) ? Files.readString(path) : "",
        file + " is stale: run with -Ddocs.update=true");
  }
}
