package dev.linden.fuse;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.linden.api.Linden;
import dev.linden.base.Settings;
import dev.linden.base.Source;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Figures of fusion in the statistics of a run. */
class FusionStatisticsTest {
  private static final String SCRIPT =
      """
      X = rand(rows=300, cols=40, seed=1)
      Y = rand(rows=300, cols=40, seed=2)
      if (nrow(X) > 0) {
        D = exp(X) * Y
        print(sum(D + X) > 0)
        print(max(D - Y) > 0)
      }
      """;

  private static long plansEvaluated(Linden engine, String script) {
    engine.engine().compile(new Source("script", script), Map.of()).run();
    @SuppressWarnings("unchecked")
    Map<String, Object> figures = (Map<String, Object>) engine.statisticsData(3).get("fusion");
    return (Long) figures.get("plansEvaluated");
  }

  private static Linden run(String policy) {
    PrintStream output = new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8);
    Linden engine =
        Linden.builder()
            .settings(Settings.DEFAULTS.with(Settings.FUSION, policy))
            .statistics(true)
            .output(output)
            .build();
    engine.engine().compile(new Source("script", SCRIPT), Map.of()).run();
    return engine;
  }

  @Test
  void figuresOfCostBasedFusion() {
    try (Linden engine = run("cost")) {
      @SuppressWarnings("unchecked")
      Map<String, Object> figures = (Map<String, Object>) engine.statisticsData(3).get("fusion");
      assertTrue((Integer) figures.get("dags") >= 1, figures::toString);
      assertTrue((Integer) figures.get("partitions") >= 1, figures::toString);
      assertTrue((Integer) figures.get("operators") >= 1, figures::toString);
      assertTrue((Long) figures.get("plansEvaluated") >= 1, figures::toString);
      assertTrue((Double) figures.get("plansOfPartitions") >= 2, figures::toString);
      assertTrue((Double) figures.get("exploreSeconds") > 0, figures::toString);
      assertTrue((Double) figures.get("selectSeconds") > 0, figures::toString);
      String text = engine.statistics(3);
      assertTrue(text.contains("fusion: "), text);
      assertTrue(text.contains("fusion plans: "), text);
      assertTrue(text.contains("fused classes: "), text);
    }
  }

  /** A DAG that is compiled again with similar sizes needs no search. */
  @Test
  void plansAreUsedAgainForSimilarSizes() {
    try (Linden engine = run("cost")) {
      long first = plansEvaluated(engine, SCRIPT);
      assertTrue(first >= 1);
      assertEquals(first, plansEvaluated(engine, SCRIPT.replace("300", "350")));
      assertTrue(plansEvaluated(engine, SCRIPT.replace("300", "3000")) > first);
    }
  }

  @Test
  void nothingToSayWithoutFusion() {
    try (Linden engine = run("off")) {
      assertEquals(Map.of(), engine.statisticsData(3).get("fusion"));
      assertFalse(engine.statistics(3).contains("fusion"));
    }
  }
}
