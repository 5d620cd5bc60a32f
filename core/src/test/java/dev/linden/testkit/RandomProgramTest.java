package dev.linden.testkit;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import org.junit.jupiter.api.Test;

/**
 * The promise under test: the engine never changes an answer. Random programs run in the oracle
 * and, under every configuration of {@code golden/configs}, in the engine. {@code
 * -Dlinden.programs} says how many, {@code -Dlinden.seed} where to begin.
 */
class RandomProgramTest {
  private static final long MAX_NANOS = 150_000_000_000L;

  @Test
  void engineAgreesWithTheOracle() {
    Differential differential = new Differential(new EngineRunner());
    long first = Long.getLong("linden.seed", 1);
    int programs = Integer.getInteger("linden.programs", 10_000);
    long start = System.nanoTime();
    int run = 0;
    int judged = 0;
    while (run < programs && System.nanoTime() - start < MAX_NANOS) {
      RandomProgram program = ProgramGenerator.generate(first + run);
      for (RunConfig config : GoldenFolder.configs()) {
        Differential.Comparison comparison = differential.compare(program, config);
        judged += comparison.judged() && config == RunConfig.DEFAULT ? 1 : 0;
        if (comparison.problem() != null) {
          fail(differential.report(program, config, comparison));
        }
      }
      run++;
    }
    int share = 100 * judged / Math.max(1, run);
    assertTrue(run < 100 || share >= 50, () -> "only " + share + " % could be judged");
  }
}
