package dev.linden.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.linden.base.Settings;
import dev.linden.base.Source;
import dev.linden.engine.Compiled;
import dev.linden.engine.Engine;
import dev.linden.engine.View;
import dev.linden.matrix.Dense;
import dev.linden.matrix.Matrix;
import dev.linden.plan.distribute.Cluster;
import dev.linden.spark.block.BlockIndex;
import dev.linden.spark.block.Distributed;
import dev.linden.spark.block.Grid;
import dev.linden.spark.block.Registry;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.spark.api.java.JavaPairRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.util.LongAccumulator;
import org.junit.jupiter.api.Test;
import scala.Tuple2;

/** What plans say about keeping and placing matrices is what happens. */
class PlacementTest {
  /** A support vector machine: X meets vectors of its rows, which are too large to broadcast. */
  private static final String SVM =
      """
      X = rbind(rand(rows=1000, cols=40, seed=1), rand(rows=1000, cols=40, seed=3))
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

  private static Outcome run(String script, String exec) {
    return run(script, exec, null);
  }

  /** Plans are for a driver of 40 KB; what runs may use more. */
  private static Outcome run(String script, String exec, Cluster cluster) {
    Settings settings =
        Settings.DEFAULTS
            .with("exec", exec)
            .with("threads", "2")
            .with("memory", "40k")
            .with("memory.budget", "100m")
            .with("spark.master", "local[2]")
            .with("spark.block-size", "100");
    ByteArrayOutputStream output = new ByteArrayOutputStream();
    try (Engine engine =
        Engine.builder()
            .settings(settings)
            .cluster(cluster)
            .statistics(true)
            .output(new PrintStream(output, false, StandardCharsets.UTF_8))
            .build()) {
      Compiled compiled = engine.compile(new Source("<script>", script), Map.of());
      compiled.run();
      Map<?, ?> counters = (Map<?, ?>) engine.statisticsData(0).get("spark");
      return new Outcome(
          output.toString(StandardCharsets.UTF_8),
          compiled.explain(View.RUNTIME),
          counters == null ? Map.of() : counters);
    }
  }

  /** What was made in its place, or transposed there, meets its like without a shuffle. */
  @Test
  void matricesThatWereMadeInPlaceDoNotMove() {
    String script =
        """
        X = rand(rows=1500, cols=1300, seed=1)
        Y = rand(rows=1500, cols=1300, seed=2)
        print(round(1e4 * (sum(abs(X - Y) * X) + sum(t(X) * t(Y - 1)))))
        """;
    Outcome spark = run(script, "spark");
    assertEquals(run(script, "local").output(), spark.output());
    assertEquals(0, spark.counter("shuffled bytes"), spark.counters().toString());
  }

  /** Whatever their widths, and whether they were generated or put together. */
  @Test
  void matricesWithAsManyRowsMeetWhereTheyAre() {
    String script =
        """
        X = rand(rows=1500, cols=60, seed=1)
        v = rand(rows=1500, cols=1, seed=2)
        Y = cbind(X, v, matrix(1, 1500, 1))
        H = table(seq(1, 1500), round(3 * v) + 1, 1500, 4)
        print(round(1e4 * (sum(Y * rowSums(Y)) + sum((t(H) %*% Y) ^ 2))))
        """;
    Outcome spark = run(script, "spark");
    assertEquals(run(script, "local").output(), spark.output());
    assertEquals(0, spark.counter("shuffled bytes"), spark.counters().toString());
    assertEquals(0, spark.counter("broadcasts"), spark.counters().toString());
  }

  @Test
  void operatorsOnSingleBlocksStayHere() {
    String script =
        """
        x = rand(rows=100, cols=90, seed=1)
        k = as.integer(sum(x > 2)) + 3
        y = matrix(1, k, 90) %*% t(x)
        print(round(1e4 * sum(y ^ 2)))
        """;
    Outcome spark = run(script, "spark");
    assertEquals(run(script, "local").output(), spark.output());
    assertTrue(
        spark.counters().keySet().stream()
            .noneMatch(name -> ((String) name).startsWith("operator")),
        spark.counters().toString());
  }

  @Test
  void aRepartitionedMatrixDoesNotMoveAgain() {
    Outcome few = run(String.format(SVM, 2), "hybrid");
    Outcome many = run(String.format(SVM, 8), "hybrid");
    assertTrue(few.plan().contains("X = repartition X! SPARK"), few.plan());
    assertTrue(few.counter("repartitions") > 0, few.counters().toString());
    assertEquals(run(String.format(SVM, 8), "local").output(), many.output());
    long moved = many.counter("shuffled bytes") - few.counter("shuffled bytes");
    assertTrue(moved < BYTES_OF_X, "6 iterations moved " + moved + " bytes");
    assertEquals(0, Leftovers.cachedNow());
  }

  /** What the bodies of workers use on Spark is kept before the loop, not in each of them. */
  @Test
  void inputsOfWorkersAreKeptBeforeTheLoop() {
    String script =
        """
        X = rand(rows=2000, cols=40, seed=1)
        Z = X / rowSums(X)
        R = matrix(0, 6, 1)
        parfor (i in 1:6, taskpartitioner=NAIVE) {
          s = 0
          for (k in 1:2) {
            s = s + sum(abs(Z - i * k))
          }
          R[i,1] = s
        }
        print(round(1e6 * sum(R)))
        """;
    Cluster cluster = new Cluster(1, 2, 1L << 30, 0.6, 0.3, 40 << 10, 100);
    Outcome spark = run(script, "hybrid", cluster);
    int checkpoint = spark.plan().indexOf("Z = checkpoint Z! SPARK");
    assertTrue(checkpoint >= 0, spark.plan());
    assertTrue(checkpoint < spark.plan().indexOf("PARFOR"), spark.plan());
    assertEquals(checkpoint, spark.plan().lastIndexOf("Z = checkpoint Z! SPARK"), spark.plan());
    assertEquals(1, spark.counter("checkpoints"), spark.counters().toString());
    assertEquals(run(script, "local").output(), spark.output());
    assertEquals(0, Leftovers.cachedNow());
  }

  /** Jobs of all workers find the blocks computed. */
  @Test
  void preparedBlocksAreComputedOnce() {
    JavaSparkContext context = Leftovers.context();
    LongAccumulator computed = context.sc().longAccumulator();
    Grid grid = new Grid(400, 10, 100);
    List<Tuple2<BlockIndex, Matrix>> cells = new ArrayList<>();
    for (long i = 0; i < grid.blocks(); i++) {
      cells.add(new Tuple2<>(grid.at(i), Dense.zeros(100, 10)));
    }
    JavaPairRDD<BlockIndex, Matrix> given = context.parallelizePairs(cells, 2);
    Registry registry = new Registry(2);
    Distributed source = new Distributed(grid, given, List.of(), registry);
    Distributed shared =
        new Distributed(grid, counting(given, computed), List.of(source), registry);
    shared.prepare();
    assertEquals(4, computed.value());
    shared.prepare();
    assertEquals(4, shared.blocks().count());
    assertEquals(4, shared.blocks().count());
    assertEquals(4, computed.value());
    shared.release();
    source.release();
    assertEquals(0, Leftovers.cachedNow());
  }

  private static JavaPairRDD<BlockIndex, Matrix> counting(
      JavaPairRDD<BlockIndex, Matrix> blocks, LongAccumulator computed) {
    return blocks.mapValues(
        block -> {
          computed.add(1);
          return block;
        });
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
    assertEquals(0, Leftovers.cachedNow());
  }
}
