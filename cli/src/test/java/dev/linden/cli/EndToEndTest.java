package dev.linden.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The command with the real engine in this process: what it prints, and every exit code. */
class EndToEndTest {
  private final ByteArrayOutputStream outBytes = new ByteArrayOutputStream();
  private final ByteArrayOutputStream errBytes = new ByteArrayOutputStream();

  @Test
  void successIsExitCode0AndQuiet() {
    assertEquals(0, run("-s", "X = matrix(1, rows=2, cols=3)\nprint(sum(X %*% t(X)))"));
    assertEquals("12.0\n", out());
    assertEquals("", err());
  }

  @Test
  void aWarningIsQuietUnlessAskedFor() {
    String script = "if (sum(matrix(1,1,1)) > 0) { a = 1 }\nprint(a)";
    assertEquals(0, run("-s", script));
    assertEquals("", err());
    assertEquals(0, run("-s", script, "-debug"));
    assertTrue(err().startsWith("<script>:2:7: warning: variable a has a value on some"), err());
  }

  @Test
  void theEndingOrAnOptionTellsTheSyntax(@TempDir Path folder) throws IOException {
    String script = "X = full(2, 2, 2)\nprint(X[1, 1] @ X[0:1, ] ** 2)";
    for (String option : List.of("--python", "-python")) {
      assertEquals(0, run("-s", script, option));
      assertEquals("8.000 8.000\n\n", out());
    }
    Path pydml = Files.writeString(folder.resolve("a.pydml"), script);
    Path other = Files.writeString(folder.resolve("a.txt"), script);
    assertEquals(0, run(pydml.toString()));
    assertEquals("8.000 8.000\n\n", out());
    assertEquals(0, run("-f", other.toString(), "--python"));
    assertEquals("8.000 8.000\n\n", out());
    assertEquals(1, run("-s", "print(full(1, 2, 2)[0, 5])", "--python"));
    assertEquals(1, run("-s", "X = full(1, 2, 2)\nprint(X[0, 5])", "--python"));
    assertTrue(err().contains("column index 5 is outside 0..1"), err());
  }

  @Test
  void namedArgumentsEndAtTheFirstEqualsSign() {
    assertEquals(0, run("-s", "print($p); print($n + 1)", "-nvargs", "p=a=b", "n=4"));
    assertEquals("a=b\n5\n", out());
    assertEquals(0, run("-s", "print($1 + $2)", "-args", "2", "3"));
    assertEquals("5\n", out());
  }

  @Test
  void errorsBeforeTheRunAreExitCode1() {
    assertEquals(1, run("-s", "print(1)\nx = nosuch(2) + y"));
    assertEquals("", out());
    assertEquals(
        """
        <script>:2:5: error: unknown function nosuch
          x = nosuch(2) + y
              ^^^^^^
        <script>:2:17: error: unknown variable y
          x = nosuch(2) + y
                          ^
        """,
        err());
  }

  @Test
  void errorsDuringTheRunAreExitCode1AndKeepTheOutput() {
    assertEquals(1, run("-s", "print(1)\nstop(\"enough\")\nprint(2)"));
    assertEquals("1\n", out());
    assertEquals("<script>:2:1: error: enough\n  stop(\"enough\")\n  ^^^^\n", err());
  }

  @Test
  void missingDataIsExitCode1(@TempDir Path folder) {
    assertEquals(1, run("-s", "X = read($f, format=\"csv\")", "f=" + folder.resolve("no.csv")));
    assertTrue(err().contains("file not found"), err());
  }

  @Test
  void wrongUsageIsExitCode2() {
    assertEquals(2, run("-s", "print(1)", "--threads", "none"));
    assertEquals("", out());
    assertTrue(err().startsWith("linden: error: "), err());
    assertTrue(err().endsWith("Try linden --help.\n"), err());
  }

  @Test
  void endlessRecursionIsExitCode3() {
    assertEquals(3, run("-s", "f = function(int n) return (int r) { r = f(n + 1) }\nprint(f(1))"));
    assertTrue(
        err().startsWith("<script>:1:42: error: the calls of functions are nested too deeply\n"),
        err());
    assertTrue(err().endsWith("in f, called at <script>:2:7\n"), err());
    assertTrue(err().lines().count() < 20, err());
  }

  @Test
  void missingMemoryIsExitCode3() {
    assertEquals(3, run("-s", "print(1)\nA = matrix(1, rows=2000000000, cols=100000)\nprint(A)"));
    assertEquals("1\n", out());
    assertTrue(err().startsWith("<script>:2:5: error: matrix needs up to 1.4 PB of memory"), err());
    assertTrue(err().contains("--mem SIZE"), err());
  }

  /** While the launcher makes the class-data archive, nobody would see that this script fails. */
  @Test
  void theScriptOfTheArchiveRunsToItsEnd() {
    List<String> words = new ArrayList<>(List.of("src/main/archive/warmup.dml", "size=30"));
    words.addAll(List.of("--set", "fusion.classes=at-once", "--set", "scalar.code=at-once"));
    assertEquals(0, run(words.toArray(String[]::new)), () -> err());
    assertEquals("", err().replaceAll("warning: kmeans: no convergence .*\\n", ""));
  }

  @Test
  void aBugIsExitCode4() {
    Session.Factory broken =
        (command, output, diagnostics) -> {
          throw new IllegalStateException("injected");
        };
    assertEquals(4, new Cli(stream(outBytes), stream(errBytes), broken).run("-s", "print(1)"));
    assertTrue(err().contains("this is a bug in Linden"), err());
    assertTrue(err().contains("injected"), err());
  }

  @Test
  void aFailedScriptLeavesNoPartOfAFile(@TempDir Path folder) throws Exception {
    Path target = folder.resolve("out.csv");
    String script = "write(matrix(1,2,2), $f, format=\"csv\")\nstop(\"late\")";
    assertEquals(1, run("-s", script, "f=" + target));
    assertEquals("1.0,1.0\n1.0,1.0\n", Files.readString(target));
    try (var files = Files.list(folder)) {
      List<String> names = files.map(file -> file.getFileName().toString()).sorted().toList();
      assertEquals(List.of("out.csv", "out.csv.mtd"), names);
    }
  }

  private int run(String... words) {
    outBytes.reset();
    errBytes.reset();
    return new Cli(stream(outBytes), stream(errBytes), LindenSession::open).run(words);
  }

  private static PrintStream stream(ByteArrayOutputStream bytes) {
    return new PrintStream(bytes, true, StandardCharsets.UTF_8);
  }

  private String out() {
    return outBytes.toString(StandardCharsets.UTF_8);
  }

  private String err() {
    return errBytes.toString(StandardCharsets.UTF_8);
  }
}
