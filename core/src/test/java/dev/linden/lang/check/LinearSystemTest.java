package dev.linden.lang.check;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.linden.testkit.RandomTests;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The GCD and Banerjee tests of the dependency analysis. */
class LinearSystemTest {
  private static final String[] NAMES = {"x", "y", "z"};
  private static final int BOX = 4;

  private static LinearIndex index(long constant, long... coefficients) {
    Map<String, Long> terms = new HashMap<>();
    for (int i = 0; i < coefficients.length; i++) {
      if (coefficients[i] != 0) {
        terms.put(NAMES[i], coefficients[i]);
      }
    }
    return new LinearIndex(terms, constant);
  }

  @Test
  void divisorsDecide() {
    LinearSystem system = new LinearSystem();
    system.equal(index(0, 2), index(1, 0, 4));
    assertTrue(system.hasNoSolution());
    LinearSystem solvable = new LinearSystem();
    solvable.equal(index(0, 2), index(1, 0, 3));
    assertFalse(solvable.hasNoSolution());
  }

  @Test
  void boundsDecide() {
    LinearSystem system = new LinearSystem();
    system.equal(index(0, 1), index(8, 0, 2));
    system.atMost(index(1), index(0, 0, 1));
    assertFalse(system.hasNoSolution());
    system.atMost(index(0, 1), index(4));
    assertTrue(system.hasNoSolution());
  }

  @Test
  void numbersThatGrowTooLargeProveNothing() {
    LinearSystem system = new LinearSystem();
    system.equal(index(1, Long.MAX_VALUE / 2, 3), index(0, 5, 7));
    system.equal(index(2, 11, Long.MAX_VALUE / 3), index(0, 5, Long.MIN_VALUE / 3));
    assertFalse(system.hasNoSolution());
  }

  /** Whatever is called unsolvable has no solution in a small box; most boxes without are found. */
  @Test
  void agreesWithTrialOfAllNumbers() {
    long seed = RandomTests.SEED;
    Random random = new Random(seed);
    int unsolvable = 0;
    int found = 0;
    for (int trial = 0; trial < 2000; trial++) {
      List<LinearIndex> equations = new ArrayList<>();
      List<LinearIndex> inequalities = new ArrayList<>();
      for (int i = random.nextInt(3); i > 0; i--) {
        equations.add(random(random));
      }
      for (int i = random.nextInt(3); i > 0; i--) {
        inequalities.add(random(random));
      }
      LinearSystem system = new LinearSystem();
      equations.forEach(e -> system.equal(e, index(0)));
      inequalities.forEach(e -> system.atMost(index(0), e));
      for (int i = 0; i < NAMES.length; i++) {
        LinearIndex variable = LinearIndex.variable(NAMES[i]);
        system.atMost(index(-BOX), variable);
        system.atMost(variable, index(BOX));
      }
      boolean solvable = solvable(equations, inequalities);
      boolean proven = system.hasNoSolution();
      assertFalse(
          solvable && proven,
          "seed " + seed + ": " + equations + " = 0, " + inequalities + " >= 0");
      unsolvable += solvable ? 0 : 1;
      found += proven ? 1 : 0;
    }
    assertTrue(found > 0.9 * unsolvable, found + " of " + unsolvable);
  }

  private static LinearIndex random(Random random) {
    return index(
        random.nextInt(21) - 10,
        random.nextInt(7) - 3,
        random.nextInt(7) - 3,
        random.nextInt(7) - 3);
  }

  private static boolean solvable(List<LinearIndex> equations, List<LinearIndex> inequalities) {
    for (int x = -BOX; x <= BOX; x++) {
      for (int y = -BOX; y <= BOX; y++) {
        for (int z = -BOX; z <= BOX; z++) {
          int[] point = {x, y, z};
          if (equations.stream().allMatch(e -> value(e, point) == 0)
              && inequalities.stream().allMatch(e -> value(e, point) >= 0)) {
            return true;
          }
        }
      }
    }
    return false;
  }

  private static long value(LinearIndex index, int[] point) {
    long sum = index.constant();
    for (int i = 0; i < NAMES.length; i++) {
      sum += index.coefficient(NAMES[i]) * point[i];
    }
    return sum;
  }
}
