package dev.linden.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.linden.api.Linden;
import dev.linden.base.Settings;
import dev.linden.base.Source;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerJobStart;
import org.junit.jupiter.api.Test;

/** What Spark shows of a script while it runs, and what is counted. */
class JobDescriptionTest {
  @Test
  void jobsCarryTheOperatorAndItsLine() throws Exception {
    Settings settings =
        Settings.DEFAULTS
            .with("exec", "spark")
            .with("spark.master", "local[2]")
            .with("spark.block-size", "100");
    List<String> descriptions = new CopyOnWriteArrayList<>();
    SparkListener listener =
        new SparkListener() {
          @Override
          public void onJobStart(SparkListenerJobStart start) {
            descriptions.add(String.valueOf(start.properties().get("spark.job.description")));
          }
        };
    var spark = Cluster.connect(settings).context().sc();
    spark.addSparkListener(listener);
    ByteArrayOutputStream output = new ByteArrayOutputStream();
    try (Linden linden =
        Linden.builder()
            .settings(settings)
            .statistics(true)
            .output(new PrintStream(output, false, StandardCharsets.UTF_8))
            .build()) {
      String script =
          """
          X = rand(rows=250, cols=120, seed=1)
          print(sum(X) > 0)
          Y = X + 1
          print(as.scalar(Y[1, 1]) > 0)
          """;
      linden.compile(new Source("a.dml", script), Map.of()).run();
      spark.listenerBus().waitUntilEmpty();
      Map<?, ?> counters = (Map<?, ?>) linden.statisticsData(0).get("spark");
      assertTrue(
          counters
              .keySet()
              .containsAll(
                  List.of("jobs", "shuffled bytes", "broadcasts", "collects", "cached partitions")),
          counters.toString());
      assertTrue(((Number) counters.get("jobs")).longValue() > 0, counters.toString());
    } finally {
      spark.removeSparkListener(listener);
    }
    assertEquals("TRUE\nTRUE\n", output.toString(StandardCharsets.UTF_8));
    assertTrue(descriptions.contains("sum a.dml:2 (aggregate)"), descriptions.toString());
    assertTrue(
        descriptions.stream().allMatch(description -> description.contains("a.dml:")),
        descriptions.toString());
  }
}
