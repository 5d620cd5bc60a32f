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
import org.apache.spark.scheduler.SparkListenerStageCompleted;
import org.apache.spark.scheduler.StageInfo;
import org.apache.spark.storage.RDDInfo;
import org.junit.jupiter.api.Test;
import scala.jdk.javaapi.CollectionConverters;

/** What Spark shows of a script while it runs, and what is counted. */
class JobDescriptionTest {
  private static final Settings SETTINGS =
      Settings.DEFAULTS
          .with("exec", "spark")
          .with("spark.master", "local[2]")
          .with("spark.block-size", "100");

  /** What a script printed, the descriptions of its jobs, and what was counted. */
  private record Shown(
      String output, List<String> jobs, List<StageInfo> stages, Map<?, ?> counters) {}

  /** Each stage and each matrix that is kept has the name of the operator that made it. */
  @Test
  void stagesAndMatricesCarryTheOperatorAndItsLine() throws Exception {
    Shown shown =
        run(
            SETTINGS,
            """
            X = rand(rows=250, cols=120, seed=1)
            R = matrix(0, 3, 1)
            Y = rev(X)
              + 1
            print(sum(Y) + sum(X * Y) > 0)
            parfor (i in 1:3, mode=REMOTE_SPARK) { R[i, 1] = i }
            print(sum(R))
            """);
    assertEquals("TRUE\n6.0\n", shown.output());
    assertTrue(
        shown.stages().stream().allMatch(stage -> stage.name().contains(" a.dml:")),
        shown.stages().stream().map(StageInfo::name).toList().toString());
    assertTrue(
        shown.stages().stream()
            .anyMatch(
                stage ->
                    stage.name().equals("rev a.dml:3") && stage.details().equals("Y = rev(X)")),
        shown.stages().stream().map(StageInfo::details).toList().toString());
    assertTrue(shown.jobs().contains("parfor i a.dml:6 (REMOTE_SPARK)"), shown.jobs().toString());
    List<String> kept =
        shown.stages().stream()
            .flatMap(stage -> CollectionConverters.asJava(stage.rddInfos()).stream())
            .filter(matrix -> matrix.storageLevel().isValid())
            .map(RDDInfo::name)
            .toList();
    assertTrue(kept.contains("rand a.dml:1"), kept.toString());
    assertTrue(kept.stream().allMatch(name -> name.contains(" a.dml:")), kept.toString());
  }

  @Test
  void jobsCarryTheOperatorAndItsLine() throws Exception {
    Shown shown =
        run(
            SETTINGS,
            """
            X = rand(rows=250, cols=120, seed=1)
            print(sum(X) > 0)
            Y = X + 1
            print(as.scalar(Y[1, 1]) > 0)
            """);
    assertEquals("TRUE\nTRUE\n", shown.output());
    assertTrue(shown.jobs().contains("sum a.dml:2 (aggregate)"), shown.jobs().toString());
    assertTrue(
        shown.jobs().stream().allMatch(description -> description.contains("a.dml:")),
        shown.jobs().toString());
    assertTrue(
        shown
            .counters()
            .keySet()
            .containsAll(
                List.of("jobs", "shuffled bytes", "broadcasts", "collects", "cached partitions")),
        shown.counters().toString());
    assertTrue(
        ((Number) shown.counters().get("jobs")).longValue() > 0, shown.counters().toString());
  }

  /** A clock waits for what is written before it, whether something needs it or not. */
  @Test
  void clocksWait() throws Exception {
    String work = "X = rand(rows=250, cols=120, seed=1)\nY = exp(X)\nZ = Y %*% t(Y)\n";
    String now = "now = function() return (double t) { t = time() }\n";
    String used = "if (t < 0) { print(sum(Z)) }\n";
    for (String script :
        List.of(
            work + "t = time()\n",
            work + "t = time()\n" + used,
            now + work + "t = now()\n" + used)) {
      Shown shown = run(SETTINGS, script + "print(t != 0)");
      assertEquals("TRUE\n", shown.output());
      assertTrue(!shown.jobs().isEmpty(), () -> "no job before the clock in\n" + script);
    }
  }

  /** Operators of cells, of several aggregates and of rows are jobs of their own. */
  @Test
  void fusedOperatorsRunOnSpark() throws Exception {
    Shown shown =
        run(
            SETTINGS.with("fusion.policy", "all").with("fusion.smallest", "1"),
            """
            X = rand(rows=250, cols=80, seed=1)
            Z = rand(rows=250, cols=180, seed=3)
            print(sum(abs(Z) * exp(Z)) > 0)
            Y = rand(rows=250, cols=80, seed=2)
            a = sum(X * exp(Y))
            b = sum(X + exp(Y))
            print((a > 0) & (b > 0))
            w = t(X) %*% (X / rowSums(exp(X)))
            print(sum(w) > 0)
            """);
    assertEquals("TRUE\nTRUE\nTRUE\n", shown.output());
    for (String template : List.of("Cell{", "MAgg{", "Row{")) {
      assertTrue(
          shown.jobs().stream().anyMatch(d -> d.startsWith(template) && d.endsWith(" (fused)")),
          template + " in " + shown.jobs());
    }
  }

  private static Shown run(Settings settings, String script) throws Exception {
    List<String> descriptions = new CopyOnWriteArrayList<>();
    List<StageInfo> stages = new CopyOnWriteArrayList<>();
    SparkListener listener =
        new SparkListener() {
          @Override
          public void onStageCompleted(SparkListenerStageCompleted completed) {
            stages.add(completed.stageInfo());
          }

          @Override
          public void onJobStart(SparkListenerJobStart start) {
            descriptions.add(String.valueOf(start.properties().get("spark.job.description")));
          }
        };
    var spark = Connection.connect(settings).context().sc();
    spark.addSparkListener(listener);
    ByteArrayOutputStream output = new ByteArrayOutputStream();
    try (Linden linden =
        Linden.builder()
            .settings(settings)
            .statistics(true)
            .output(new PrintStream(output, false, StandardCharsets.UTF_8))
            .build()) {
      linden.engine().compile(new Source("a.dml", script), Map.of()).run();
      spark.listenerBus().waitUntilEmpty();
      return new Shown(
          output.toString(StandardCharsets.UTF_8),
          List.copyOf(descriptions),
          List.copyOf(stages),
          (Map<?, ?>) linden.statisticsData(0).get("spark"));
    } finally {
      spark.removeSparkListener(listener);
    }
  }
}
