package dev.linden.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.linden.testkit.EngineRunner;
import dev.linden.testkit.RunConfig;
import dev.linden.testkit.RunResult;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Loops run by workers give what they give in sequence. Isolated, as it listens to stderr. */
@Isolated
class ParforTest {
  private static final List<String> PARTITIONERS =
      List.of("FIXED", "NAIVE", "STATIC", "FACTORING", "FACTORING_CMIN", "FACTORING_CMAX");
  private static final List<String> MERGES = List.of("LOCAL_MEM", "LOCAL_FILE", "LOCAL_AUTOMATIC");

  @TempDir Path directory;

  private RunResult run(String script, String... settings) {
    Map<String, String> all = new HashMap<>(Map.of("threads", "3"));
    for (String setting : settings) {
      all.put(setting.split("=")[0], setting.split("=")[1]);
    }
    return new EngineRunner()
        .run(script, Map.of(), new RunConfig("parfor", all, directory), Map.of());
  }

  /** {@code @} stands for the options of the outermost loop. */
  @ParameterizedTest
  @MethodSource("dev.linden.testkit.ParforCorpus#loops")
  void everyStrategyEqualsTheSequentialLoop(String loop) {
    String script = loop + "\nprint(toString(R, decimal=10, rows=4000, cols=50))";
    RunResult expected = run(script.replace("parfor(", "for(").replace("@", ""), "threads=1");
    assertNull(expected.error(), expected.error());
    check(expected, script.replace("@", ""), "threads=1");
    check(expected, script.replace("@", ""), "threads=3");
    check(expected, script.replace("@", ", opt=NONE"), "threads=2");
    check(expected, script.replace("@", ", par=4"), "verify=true");
    check(expected, script.replace("@", ", par=2, datapartitioner=LOCAL"), "verify=true");
    check(expected, script.replace("@", ", datapartitioner=LOCAL"), "memory.evict-all=true");
    check(expected, script.replace("@", ", par=3"), "memory.evict-all=true");
    check(expected, script.replace("@", ", par=3"), "recompile=always");
    for (String partitioner : PARTITIONERS) {
      for (String merge : MERGES) {
        String options =
            ", opt=NONE, par=3, tasksize=2, taskpartitioner="
                + partitioner
                + ", resultmerge="
                + merge;
        check(expected, script.replace("@", options));
      }
    }
  }

  private void check(RunResult expected, String script, String... settings) {
    RunResult result = run(script, settings);
    assertNull(result.error(), script + " " + List.of(settings) + ": " + result.error());
    assertEquals(expected.stdout(), result.stdout(), script + " " + List.of(settings));
  }

  @Test
  void sumsHaveTheSameBitsForAnyNumberOfWorkers() {
    String script =
        "A = matrix(0.1,2,2); parfor(i in 1:1000@) { A += matrix(1/i,2,2) }\n"
            + "print(toString(A, decimal=17))";
    String expected = run(script.replace("@", ""), "threads=1").stdout();
    for (String options : List.of(", par=2", ", par=7", ", par=3, taskpartitioner=NAIVE")) {
      assertEquals(expected, run(script.replace("@", options)).stdout());
    }
  }

  @Test
  void randomNumbersDependOnTheIterationOnly() {
    String script =
        "R = matrix(0,40,2); parfor(i in 1:40@) { R[i,] = rand(rows=1,cols=2); x ="
            + " rand(rows=1,cols=1)\n"
            + "R[i,1] = as.scalar(R[i,1]) + as.scalar(x) }\n"
            + "print(toString(R, rows=40, decimal=9)); print(sum(rand(rows=2,cols=2)))";
    String expected = run(script.replace("@", ""), "threads=1", "seed=11").stdout();
    assertEquals(expected, run(script.replace("@", ""), "threads=4", "seed=11").stdout());
    assertEquals(expected, run(script.replace("@", ", par=5"), "seed=11").stdout());
    List<String> rows = expected.lines().limit(40).toList();
    assertEquals(40, new TreeSet<>(rows).size(), "iterations share random numbers");
  }

