package dev.linden.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.linden.api.Linden;
import dev.linden.base.Cancellation;
import dev.linden.base.Settings;
import dev.linden.base.Source;
import dev.linden.testkit.EngineRunner;
import dev.linden.testkit.RunConfig;
import dev.linden.testkit.RunResult;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.apache.spark.SparkContext;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerStageSubmitted;
import org.apache.spark.scheduler.SparkListenerTaskEnd;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** When Spark starts, and that nothing stays behind. */
class LifetimeTest {
  private static final Map<String, String> SPARK =
      Map.of("exec", "spark", "spark.master", "local[2]", "spark.block-size", "100");

  private static RunResult run(String script, Map<String, String> settings) {
    return new EngineRunner()
        .run(script, Map.of(), new RunConfig("spark", settings, Path.of("")), Map.of());
  }

  @Test
  void aScriptThatFitsStartsNothing() {
    Connection.disconnect();
    RunResult result =
        run("X = rand(rows=500, cols=50, seed=1); print(sum(t(X) %*% X) > 0)", Map.of());
    assertNull(result.error(), result.error());
    assertFalse(Connection.isStarted());
  }

  /**
   * The worst case of the product would be 18 MB, but its operands are on the driver and tell more.
   */
  @Test
  void aSparseProductThatFitsStartsNothing() {
    Connection.disconnect();
    RunResult result =
        run(
            """
            X = rand(rows=1500, cols=1500, sparsity=0.001, seed=1)
            print(sum((X %*% X) != 0) > 0)
            """,
            Map.of("memory", "8m"));
    assertNull(result.error(), result.error());
    assertFalse(Connection.isStarted());
  }

  /** A loop that changes distributed variables holds a constant number of them. */
  @Test
  void loopsLeaveNothingBehind() {
    String loop =
        """
        X = rand(rows=250, cols=120, seed=1)
        v = rand(rows=250, cols=120, seed=2)
        for (i in 1:%d) {
          v = v * 0.5 + X
          s = sum(v) + sum(X * v)
        }
        print(round(s))
        """;
    RunResult warm = run(String.format(loop, 3), SPARK);
    assertNull(warm.error(), warm.error());
    assertEquals(0, Leftovers.cachedNow(), "cached matrices after the end of a script");
    RunResult longer = run(String.format(loop, 60), SPARK);
    assertNull(longer.error(), longer.error());
    assertEquals(run(String.format(loop, 60), Map.of("exec", "local")).stdout(), longer.stdout());
    assertEquals(0, Leftovers.cachedNow());
  }

  /** A script that fails leaves nothing: no RDD, no broadcast, no file. */
  @Test
  void errorsLeaveNothingBehind(@TempDir Path spills) throws Exception {
    Map<String, String> settings = new HashMap<>(SPARK);
    settings.put("memory.spill", spills.toString());
    settings.put("memory.evict-all", "true");
    for (String ending :
        List.of("stop(\"enough\")", "print(sum(X[i,]))", "print(sum(solve(X, Y)))")) {
      RunResult result =
          run(
              "i = 251; X = rand(rows=250, cols=120, seed=1); v = rand(rows=120, cols=1, seed=2)\n"
                  + "Y = X + 1; print(sum(Y) > 0); print(sum(Y * X) > 0); print(sum(Y %*% v) > 0)\n"
                  + "if (sum(Y) > 0) { "
                  + ending
                  + " }",
              settings);
      assertNotNull(result.error(), ending);
      assertEquals(0, Leftovers.cachedNow(), ending);
      Leftovers.assertNoBroadcasts(ending);
      try (Stream<Path> files = Files.list(spills)) {
        assertEquals(List.of(), files.toList(), ending);
      }
    }
  }

  /** Whoever calls a script off, by Ctrl-C or through the API, does not wait for its job. */
  @Test
  void cancelledJobsEndAndLeaveNothingBehind(@TempDir Path spills) throws Exception {
    Map<String, String> settings = new HashMap<>(SPARK);
    settings.put("memory.spill", spills.toString());
    SparkContext context = Leftovers.context().sc();
    Cancellation cancellation = new Cancellation();
    AtomicInteger all = new AtomicInteger();
    AtomicInteger ended = new AtomicInteger();
    SparkListener afterFirstTask =
        new SparkListener() {
          @Override
          public void onStageSubmitted(SparkListenerStageSubmitted stage) {
            all.addAndGet(stage.stageInfo().numTasks());
          }

          @Override
          public void onTaskEnd(SparkListenerTaskEnd task) {
            ended.incrementAndGet();
            cancellation.cancel();
          }
        };
    context.addSparkListener(afterFirstTask);
    Cancellation before = Cancellation.ofThread(cancellation);
    try {
      RunResult result =
          run(
              "v = rand(rows=100, cols=1, seed=1)\n"
                  + "X = rand(rows=10000000, cols=100, seed=1)\nprint(sum(X * 2) + sum(X %*% v))",
              settings);
      assertNotNull(result.error());
      assertTrue(result.error().contains("the execution was cancelled"), result.error());
      context.listenerBus().waitUntilEmpty();
      assertTrue(ended.get() < all.get(), ended + " of " + all + " tasks ended");
    } finally {
      Cancellation.ofThread(before);
      context.removeSparkListener(afterFirstTask);
    }
    assertEquals(0, Leftovers.cachedNow());
    Leftovers.assertNoBroadcasts("a script that was called off");
    try (Stream<Path> files = Files.list(spills)) {
      assertEquals(List.of(), files.toList());
    }
  }

