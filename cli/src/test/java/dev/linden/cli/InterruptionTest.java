package dev.linden.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
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
  private static final int SIGINT_EXIT = 128 + 2;

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

  /** It takes much longer to compile than the test waits. */
  private static String longScript() {
    StringBuilder script = new StringBuilder("print(\"runs\")\nX = rand(rows=3, cols=3)\n");
    for (int i = 0; i < 100_000; i++) {
      script.append("Y" + i + " = X * " + i + "\nif (sum(Y" + i + ") > 1) { X = X + 1 }\n");
    }
    return script.toString();
  }

  @Test
  void endsDuringCompilation(@TempDir Path tools, @TempDir Path folder) throws Exception {
    // A shell that starts something in the background has it ignore Ctrl-C, and so all it starts.
    assumeTrue(succeeds("env", "--default-signal=INT", "true"), "env knows no signals here");
    TestLauncher launcher = new TestLauncher(tools);
    Files.writeString(folder.resolve("script.dml"), longScript());
    String run = "exec linden script.dml > out.txt 2> err.txt";
    Process process = launcher.start(folder, "env", "--default-signal=INT", "sh", "-c", run);
    while (process.isAlive() && cpuMillis(process) < 3000) {
      process.waitFor(10, TimeUnit.MILLISECONDS);
    }
    assertTrue(process.isAlive(), "ended by itself");
    assertTrue(succeeds("kill", "-INT", Long.toString(process.pid())));
    assertEquals(SIGINT_EXIT, process.waitFor());
    assertEquals("", Files.readString(folder.resolve("out.txt")));
    assertEquals("", Files.readString(folder.resolve("err.txt")));
  }

  private static boolean succeeds(String... command) throws Exception {
    return new ProcessBuilder(command).start().waitFor() == 0;
  }

  private static long cpuMillis(Process process) {
    return process.info().totalCpuDuration().map(Duration::toMillis).orElse(0L);
  }
}