  @Test
  void printsWholeLines() {
    RunResult result = run("parfor(i in 1:500, par=4) { print(\"line \" + i + \" end\") }");
    TreeSet<String> expected = new TreeSet<>();
    for (int i = 1; i <= 500; i++) {
      expected.add("line " + i + " end");
    }
    assertEquals(expected, new TreeSet<>(result.stdout().lines().toList()));
    assertEquals(500, result.stdout().lines().count());
  }

  @ParameterizedTest
  @ValueSource(strings = {"", ", par=4, taskpartitioner=NAIVE", ", par=3, taskpartitioner=STATIC"})
  void reportsTheFirstIterationThatFails(String options) {
    RunResult result =
        run(
            "f = function(int i) return (int j) { j = i; if (i == 7 | i > 11) { stop(\"bad \" + i)"
                + " } }\n"
                + "R = matrix(0,40,1)\n"
                + "parfor(i in 1:40"
                + options
                + ") {\n  R[i,1] = f(i)\n}\nprint(sum(R))");
    assertTrue(result.error().contains("bad 7"), result.error());
    assertTrue(
        result.error().contains("in iteration i = 7 of the parfor loop at <script>:3:1"),
        result.error());
    assertEquals("", result.stdout());
  }

  @Test
  void anErrorCallsOffEndlessIterations() {
    RunResult result =
        run(
            "f = function(int i) return (int j) { j = i; if (i == 1) { stop(\"enough\") } }\n"
                + "R = matrix(0,2,1); n = sum(R)\n"
                + "parfor(i in 1:2, par=2, taskpartitioner=NAIVE) {\n"
                + "  if (i == 2) { k = 1; while (n < k) { k = k + 1 } }\n  R[i,1] = f(i) }");
    assertTrue(result.error().contains("enough"), result.error());
  }

  @Test
  void theLoopVariableKeepsItsEarlierValue() {
    String script =
        "i = 5; R = matrix(0,9,1); parfor(i in 1:9@) { R[i,1] = i } \n print(i + sum(R))";
    assertEquals("50.0\n", run(script.replace("@", ", par=3")).stdout());
    assertEquals("50.0\n", run(script.replace("@", ""), "threads=1").stdout());
  }

  /** What log and profile say is for people; that they say it, and where, is for this test. */
  @Test
  void reportsDecisionsAndWorkersBesideTheOutput() {
    PrintStream before = System.err;
    ByteArrayOutputStream errors = new ByteArrayOutputStream();
    System.setErr(new PrintStream(errors, true, StandardCharsets.UTF_8));
    try {
      String script = "R = matrix(0,9,1); parfor(i in 1:9, par=3@) { R[i,1] = i } \n print(sum(R))";
      assertEquals("45.0\n", run(script.replace("@", "")).stdout());
      assertEquals("", errors.toString(StandardCharsets.UTF_8));
      assertEquals("45.0\n", run(script.replace("@", ", log=DEBUG, profile=1")).stdout());
    } finally {
      System.setErr(before);
    }
    String text = errors.toString(StandardCharsets.UTF_8);
    assertTrue(text.contains("PARFOR i (line 1) N=9 LOCAL k=3"), text);
    assertTrue(
        text.matches("(?s).*parfor i \\(line 1\\): LOCAL, 3 workers.*worker 3: tasks.*"), text);
  }

  /** Each worker needs two matrices of 32 MB for itself; X is shared. */
  private static final String LARGE =
      "X = rand(rows=2000,cols=2000,seed=1); R = matrix(0,8,1)\n"
          + "parfor(i in 1:8@) { Y = X * i; Z = Y %*% Y; R[i,1] = as.integer(sum(Z) > 0) }\n"
          + "print(sum(R))";

  @Test
  void moreWorkersThanMemoryAllowsAreRefused() {
    RunResult result = run(LARGE.replace("@", ", par=8"), "memory=200m", "native=false");
    assertEquals(3, result.exitCode(), result.error());
    assertTrue(
        result
            .error()
            .matches(
                "(?s).*parfor with par=8 may need .*MB of memory .*for each worker.*"
                    + "but the budget is 140.0MB, enough for par=2.*"),
        result.error());
  }

  @Test
  void theOptimizerTakesAsManyWorkersAsMemoryAllows() {
    RunResult result = run(LARGE.replace("@", ""), "memory=200m", "native=false");
    assertNull(result.error(), result.error());
    assertEquals("8.0\n", result.stdout());
  }
}
