package dev.linden.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Engines with known mistakes must be found out; a right one must not. */
class DifferentialTest {
  private static final ScriptRunner RIGHT = new OracleRunner();

  @Test
  void aRightEngineIsNeverBlamed() {
    Differential differential = new Differential(RIGHT, List.of(RunConfig.DEFAULT));
    for (long seed = 0; seed < 100; seed++) {
      assertNull(differential.compare(ProgramGenerator.generate(seed)).problem());
    }
  }

  @Test
  void wrongEnginesAreFoundOut() {
    assertFound("rev(", "abs(");
    assertFound("<= ", "< ");
    assertFound("colMeans(", "colSums(");
    assertFound(" %/% ", " / ");
    assertFound("%*%", "%%");
  }

  /** An engine that takes one construct for another is found soon, and with a small program. */
  private static void assertFound(String right, String wrong) {
    Differential differential =
        new Differential(
            (script, args, config, inputs) ->
                RIGHT.run(script.replace(right, wrong), args, config, inputs),
            List.of(RunConfig.DEFAULT));
    List<String> reports = new ArrayList<>();
    for (long seed = 0; seed < 3000 && reports.isEmpty(); seed++) {
      RandomProgram program = ProgramGenerator.generate(seed);
      Differential.Comparison comparison = differential.compare(program);
      if (comparison.problem() != null) {
        reports.add(differential.report(program, comparison));
      }
    }
    assertEquals(1, reports.size(), () -> right + " taken for " + wrong + " was not noticed");
    String script = reports.get(0).split("\nrun\n")[1].split("----")[0];
    assertTrue(script.contains(right), reports.get(0));
    assertTrue(script.lines().count() <= 8, reports.get(0));
  }
}
