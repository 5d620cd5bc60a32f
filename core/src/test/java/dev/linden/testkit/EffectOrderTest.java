package dev.linden.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is written first happens first, under all settings. */
@Tag("random")
class EffectOrderTest {
  private static final int PROGRAMS = RandomTests.rounds("linden.programs", 20, 200);
  private static final long FIRST = RandomTests.SEED;
  private static final Map<String, String> SEED = Map.of("seed", "7");

  @TempDir Path directory;

  @Test
  void effectsKeepTheirOrder() {
    for (long seed = FIRST; seed < FIRST + PROGRAMS; seed++) {
      effectsKeepTheirOrder(seed);
    }
  }

  /** A matrix that is read for its effect alone, where compressing it might have paid. */
  @Test
  void unusedResultsHaveNoPlace() {
    effectsKeepTheirOrder(150368676);
  }

  private void effectsKeepTheirOrder(long seed) {
    EngineRunner engine = new EngineRunner();
    EffectProgram program = EffectProgram.generate(seed);
    String printed = null;
    for (RunConfig config : GoldenFolder.configs()) {
      String what = "seed " + seed + ", " + config.name() + ":\n" + program.text();
      RunResult result =
          engine.run(program.text(), Map.of(), config.with(SEED).in(directory), Map.of());
      assertNull(program.fault(result), what);
      printed = printed == null ? result.stdout() : printed;
      assertEquals(printed, result.stdout(), what);
    }
  }

  /**
   * A number stands for each statement; its instruction lies between the same two clocks. Fusion
   * may compute it once more later.
   */
  @Test
  void workStaysBetweenItsClocks() {
    for (long seed = FIRST; seed < FIRST + PROGRAMS; seed++) {
      Random random = new Random(seed);
      StringBuilder script = new StringBuilder("V0 = rand(rows=50, cols=50, seed=1)\n");
      List<Integer> clocksBefore = new ArrayList<>();
      int clocks = 0;
      int statements = 3 + random.nextInt(10);
      for (int i = 1; i <= statements; i++) {
        if (random.nextInt(3) == 0) {
          script.append("t" + clocks++ + " = time()\n");
        }
        String operand = "V" + random.nextInt(i);
        String other = "V" + random.nextInt(i);
        String work =
            switch (random.nextInt(4)) {
              case 0 -> operand + " %*% (" + other + " + " + literal(i) + ")";
              case 1 -> "exp(" + operand + " / " + literal(i) + ") * " + other;
              case 2 -> "t(" + operand + ") - " + other + " * " + literal(i);
              default -> "(" + operand + " + " + literal(i) + ") / (1 + sum(" + other + "))";
            };
        script.append("V" + i + " = " + work + "\n");
        clocksBefore.add(clocks);
      }
      script.append("t" + clocks + " = time()\n");
      for (int i = 1; i <= statements; i++) {
        script.append(random.nextBoolean() ? "print(sum(V" + i + "))\n" : "");
      }
      check(script.toString(), clocksBefore);
    }
  }

  /** A number of a kind that nothing else has. */
  private static int literal(int statement) {
    return 1000 + statement;
  }

  private static void check(String script, List<Integer> clocksBefore) {
    for (RunConfig config : GoldenFolder.configs()) {
      String plan =
          new EngineRunner().explain("runtime", script, Map.of(), config, Map.of(), Map.of());
      int clocks = 0;
      Set<Integer> seen = new HashSet<>();
      for (String line : plan.lines().toList()) {
        clocks += line.endsWith(" = time") ? 1 : 0;
        for (int i = 1; i <= clocksBefore.size(); i++) {
          List<String> words = List.of(line.strip().split("[ !]+"));
          if (words.contains(Integer.toString(literal(i))) && seen.add(i)) {
            assertEquals(
                clocksBefore.get(i - 1), clocks, config.name() + ":\n" + script + "\n" + plan);
          }
        }
      }
    }
  }
}
