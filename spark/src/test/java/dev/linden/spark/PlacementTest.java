package dev.linden.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.linden.api.Compiled;
import dev.linden.api.ExplainLevel;
import dev.linden.api.Linden;
import dev.linden.base.Settings;
import dev.linden.base.Source;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** S11, S12: what plans say about keeping and placing matrices is what happens. */
class PlacementTest {
  /** A support vector machine: X meets vectors of its rows, which are too large to broadcast. */
  private static final String SVM =
      """
      X = rand(rows=2000, cols=40, seed=1)
      y = 2 * (rand(rows=2000, cols=1, seed=2) > 0.5) - 1
      s = t(X) %%*%% y
      for (i in 1:%d) {
        out = 1 - y * (X %%*%% s)
        out = (out > 0) * out
        s = s + 1e-6 * (t(X) %%*%% (out * y))
      }
      print(round(1e4 * sum(s)))
      """;

  private static final long BYTES_OF_X = 2000 * 40 * 8;

  private record Outcome(String output, String plan, Map<?, ?> counters) {
    long counter(String name) {
      return ((Number) counters.get(name)).longValue();
    }
  }

  @AfterEach
  void forgetChoices() {
    System.clearProperty("linden.spark.broadcast");
  }

  /** Plans are for a driver of 40 KB; what runs may use more. */
  private static Outcome run(String script, String exec) {
    Settings settings =
        Settings.DEFAULTS
            .with("exec", exec)
            .with("memory", "40k")
            .with("memory.budget", "100m")
            .with("spark.master", "local[2]")
            .with("spark.block-size", "100");
    ByteArrayOutputStream output = new ByteArrayOutputStream();
    try (Linden linden =
        Linden.builder()
            .settings(settings)
            .statistics(true)
            .output(new PrintStream(output, false, StandardCharsets.UTF_8))
            .build()) {
      Compiled compiled = linden.compile(new Source("<script>", script), Map.of());
      compiled.run();
      Map<?, ?> counters = (Map<?, ?>) linden.statisticsData(0).get("spark");
      return new Outcome(
          output.toString(StandardCharsets.UTF_8),
          compiled.explain(ExplainLevel.RUNTIME),
          counters == null ? Map.of() : counters);
    }
  }

  private static int cachedNow() {
    return Cluster.connect(Settings.DEFAULTS.with("spark.master", "local[2]"))
        .context()
        .getPersistentRDDs()
        .size();
  }

  @Test
  void aRepartitionedMatrixDoesNotMoveAgain() {
    System.setProperty("linden.spark.broadcast", "8000");
    Outcome few = run(String.format(SVM, 2), "hybrid");
    Outcome many = run(String.format(SVM, 8), "hybrid");
    assertTrue(few.plan().contains("X = repartition X! SPARK"), few.plan());
    assertTrue(few.counter("repartitions") > 0, few.counters().toString());
    assertEquals(run(String.format(SVM, 8), "local").output(), many.output());
    long moved = many.counter("shuffled bytes") - few.counter("shuffled bytes");
    assertTrue(moved < BYTES_OF_X, "6 iterations moved " + moved + " bytes");
    assertEquals(0, cachedNow());
  }

  @Test
  void aCheckpointIsComputedOnceAndFreedWithItsVariable() {
    String script =
        """
        X = rand(rows=2000, cols=40, seed=1)
        Z = X / rowSums(X)
        s = 0
        for (i in 1:5) {
          s = s + sum(abs(Z - i))
        }
        print(round(1e6 * s))
        Z = matrix(0, 1, 1)
        print(sum(Z))
        """;
    Outcome spark = run(script, "hybrid");
    assertTrue(spark.plan().contains("Z = checkpoint Z! SPARK"), spark.plan());
    assertEquals(1, spark.counter("checkpoints"), spark.counters().toString());
    assertEquals(run(script, "local").output(), spark.output());
    assertEquals(0, cachedNow());
  }
}
