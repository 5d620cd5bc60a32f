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

  /** Native code, which does not hear that it is called off, works on it for a minute. */
  private static final String FACTORISATION =
      """
      X = rand(rows=6000, cols=6000, seed=1)
      A = X + t(X)
      print("begin")
      write(1, "begun")
      [w, V] = eigen(A)
      print(sum(w))
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

  @Test
  void doesNotWaitForNativeCode(@TempDir Path tools, @TempDir Path folder) throws Exception {
    TestLauncher launcher = new TestLauncher(tools);
    Files.writeString(folder.resolve("script.dml"), FACTORISATION);
    Process process = launcher.start(folder, "sh", "-c", "exec linden script.dml > out.txt");
    while (!Files.exists(folder.resolve("begun.mtd")) && process.isAlive()) {
      process.waitFor(10, TimeUnit.MILLISECONDS);
    }
    process.waitFor(500, TimeUnit.MILLISECONDS);
    assertTrue(process.isAlive(), "ended by itself");
    process.destroy();
    assertEquals(SIGTERM_EXIT, process.waitFor());
    assertEquals("begin\n", Files.readString(folder.resolve("out.txt")));
  }
}
