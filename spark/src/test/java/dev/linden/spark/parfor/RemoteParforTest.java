package dev.linden.spark.parfor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.linden.api.Linden;
import dev.linden.base.Settings;
import dev.linden.base.Source;
import dev.linden.plan.distribute.Cluster;
import dev.linden.plan.distribute.Resources;
import dev.linden.testkit.EngineRunner;
import dev.linden.testkit.ParforCorpus;
import dev.linden.testkit.RunConfig;
import dev.linden.testkit.RunResult;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Loops on executors give what they give in sequence. */
class RemoteParforTest {
  private static final List<String> PARTITIONERS =
      List.of("FIXED", "NAIVE", "STATIC", "FACTORING", "FACTORING_CMIN", "FACTORING_CMAX");

  @TempDir Path directory;

  private RunResult run(String script, String... settings) {
    Map<String, String> all =
        new HashMap<>(Map.of("threads", "2", "spark.master", "local[2]", "spark.block-size", "7"));
    for (String setting : settings) {
      all.put(setting.split("=")[0], setting.split("=")[1]);
    }
    return new EngineRunner()
        .run(script, Map.of(), new RunConfig("parfor", all, directory), Map.of());
  }

  /**
   * Every script with each partitioner; execution types and ways to merge take turns, so that all
   * combinations occur. {@code -Dparfor.all=true} runs them all with every script.
   */
  private static List<String> options(int script) {
    boolean all = Boolean.getBoolean("parfor.all");
    List<String> options = new ArrayList<>();
    int turn = script;
    for (String partitioner : PARTITIONERS) {
      int k = 0;
      for (String mode : List.of("REMOTE_SPARK", "REMOTE_SPARK_DP")) {
        for (String merge : List.of("LOCAL_MEM", "LOCAL_FILE", "REMOTE_SPARK")) {
          if (all || k % 6 == turn % 6) {
            options.add(
                ", tasksize=2, par=3, mode="
                    + mode
                    + ", taskpartitioner="
                    + partitioner
                    + ", resultmerge="
                    + merge);
          }
          k++;
        }
      }
      turn++;
    }
    return options;
  }

  @ParameterizedTest
  @MethodSource("dev.linden.testkit.ParforCorpus#loops")
  void everyStrategyEqualsTheSequentialLoop(String loop) {
    String script = loop + "\nprint(toString(R, decimal=10, rows=4000, cols=50))";
    RunResult expected = run(script.replace("parfor(", "for(").replace("@", ""), "threads=1");
    assertNull(expected.error(), expected.error());
    for (String options : options(ParforCorpus.loops().indexOf(loop))) {
      check(expected, script.replace("@", options));
    }
    check(expected, script.replace("@", ", mode=REMOTE_SPARK"), "verify=true");
  }

  private void check(RunResult expected, String script, String... settings) {
    RunResult result = run(script, settings);
    assertNull(result.error(), script + " " + List.of(settings) + ": " + result.error());
    assertEquals(expected.stdout(), result.stdout(), script + " " + List.of(settings));
  }

  @Test
  void sumsAndRandomNumbersHaveTheSameBits() {
    String script =
        "A = matrix(0.1,2,2); R = matrix(0,150,1)\n"
            + "parfor(i in 1:150@) { A += matrix(1/i,2,2); R[i,1] = sum(rand(rows=1,cols=2)) }\n"
            + "print(toString(A, decimal=17)); print(toString(R, decimal=17, rows=150))";
    String expected = run(script.replace("@", ""), "threads=1", "seed=11").stdout();
    assertEquals(expected, run(script.replace("@", ", mode=REMOTE_SPARK"), "seed=11").stdout());
  }

  /** Defaults need not be literals. */
  @Test
  void functionsThatEvalCallsHaveTheirDefaults() {
    String script =
        """
        f = function(matrix[double] X, double k = -2, int n = ncol(X), double m = k * n)
            return (matrix[double] R) { R = as.matrix(sum(X) * k + n + 100 * m) }
        A = matrix(1, 3, 4)
        R = matrix(0, 4, 1)
        parfor(i in 1:4@) { R[i, 1] = eval("f", A * i) }
        print(toString(R))
        """;
    RunResult expected = run(script.replace("@", ""), "threads=1");
    assertNull(expected.error(), expected.error());
    check(expected, script.replace("@", ", mode=REMOTE_SPARK"));
  }

