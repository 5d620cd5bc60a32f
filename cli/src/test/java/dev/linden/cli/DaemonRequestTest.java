package dev.linden.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.linden.base.LindenBug;
import dev.linden.testkit.GoldenScripts;
import dev.linden.testkit.RandomTests;
import dev.linden.testkit.RunConfig;
import dev.linden.testkit.RunResult;
import dev.linden.testkit.ScriptRunner;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** Commands as the resident engine runs them, without its process. */
class DaemonRequestTest {
  /** One script of so many, usually. */
  private static final int PART = 3;

  @TempDir Path temporary;

  /** One engine after the other in the same process, each with what one command line says. */
  @TestFactory
  Stream<DynamicTest> goldenFiles() throws IOException {
    ScriptRunner runner =
        (script, args, config, inputs) -> run(words(script, args, config), config.directory());
    return GoldenScripts.tests(runner, temporary, RandomTests.isThorough() ? 1 : PART);
  }

  private static List<String> words(String script, Map<String, String> args, RunConfig config) {
    List<String> words = new ArrayList<>(List.of("-s", script));
    if (config.syntax() != null && config.syntax().equals("pydml")) {
      words.add("--python");
    }
    config.settings().forEach((name, value) -> words.addAll(List.of("--set", name + "=" + value)));
    if (args.containsKey("1")) {
      words.add("-args");
      for (int i = 1; i <= args.size(); i++) {
        words.add(args.get(Integer.toString(i)));
      }
    } else if (!args.isEmpty()) {
      words.add("-nvargs");
      args.forEach((name, value) -> words.add(name + "=" + value));
    }
    return words;
  }

  private RunResult run(List<String> words, Path directory) {
    return run(request(directory, words), LindenSession::open);
  }

  private static RunResult run(DaemonRequest request, Session.Factory sessions) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    int code =
        request.run(
            new PrintStream(out, false, UTF_8), new PrintStream(err, true, UTF_8), sessions);
    String error = code == 0 ? null : err.toString(UTF_8);
    return new RunResult(out.toString(UTF_8), error, code);
  }

  private DaemonRequest request(Path directory, List<String> words) {
    List<String> all =
        new ArrayList<>(List.of(directory.toAbsolutePath().toString(), "false", "false", "false"));
    all.addAll(words);
    return read(String.join("\0", all) + "\0");
  }

  private DaemonRequest read(String text) {
    try {
      Path folder = Files.createTempDirectory(temporary, "client");
      Files.writeString(folder.resolve("request"), text);
      return DaemonRequest.read(folder);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private DaemonRequest request(String... words) {
    return request(temporary, List.of(words));
  }

  @Test
  void filesAreThoseOfTheClient() throws Exception {
    Path folder = Files.createDirectories(temporary.resolve("place"));
    Files.writeString(folder.resolve("a.csv"), "1,2\n");
    Files.writeString(folder.resolve("f.dml"), "two = function() return (double x) { x = 2 }\n");
    Files.writeString(
        folder.resolve("a.dml"),
        """
        source("f.dml") as f
        X = read("a.csv") * f::two()
        write(X, "sub/b.csv", format="csv")
        print(sum(X))
        """);
    Files.writeString(folder.resolve("c.xml"), "<root><linden.seed>7</linden.seed></root>");
    Files.createDirectories(folder.resolve("spilled"));
    List<String> words = new ArrayList<>(List.of("a.dml", "-config", "c.xml", "--html", "p.html"));
    words.addAll(List.of("--set", "memory.spill=spilled"));
    assertEquals(new RunResult("6.0\n", null, 0), run(words, folder));
    assertEquals("2.0,4.0\n", Files.readString(folder.resolve("sub/b.csv")));
    assertTrue(Files.exists(folder.resolve("p.html")));
    run(List.of("translate", "f.dml", "-o", "f.pydml"), folder);
    assertTrue(Files.exists(folder.resolve("f.pydml")));
    RunResult outside =
        run(List.of("--restricted", "sub", "-s", "print(sum(read(\"a.csv\")))"), folder);
    assertEquals(1, outside.exitCode());
    assertTrue(outside.error().contains("out of reach in the restricted mode"), outside.error());
    assertEquals(
        new RunResult("6.0\n", null, 0),
        run(List.of("--restricted", "sub", "-s", "print(sum(read(\"sub/b.csv\")))"), folder));
  }

  @Test
  void exitCodesAreThoseOfAProcess() {
    assertEquals(0, run(List.of("-s", "x = 1"), temporary).exitCode());
    assertEquals(1, run(List.of("-s", "stop(\"no\")"), temporary).exitCode());
    assertEquals(2, run(List.of("missing.dml"), temporary).exitCode());
    String large = "A = matrix(1, rows=1000, cols=1000)\nprint(sum(A %*% A))";
    List<String> little = List.of("-exec", "local", "--set", "memory.budget=10k", "-s", large);
    assertEquals(3, run(little, temporary).exitCode());
    Session.Factory broken =
        (command, out, err) -> {
          throw new LindenBug("not thought of");
        };
    RunResult bug = run(request("-s", "print(1)"), broken);
    assertEquals(4, bug.exitCode());
    assertTrue(bug.error().contains("not thought of"), bug.error());
  }

  @Test
  void calledOffItSaysNothing() {
    DaemonRequest request = request("-s", "while (TRUE) { x = 1 }");
    Session.Factory cancelling =
        (command, out, err) -> {
          request.cancel();
          return LindenSession.open(command, out, err);
        };
    assertEquals(new RunResult("", "", 130), run(request, cancelling));
  }

  @Test
  void whatNeedsAProcessOfItsOwnIsRefused() throws Exception {
    Files.writeString(temporary.resolve("plain.dml"), "print(1)");
    Files.writeString(temporary.resolve("stdin.dml"), "print(sum(read(\"/dev/stdin\")))");
    for (String line :
        List.of(
            "-s print(1)",
            "plain.dml",
            "missing.dml",
            "--nonsense",
            "explain plain.dml",
            "translate plain.dml",
            "help sum",
            "--help")) {
      assertTrue(request(line.split(" ")).isForDaemon(), line);
    }
    for (String line :
        List.of(
            "-f -",
            "stdin.dml",
            "plain.dml X=/dev/fd/5",
            "plain.dml --jars a.jar",
            "plain.dml -exec spark",
            "plain.dml --browse",
            "doctor",
            "version",
            "profile",
            "completion bash",
            "serve --socket x")) {
      assertFalse(request(line.split(" ")).isForDaemon(), line);
    }
  }

  @Test
  void nonsenseIsNoRequest() throws Exception {
    assertNull(read(""));
    assertNull(read("\0"));
    assertNull(read("/tmp\0false\0false\0"));
    assertNull(read("/tmp\0false\0false\0false\0-s\0print(1)")); // cut off
    assertNull(read("relative\0false\0false\0false\0-s\0print(1)\0"));
    assertNull(DaemonRequest.read(temporary.resolve("missing")));
    Path folder = Files.createTempDirectory(temporary, "client");
    Files.write(folder.resolve("request"), new byte[] {'/', 0, -1, 0, 0, 0, 0});
    assertNull(DaemonRequest.read(folder));
  }
}
