package dev.linden.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code ./linden} as a process of its own, in an empty folder that must stay empty. */
class LauncherTest {
  private static final Path LAUNCHER = Path.of("../linden").toAbsolutePath().normalize();

  @TempDir Path folder;
  @TempDir Path streams;

  @BeforeEach
  void isBuilt() {
    assumeTrue(
        Files.exists(Path.of("target/linden/lib/linden-cli.jar")) && File.separatorChar == '/',
        "./linden has not been built");
  }

  @Test
  void successIsQuietAndLeavesNothing() throws Exception {
    assertEquals(0, run("-s", "print($p)", "-nvargs", "p=a=b"));
    assertEquals("a=b\n", out());
    assertEquals("", err());
    assertEquals(List.of(), filesLeft());
  }

  @Test
  void failuresHaveTheirExitCodes() throws Exception {
    assertEquals(1, run("-s", "print(1)\nstop(\"no\")"));
    assertEquals("1\n", out());
    assertEquals("<script>:2:1: error: no\n  stop(\"no\")\n  ^^^^\n", err());
    assertEquals(2, run("missing.dml"));
    String large = "A = matrix(1, rows=1000000, cols=1000)\nprint(A)";
    assertEquals(3, run("-exec", "local", "-s", large, "--mem", "64m"));
    assertTrue(err().contains("give more with --mem SIZE"), err());
    assertEquals(List.of(), filesLeft());
  }

  private int run(String... words) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of(LAUNCHER.toString()));
    command.addAll(List.of(words));
    Process process =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectOutput(streams.resolve("out").toFile())
            .redirectError(streams.resolve("err").toFile())
            .start();
    process.getOutputStream().close();
    if (!process.waitFor(2, TimeUnit.MINUTES)) {
      process.destroyForcibly();
      throw new AssertionError("no end after two minutes: " + command);
    }
    return process.exitValue();
  }

  private String out() throws IOException {
    return Files.readString(streams.resolve("out"));
  }

  private String err() throws IOException {
    return Files.readString(streams.resolve("err"));
  }

  private List<Path> filesLeft() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.toList();
    }
  }
}
