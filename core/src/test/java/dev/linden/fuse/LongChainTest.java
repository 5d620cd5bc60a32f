package dev.linden.fuse;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.linden.testkit.EngineRunner;
import dev.linden.testkit.RunConfig;
import dev.linden.testkit.RunResult;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Chains whose steps use a value twice, so that whatever is written out doubles with each. */
class LongChainTest {
  private static final EngineRunner ENGINE = new EngineRunner();

  private static String script(int steps) {
    // converges to 0.4, so that results can be compared
    return "X = rand(rows=100, cols=20, min=0.2, max=0.8, seed=1)\n"
        + "Y = X / rowSums(X)\n"
        + "Y = (1.4 - Y) * Y\n".repeat(steps)
        + "print(sum(Y))";
  }

  private static double sum(int steps, String policy) {
    Map<String, String> settings = Map.of("fusion.smallest", "1", "fusion.policy", policy);
    RunConfig config = new RunConfig("chain", settings, Path.of(""));
    RunResult result = ENGINE.run(script(steps), Map.of(), config, Map.of());
    assertEquals(0, result.exitCode(), result::toString);
    return Double.parseDouble(result.stdout().trim());
  }

  @Test
  @Timeout(60)
  void compilingTakesTimeByTheStepsNotByTheirText() {
    for (int steps : new int[] {3, 120}) {
      assertEquals(sum(steps, "off"), sum(steps, "cost"), 1e-9);
      assertEquals(sum(steps, "off"), sum(steps, "all"), 1e-9);
      assertEquals(sum(steps, "off"), sum(steps, "no-redundancy"), 1e-9);
    }
  }

  /** What is cut is the end of a long text, as if all of it had been there. */
  @Test
  void textsOfOperatorsAreCutAtTheirEnd() {
    RunConfig config = new RunConfig("chain", Map.of("fusion.smallest", "1"), Path.of(""));
    String nested = "(b/rowSums(b))";
    for (int steps = 1; steps < 8; steps++) {
      String text = "(a-" + nested + ")*" + nested;
      nested = "(" + text + ")";
      String all = "Row{sum(" + text + ")}";
      String expected = all.length() <= 100 ? all : all.substring(0, 96) + "...}";
      String plan = ENGINE.explain("runtime", script(steps), Map.of(), config, Map.of());
      assertTrue(plan.contains(" = " + expected + " "), steps + "\n" + plan);
    }
  }
}
