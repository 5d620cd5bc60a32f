package dev.linden.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.linden.base.ScriptError;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ShrinkerTest {
  @Test
  void oneGuiltyFunctionIsAllThatRemains() {
    int checked = 0;
    for (long seed = 0; checked < 5; seed++) {
      RandomProgram program = ProgramGenerator.generate(seed);
      if (!fails(program)) {
        continue;
      }
      checked++;
      RandomProgram small = Shrinker.shrink(program, ShrinkerTest::fails);
      assertTrue(fails(small));
      assertEquals(1, small.statements().size(), small::toString);
      assertTrue(small.text().length() < 60, small::toString);
    }
  }

  /** A valid program whose main part calls rev: as if the engine had got rev wrong. */
  private static boolean fails(RandomProgram program) {
    String main = new RandomProgram(0, List.of(), List.of(), program.statements()).text();
    if (!main.contains("rev(")) {
      return false;
    }
    try {
      OracleRunner oracle = new OracleRunner();
      return oracle
          .run(program.text(), Map.of(), RunConfig.DEFAULT, program.matrices())
          .succeeded();
    } catch (OracleError.Unsupported | ScriptError e) {
      return false;
    }
  }
}