  @Test
  void linesThatTasksPrintAppearOnce() {
    RunResult result =
        run("parfor(i in 1:100, mode=REMOTE_SPARK) { print(\"line \" + i + \" end\") }");
    assertNull(result.error(), result.error());
    TreeSet<String> expected = new TreeSet<>();
    for (int i = 1; i <= 100; i++) {
      expected.add("line " + i + " end");
    }
    assertEquals(expected, new TreeSet<>(result.stdout().lines().toList()));
    assertEquals(100, result.stdout().lines().count());
  }

  @ParameterizedTest
  @ValueSource(strings = {"", ", taskpartitioner=NAIVE", ", taskpartitioner=STATIC"})
  void reportsTheFirstIterationThatFails(String options) {
    RunResult result =
        run(
            "f = function(int i) return (int j) { j = i; if (i == 7 | i > 11) { stop(\"bad \" + i)"
                + " } }\n"
                + "R = matrix(0,40,1)\n"
                + "parfor(i in 1:40, mode=REMOTE_SPARK"
                + options
                + ") {\n  R[i,1] = f(i)\n}\nprint(sum(R))");
    assertEquals(1, result.exitCode(), result.error());
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
                + "parfor(i in 1:2, mode=REMOTE_SPARK, taskpartitioner=NAIVE) {\n"
                + "  if (i == 2) { k = 1; while (n < k) { k = k + 1 } }\n  R[i,1] = f(i) }");
    assertTrue(result.error().contains("enough"), result.error());
  }

  /**
   * Frames and lists travel; a loop that runs again finds its body and its inputs on the executors.
   */
  @Test
  void allKindsOfValuesAreSent() {
    String script =
        """
        F = as.frame(matrix(7, 3, 2))
        L = list(a=1, b=matrix(2,2,2), c="text")
        s = "word"; X = matrix(1, 30, 5); R = matrix(0, 6, 1)
        for (k in 1:3) {
          parfor (i in 1:6@) {
            R[i,1] = sum(X) * i + sum(as.matrix(L["b"])) + nrow(F) + k + as.scalar(R[i,1])
            if (s != "word") { R[i,1] = 0 }
          }
        }
        print(toString(R))
        print(as.scalar(F[1,1]))
        """;
    String expected = run(script.replace("@", ""), "threads=1").stdout();
    RunResult result = run(script.replace("@", ", mode=REMOTE_SPARK"));
    assertNull(result.error(), result.error());
    assertEquals(expected, result.stdout());
  }

  /** The outer loop on executors, the inner one on threads of each task, and the reverse. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "parfor(i in 1:6, mode=REMOTE_SPARK) { parfor(j in 1:5, par=2, mode=LOCAL) { R[i,j] = i * j"
            + " } }",
        "parfor(i in 1:6, mode=LOCAL, par=2) { parfor(j in 1:5, mode=REMOTE_SPARK) { R[i,j] = i * j"
            + " } }",
        "parfor(i in 1:6, mode=LOCAL, par=2) { x = matrix(i,1,5); parfor(j in 1:5,"
            + " mode=REMOTE_SPARK) { R[i,j] = as.scalar(x[1,j]) * j } }",
      })
  void loopsAreNested(String loop) {
    RunResult result = run("R = matrix(0,6,5); " + loop + "\nprint(toString(R))");
    assertNull(result.error(), result.error());
    assertEquals(run("print(toString(seq(1,6) %*% t(seq(1,5))))").stdout(), result.stdout(), loop);
  }

  /**
   * Workers on the driver whose operators are jobs, at the same time, over inputs that they share.
   */
  @Test
  void workersRunJobsAtTheSameTime() {
    String script =
        """
        X = rand(rows=30, cols=20, seed=1); w = rand(rows=20, cols=1, seed=2)
        R = matrix(0, 12, 2)
        parfor (i in 1:12, par=3, mode=LOCAL, taskpartitioner=NAIVE) {
          Y = X * i + 1
          R[i,1] = sum(t(Y) %*% Y)
          R[i,2] = sum(Y %*% w)
        }
        print(toString(R, decimal=6, rows=12))
        """;
    String expected = run(script, "exec=local").stdout();
    RunResult result = run(script, "exec=spark");
    assertNull(result.error(), result.error());
    assertEquals(expected, result.stdout());
  }

  /** Each task gets its rows or columns only. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "parfor(i in 1:40@) { R[i,1] = sum(X[i,]) * i }",
        "parfor(i in 1:23@) { x = X[,i]; R[i,1] = sum(x * seq(1,40)) }",
        "parfor(i in seq(3,40,4)@) { R[i,1] = sum(X[i,]) }",
        "parfor(i in seq(23,2,-3)@) { R[i,1] = sum(X[,i]) }",
        "parfor(i in 5:19@) { y = X[i,]; for(k in 1:3) { y = y + X[i,] * k }; R[i,1] = max(y) }",
        "parfor(i in 1:23@) { parfor(j in 1:3) { R[i,j] = sum(X[,i]) + sum(Y[i,]) * j } }",
        "parfor(i in 1:8@) { x = X[((i-1)*5+1):(i*5),]; R[i,1] = sum(x * seq(1,5)); R[i,2] ="
            + " nrow(X) * ncol(X) }",
        "parfor(i in 1:6@) { x = X[,((i-1)*4+1):min(4*i,ncol(X))]; R[i,1] = sum(x) * ncol(x) }",
        "parfor(i in seq(1,10,3)@) { R[i,1] = sum(X[(4*i-3):(4*i-1),] * seq(1,3)) }",
        "parfor(i in 1:4@) { R[i,1] = sum(X[(41-10*i):(50-10*i),] * seq(1,10)) }",
        "parfor(i in 1:20@) { R[i,1] = sum(X[2*i-1,]) + sum(X[2*i-1,] > 0.5) }",
        "S = rand(rows=40,cols=23,sparsity=0.1,seed=5); parfor(i in 1:40@) { R[i,1] = sum(S[i,] >"
            + " 0.5) }",
      })
  void tasksGetTheirSlices(String loop) {
    String script =
        "X = rand(rows=40,cols=23,seed=1); Y = rand(rows=23,cols=4,seed=2); R = matrix(1,40,3)\n"
            + loop
            + "\nprint(toString(R, decimal=12, rows=40))";
    RunResult expected = run(script.replace("parfor(", "for(").replace("@", ""), "threads=1");
    assertNull(expected.error(), expected.error());
    for (String partitioner : PARTITIONERS) {
      String options = ", mode=REMOTE_SPARK_DP, par=3, tasksize=4, taskpartitioner=" + partitioner;
      check(expected, script.replace("@", options));
    }
    assertTrue(
        counter("shuffled bytes", script.replace("@", ", mode=REMOTE_SPARK_DP")) > 0,
        "no slices: " + loop);
  }

  /**
   * Executors fetch partitions, by any index, of matrices that the driver or only executors have.
   */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "parfor(i in 1:22@) { x = X[,i]; for(j in (i+1):23) { R[i,1] = as.scalar(R[i,1]) + cov(x,"
            + " X[,j]) } }",
        "parfor(i in 1:40@) { R[i,1] = sum(X[41-i,]) + sum(X[((i*7) %% 40)+1,]) }",
        "parfor(i in 1:6@) { for(j in 1:6) { x = X[,((j-1)*4+1):min(4*j,ncol(X))]; R[i,1] ="
            + " as.scalar(R[i,1]) + sum(x) * i } }",
        "parfor(i in 1:36@) { x = X[i:(i+4),]; x[1,1] = 0; R[i,1] = sum(x) }",
      })
  void tasksFetchPartitions(String loop) {
    String script =
        "X = rand(rows=40,cols=23,seed=1) * 2; R = matrix(1,40,3)\n"
            + loop
            + "\nprint(toString(R, decimal=9, rows=40))";
    RunResult expected = run(script.replace("parfor(", "for(").replace("@", ""), "threads=1");
    assertNull(expected.error(), expected.error());
    String options = ", mode=REMOTE_SPARK, par=3, datapartitioner=REMOTE_SPARK";
    check(expected, script.replace("@", options));
    check(expected, script.replace("@", options), "exec=spark");
    check(expected, script.replace("@", options), "verify=true");
  }

  @Test
  void anIndexOutsideOfPartitionsIsReported() {
    String script =
        "X = matrix(1,4,3); R = matrix(0,9,1); n = 9\n"
            + "parfor(i in 1:n, mode=REMOTE_SPARK, datapartitioner=REMOTE_SPARK) { R[i,1] ="
            + " sum(X[n+1-i,]) }";
    RunResult result = run(script);
    assertEquals(1, result.exitCode());
    assertTrue(result.error().contains("row index 9 is outside 1..4"), result.error());
  }

  /** Two workers in one executor, whose budget has room for one matrix of an iteration. */
  @Test
  void moreWorkersThanAnExecutorHasMemoryForAreRefused() {
    double budget =
        Resources.LOCAL_SHARE
            * (1 - Cluster.DEFAULT_DATA_FRACTION)
            * Runtime.getRuntime().maxMemory();
    long side = (long) Math.sqrt(0.7 * budget / 8);
    String script =
        "R = matrix(0,8,1)\nparfor(i in 1:8, mode=REMOTE_SPARK, par=2) {\n  Y = rand(rows="
            + side
            + ", cols="
            + side
            + ")\n  R[i,1] = max(Y) - mean(Y)\n}\nprint(sum(R))";
    RunResult result = run(script);
    assertEquals(3, result.exitCode(), result.error());
    assertTrue(
        result
            .error()
            .matches(
                "(?s).*parfor with par=2 may need .* of memory of an executor .*for each of 2 "
                    + "workers\\), but its budget is .*, enough for par=1.*"),
        result.error());
  }

  @Test
  void aLoopThatLeavesItsMatrixIsReportedAsInSequence() {
    String script =
        "X = matrix(1,4,3); R = matrix(0,9,1); n = 9\nparfor(i in 1:n@) { R[i,1] = sum(X[i,]) }";
    RunResult result = run(script.replace("@", ", mode=REMOTE_SPARK_DP"));
    assertEquals(1, result.exitCode());
    assertTrue(result.error().contains("row index 5 is outside 1..4"), result.error());
    assertTrue(result.error().contains("in iteration i = 5"), result.error());
  }

  /** The loop really runs elsewhere: a job for the tasks, and one more to merge on executors. */
  @Test
  void aLoopIsOneJob() {
    String script = "R = matrix(0,9,1); parfor(i in 1:9@) { R[i,1] = i }\nprint(sum(R))";
    assertEquals(0, counter("jobs", script.replace("@", "")));
    assertEquals(1, counter("jobs", script.replace("@", ", mode=REMOTE_SPARK")));
    String mergedThere = script.replace("@", ", mode=REMOTE_SPARK, resultmerge=REMOTE_SPARK");
    assertTrue(counter("jobs", mergedThere) >= 2);
  }

  @Test
  void slicesAreShuffled() {
    String script =
        "X = rand(rows=50,cols=9); R = matrix(0,50,1); parfor(i in 1:50@) { R[i,1] = sum(X[i,]) }";
    assertEquals(0, counter("shuffled bytes", script.replace("@", ", mode=REMOTE_SPARK")));
    assertTrue(counter("shuffled bytes", script.replace("@", ", mode=REMOTE_SPARK_DP")) > 3600);
  }

  @SuppressWarnings("unchecked")
  private static long counter(String name, String script) {
    Settings settings =
        Settings.DEFAULTS.with(Settings.SPARK_MASTER, "local[2]").with(Settings.THREADS, 2);
    PrintStream nowhere = new PrintStream(OutputStream.nullOutputStream());
    try (Linden linden =
        Linden.builder().settings(settings).output(nowhere).statistics(true).build()) {
      linden.engine().compile(new Source("<script>", script), Map.of()).run();
      Map<String, Long> backend = (Map<String, Long>) linden.statisticsData(5).get("spark");
      return backend == null ? 0 : backend.getOrDefault(name, 0L);
    }
  }
}