  /**
   * No more cached matrices and broadcasts in the second hundred iterations than in the first.
   * Within, the number goes up and down as chains of operators grow and are cut.
   */
  @Test
  void twoHundredIterationsHoldAConstantNumberOfMatrices() throws Exception {
    String script =
        """
        X = rand(rows=250, cols=120, seed=1)
        w = matrix(0, ncol(X), 1)
        v = X
        for (i in 1:200) {
          q = t(X) %*% (X %*% w) + sum(v)
          w = w * 0.5 + q / sum(q ^ 2)
          v = v * 0.5 + X
          print(round(sum(v %*% w)))
        }
        """;
    List<Integer> cached = new ArrayList<>();
    List<Integer> broadcasts = new ArrayList<>();
    OutputStream counting =
        new OutputStream() {
          @Override
          public void write(int character) {
            if (character == '\n') {
              cached.add(Leftovers.cachedNow());
              broadcasts.add(Leftovers.broadcastMatrices());
            }
          }
        };
    Settings settings = Settings.DEFAULTS;
    for (Map.Entry<String, String> setting : SPARK.entrySet()) {
      settings = settings.with(setting.getKey(), setting.getValue());
    }
    try (Linden linden =
        Linden.builder()
            .settings(settings)
            .output(new PrintStream(counting, true, StandardCharsets.UTF_8))
            .build()) {
      linden.engine().compile(new Source("loop", script), Map.of()).run();
    }
    assertEquals(200, cached.size());
    assertTrue(most(cached.subList(0, 100)) > 0, "nothing is cached at all");
    assertTrue(most(broadcasts.subList(0, 100)) > 0, "nothing is broadcast at all");
    assertTrue(most(cached.subList(100, 200)) <= most(cached.subList(0, 100)), cached::toString);
    assertTrue(
        most(broadcasts.subList(100, 200)) <= most(broadcasts.subList(0, 100)),
        broadcasts::toString);
    assertEquals(0, Leftovers.cachedNow());
    Leftovers.assertNoBroadcasts(script);
  }

  private static int most(List<Integer> counts) {
    return counts.stream().mapToInt(Integer::intValue).max().orElse(0);
  }

  /** Results that do not fit the driver can be written, and read again. */
  @Test
  void largeResultsAreWrittenInParts(@TempDir Path folder) {
    Map<String, String> small =
        Map.of(
            "exec",
            "spark",
            "spark.master",
            "local[2]",
            "spark.block-size",
            "100",
            "memory.budget",
            "1m");
    String file = folder.resolve("x.csv").toString();
    RunResult written =
        run(
            "X = rand(rows=730, cols=210, seed=1); write(X, \""
                + file
                + "\", format=\"csv\");"
                + " print(round(sum(X) * 1e6))",
            small);
    assertNull(written.error(), written.error());
    RunResult read =
        run(
            "X = read(\""
                + file
                + "\"); print(round(sum(X) * 1e6)); print(nrow(X) + \" \" + ncol(X))",
            Map.of("exec", "local"));
    assertNull(read.error(), read.error());
    assertEquals(written.stdout() + "730 210\n", read.stdout());
    assertTrue(java.nio.file.Files.isDirectory(folder.resolve("x.csv")));
  }

  /** Blocks that were cut off from what they came from need none of it, broadcasts neither. */
  @Test
  void longChainsOutliveTheirOperands() {
    String script =
        "A = rand(rows=250, cols=130, seed=1); for (i in 1:30) {"
            + " v = rand(rows=250, cols=1, min=0.9, max=1.1, seed=i); A = v * A;"
            + " A = A[,1:129]; A = cbind(A, v); } print(round(1e6 * sum(A)))";
    RunResult local = run(script, Map.of("exec", "local"));
    assertNull(local.error(), local.error());
    RunResult spark =
        run(script, Map.of("exec", "spark", "spark.master", "local[2]", "spark.block-size", "100"));
    assertNull(spark.error(), spark.error());
    assertEquals(local.stdout(), spark.stdout());
  }

  /** What does not fit the driver is not fetched. */
  @Test
  void tooLargeResultsAreRefused() {
    RunResult result =
        run(
            "X = rand(rows=2000, cols=500, seed=1); print(sum(X) > 0); y = solve(t(X) %*% X, t(X)"
                + " %*% matrix(1, 2000, 1)); Z = rand(rows=2000, cols=1000, seed=1) + 1;"
                + " print(toString(Z))",
            Map.of(
                "exec",
                "spark",
                "spark.master",
                "local[2]",
                "spark.block-size",
                "100",
                "memory.budget",
                "8m"));
    assertEquals(3, result.exitCode(), result.error());
    assertTrue(result.error().contains("the budget is 8.0 MB"), result.error());
  }
}
