package dev.linden.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A command that is ended by a signal. */
class InterruptionTest {
  /** Writes the same file again and again, so that a signal nearly always comes within a write. */
  private static final String SCRIPT =
      """
      X = rand(rows=1000, cols=500)
      for (i in 1:100000) {
        write(X, "x.csv", format="csv")
      }
      """;

  private static final int SIGTERM_EXIT = 128 + 15;

  @Test
  void leavesNoPartOfAFile(@TempDir Path tools, @TempDir Path folder) throws Exception {
    TestLauncher launcher = new TestLauncher(tools);
    Process process = launcher.start(folder, "linden", "-s", SCRIPT);
    Path file = folder.resolve("x.csv");
    while (!Files.exists(file) && process.isAlive()) {
      process.waitFor(10, TimeUnit.MILLISECONDS);
    }
    assertTrue(process.isAlive(), "ended by itself");
    process.destroy();
    assertEquals(SIGTERM_EXIT, process.waitFor());
    assertEquals(1000, Files.readAllLines(file).size());
    try (Stream<Path> files = Files.list(folder)) {
      List<String> names = files.map(f -> f.getFileName().toString()).sorted().toList();
      assertEquals(List.of("x.csv", "x.csv.mtd"), names);
    }
  }
}
