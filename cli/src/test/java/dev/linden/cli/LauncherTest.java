package dev.linden.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
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

  /** Whatever goes to stdout is what the user asked for; losing it is no success. */
  @Test
  void lostOutputIsAnError() throws Exception {
    assumeTrue(Files.exists(Path.of("/dev/full")), "no device that is always full");
    for (String words :
        List.of(
            "-s 'print(1)'",
            "explain -s 'print(1)'",
            "doctor",
            "doctor --json",
            "version",
            "--help")) {
      assertEquals(3, shell("linden " + words + " >/dev/full"), words + "\n" + err());
      assertTrue(err().contains("the output is lost: stdout can't be written: "), err());
      assertFalse(err().contains("bug"), err());
    }
    assertEquals(3, shell("linden -s 'print(1)' >&-"), err());
    assertTrue(err().contains("the output is lost"), err());
    // A script that prints on and on ends with the first line that is lost.
    assertEquals(3, shell("linden -s 'while (TRUE) { print(1) }' >/dev/full"), err());
    // Its own failure counts more.
    assertEquals(1, shell("linden -s 'print(1); stop(\"no\")' >/dev/full"), err());
    assertTrue(err().contains("error: no"), err());
  }

  @Test
  void aReaderThatLeavesIsNoError() throws Exception {
    assertEquals(
        0,
        shell("linden -s 'for (i in 1:100000) { print(i) }' | head -n 2; exit ${PIPESTATUS[0]}"),
        err());
    assertEquals("1\n2\n", out());
    assertEquals("", err());
  }

  @Test
  void aFullDiskIsALackOfResources() throws Exception {
    assumeTrue(Files.exists(Path.of("/dev/full")), "no device that is always full");
    for (String format : List.of("csv", "text", "mm", "binary")) {
      String script = "write(matrix(1, 500, 50), \"/dev/full\", format=\"" + format + "\")";
      assertEquals(3, run("-s", script), format + ": " + err());
      assertTrue(err().contains("can't write /dev/full: No space left on device"), err());
    }
    // And of a file that may not grow, which is what quotas and full disks do.
    String large = "write(rand(rows=2000, cols=1000, seed=1), \"x.csv\")";
    assertEquals(3, shell("ulimit -f 100; linden -s '" + large + "' 2>err; exit $?"), err());
    Files.delete(folder.resolve("err"));
    assertEquals(List.of(), filesLeft());
  }

  @Test
  void memoryThatTheSystemDoesNotGiveIsALackOfResources() throws Exception {
    assertEquals(3, run("--mem", "200t", "-s", "print(1)"));
    assertEquals("", out());
    assertTrue(
        err().startsWith("linden: error: Java does not get the memory it asks for: Could"), err());
    assertEquals(1, err().lines().count(), err());
    assertEquals(3, shell("ulimit -v 2000000; linden -s 'print(1)'"), err());
    assertEquals("", out());
    assertTrue(err().contains("give less with --mem SIZE, or raise the limit (ulimit -v)"), err());
    assertEquals(3, shell("LINDEN_OPTS='-Xms900g -Xmx900g' linden -s 'print(1)'"), err());
    assertEquals("", out());
    assertEquals(2, shell("LINDEN_OPTS=-XX:+NoSuchFlag linden -s 'print(1)'"), err());
    assertTrue(err().contains("NoSuchFlag"), err());
    assertEquals(List.of(), filesLeft());
  }

  /** Names and texts are UTF-8 whatever the locale says. */
  @Test
  void everythingIsUtf8() throws Exception {
    String commands =
        """
        echo 'print($p + " größer €"); write(matrix(7, 1, 1), $f, format="csv")' > 'prüf €.dml'
        linden 'prüf €.dml' p='ä 中' f='ö 中.csv' || exit
        linden -s 'print(as.scalar(read("ö 中.csv", format="csv"))); stop("ü")'
        [ $? == 1 ] || exit 99
        ls ö*.csv && rm -- *
        """;
    for (String locale :
        List.of(
            "export LC_ALL=C\n", "unset LC_ALL LC_CTYPE LANG\n", "export LC_ALL=xx_XX.UTF-8\n")) {
      assertEquals(0, shell(locale + commands), locale + err());
      assertEquals("ä 中 größer €\n7.0\n", out().replaceFirst("(?s)(7\\.0\\n).*", "$1"), locale);
      assertTrue(err().contains("error: ü"), err());
    }
  }

  /** Files that the JVM opens must not take the places of the streams. */
  @Test
  void streamsMayBeClosed() throws Exception {
    for (String closed : List.of("<&-", "2>&-", "<&- 2>&-", ">&-", "<&- >&- 2>&-")) {
      boolean lost = closed.contains(" >&-") || closed.startsWith(">&-");
      String write = "linden -s 'write(matrix(7, 2, 1), \"x.csv\")' " + closed;
      assertEquals(0, shell(write + " && [ $(cat x.csv | wc -l) == 2 ] && rm x.csv*"), closed);
      assertEquals(lost ? 3 : 0, shell("linden -s 'print(1)' " + closed), closed);
      assertEquals(lost ? "" : "1\n", out(), closed);
    }
  }

  @Test
  void scriptsComeFromStandardInput() throws Exception {
    assertEquals(0, shell("echo 'x = $n * 2; print(x)' | linden -f - -nvargs n=4"), err());
    assertEquals("8\n", out());
    assertEquals(0, shell("printf 'print($1 + 1)' | linden -f - -args 4"), err());
    assertEquals("5\n", out());
    assertEquals(0, shell("printf 'print(1)' | linden explain -f -"), err());
    assertTrue(out().contains("print 1"), out());
    assertEquals(1, shell("printf 'x = 1\\nprint(x + y)\\n' | linden -f -"), err());
    assertTrue(err().contains("<stdin>:2:11: error: unknown variable y\n  print(x + y)"), err());
    assertEquals(2, shell("printf '\\377' | linden -f -"), err());
    assertTrue(err().contains("is not UTF-8 text"), err());
    for (String nothing : List.of("</dev/null", "<&-")) {
      assertEquals(0, shell("linden -f - " + nothing), nothing + err());
      assertEquals("", out() + err(), nothing);
    }
  }

  /** Runs commands of a shell in the folder; {@code linden} is the launcher. */
  private int shell(String commands) throws IOException, InterruptedException {
    // Through a file: its bytes are UTF-8 whatever the locale of this process.
    Path file =
        Files.writeString(
            streams.resolve("commands"), "linden() { '" + LAUNCHER + "' \"$@\"; }\n" + commands);
    return ended(List.of("bash", file.toString()));
  }

  private int run(String... words) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of(LAUNCHER.toString()));
    command.addAll(List.of(words));
    return ended(command);
  }

  private int ended(List<String> command) throws IOException, InterruptedException {
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
