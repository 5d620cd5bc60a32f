package dev.linden.testkit;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The promise under test: the engine never changes an answer. Random programs run in the oracle
 * and, under every configuration of {@code golden/configs}, in the engine. {@code
 * -Dlinden.programs} says how many, {@code -Dlinden.seed} where to begin.
 */
class RandomProgramTest {
  /** The files of all programs: each finds what others left there. */
  @TempDir Path directory;

  @Test
  void engineAgreesWithTheOracle() {
    List<RunConfig> configs =
        GoldenFolder.configs().stream().map(config -> config.in(directory)).toList();
    Differential differential = new Differential(new EngineRunner(), configs);
    long first = Long.getLong("linden.seed", 1);
    int programs = Integer.getInteger("linden.programs", 10_000);
    int judged = 0;
    for (int i = 0; i < programs; i++) {
      RandomProgram program = ProgramGenerator.generate(first + i);
      Differential.Comparison comparison = differential.compare(program);
      if (comparison.kind() != Differential.Kind.NOTHING) {
        fail(differential.report(program, comparison));
      }
      judged += comparison.judged() ? 1 : 0;
    }
    int share = 100 * judged / Math.max(1, programs);
    assertTrue(programs < 100 || share >= 60, () -> "only " + share + " % could be judged");
  }
}
