package dev.linden.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.linden.api.Linden;
import dev.linden.base.Settings;
import dev.linden.base.Source;
import dev.linden.engine.Engine;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** How often DAGs are compiled again. */
class RecompilationTest {
  private static final String UNKNOWN_ROWS =
      """
      X = rand(rows=200, cols=100, min=0.1, max=1, seed=1)
      A = removeEmpty(target=X, margin="rows")
      """;

  @Test
  void aLoopIsCompiledOnceForZerosAndOnceForTheRest() {
    List<String> recompiled =
        recompilations(
            UNKNOWN_ROWS
                + """
                w = matrix(0, 100, 1)
                for (i in 1:50) {
                  w = w + t(A) %*% (A %*% w + 1)
                  w = w / max(w)
                }
                print(sum(w) > 0)
                """,
            "on");
    assertEquals(2, recompiled.size(), recompiled.toString());
    assertTrue(recompiled.get(0).contains("w 100x1 empty"), recompiled.get(0));
    assertTrue(recompiled.get(0).contains("EmptyProduct 1"), recompiled.get(0));
  }

  @Test
  void scalarsMatterOnlyIfSizesChange() {
    List<String> recompiled =
        recompilations(
            UNKNOWN_ROWS
                + """
                s = 0
                for (i in 1:20) {
                  B = A[((i - 1) * 10 + 1):(i * 10),]
                  s = s + sum(B %*% t(B))
                }
                print(s > 0)
                """,
            "on");
    assertEquals(1, recompiled.size(), recompiled.toString());
  }

  /** Whichever row is taken or replaced: the size stays, and nothing needs to be evaluated. */
  @Test
  void positionsAreNotWatched() {
    try (Linden linden = Linden.builder().output(nowhere()).build()) {
      String script =
          UNKNOWN_ROWS + "for (i in 1:50) { A[i,] = A[i,] * 2; s = as.scalar(A[i,1]) }\nprint(s)";
      linden.engine().compile(new Source("<script>", script), Map.of()).run();
      assertEquals(1L, linden.statisticsData(1).get("recompilations"));
      assertEquals(0L, linden.statisticsData(1).get("plansUsedAgain"));
    }
  }

  @Test
  void aFunctionKeepsPlansForSeveralSizes() {
    List<String> recompiled =
        recompilations(
            """
            f = function(matrix[double] A) return (double s) {
              s = sum(t(A) %*% A)
            }
            s = 0
            for (i in 1:10) {
              s = s + f(matrix(1, 100, 50)) + f(matrix(1, 90, 50)) + f(matrix(1, 80, 60))
            }
            print(s)
            """,
            "on");
    assertEquals(3, recompiled.size(), recompiled.toString());
  }

  @Test
  void changingSizesDoNotEndInCompiling() {
    List<String> recompiled =
        recompilations(
            UNKNOWN_ROWS
                + """
                for (i in 1:200) {
                  A = rbind(A, A[1,])
                  s = sum(A %*% t(A[1,]))
                }
                print(s > 0)
                """,
            "on");
    assertTrue(recompiled.size() > 1 && recompiled.size() < 30, recompiled.size() + " times");
  }

  @Test
  void tinyDataAndKnownSizesNeedNothing() {
    String tiny =
        "A = removeEmpty(target=matrix(1, 5, 5), margin=\"rows\")\nprint(sum(A %*% t(A)))";
    assertEquals(List.of(), recompilations(tiny, "on"));
    assertEquals(2, recompilations(tiny, "eager").size());
    String known = "X = rand(rows=200, cols=100)\nfor (i in 1:3) print(sum(t(X) %*% X) > 0)";
    assertEquals(List.of(), recompilations(known, "on"));
  }

  @Test
  void itCanBeSwitchedOffAndForced() {
    String script = UNKNOWN_ROWS + "for (i in 1:5) { s = max(t(A) %*% A) }\nprint(s > 0)";
    assertEquals(List.of(), recompilations(script, "off"));
    assertEquals(1, recompilations(script, "on").size());
    assertTrue(recompilations(script, "always").size() >= 5);
  }

  /** The factors change places, so that their sizes are unknown; once met they stay. */
  @Test
  void examplesOfThePapersSettle() throws IOException {
    assertEquals(List.of(), example("logistic-regression.dml"));
    assertEquals(List.of(), example("linear-regression.dml"));
    List<String> als = example("als-cg.dml");
    assertTrue(als.size() <= 4, als.toString());
  }

  /** With all rules on, sizes are known but for the factors that change places. */
  @Test
  void examplesOfThePapersRunFusedOperators() throws IOException {
    Map<String, Object> logistic = statistics("logistic-regression.dml");
    assertTrue(count(logistic, "t(X)%*%(w*(X%*%v))") >= 10, logistic.toString());
    assertEquals(0, count(logistic, "t"), logistic.toString());
    assertEquals(0L, logistic.get("recompilations"));
    Map<String, Object> als = statistics("als-cg.dml");
    assertTrue(count(als, "wdivmm") >= 100, als.toString());
    assertTrue(count(als, "wsloss") >= 1, als.toString());
    assertEquals(2L, als.get("recompilations"));
  }

  private static Map<String, Object> statistics(String name) throws IOException {
    String script = Files.readString(Path.of("../examples/papers").resolve(name));
    try (Linden linden = Linden.builder().statistics(true).output(nowhere()).build()) {
      linden.engine().compile(new Source("<script>", script), Map.of()).run();
      return linden.statisticsData(100);
    }
  }

  private static long count(Map<String, Object> statistics, String operator) {
    long count = 0;
    for (Object entry : (List<?>) statistics.get("operators")) {
      Map<?, ?> counter = (Map<?, ?>) entry;
      if (counter.get("operator").equals(operator)) {
        count += ((Number) counter.get("count")).longValue();
      }
    }
    return count;
  }

  private static List<String> example(String name) throws IOException {
    return recompilations(Files.readString(Path.of("../examples/papers").resolve(name)), "on");
  }

  private static PrintStream nowhere() {
    return new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
  }

  private static List<String> recompilations(String script, String mode) {
    List<String> seen = new ArrayList<>();
    try (Engine engine =
        Engine.builder()
            .settings(
                Settings.DEFAULTS
                    .with("recompile", mode)
                    .with("opt.rules.off", "Inlining,FunctionFacts"))
            .output(nowhere())
            .recompilations(seen::add)
            .build()) {
      engine.compile(new Source("<script>", script), Map.of()).run();
      assertEquals(
          (long) seen.size(), (long) (Long) engine.statisticsData(1).get("recompilations"));
    }
    return seen;
  }
}
