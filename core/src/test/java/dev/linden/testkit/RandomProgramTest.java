package dev.linden.testkit;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.linden.base.ScriptError;
import dev.linden.base.Source;
import dev.linden.lang.ast.Ast;
import dev.linden.lang.parse.DmlParser;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * The promise under test: the engine never changes an answer. Random programs run in the oracle and, under every
 * configuration of {@code golden/configs}, in the engine. {@code -Dlinden.programs} says how many, {@code -Dlinden.seed}
 * where to begin.
 */
class RandomProgramTest {
  private static final long MAX_NANOS = 150_000_000_000L;

  /** Sums of these programs have at most 7x7 terms, and sums of sums are covered by the spread of the oracle. */
  private static final long TERMS = 64;

  private final ScriptRunner engine = new EngineRunner();

  @Test
  void engineAgreesWithTheOracle() {
    assumeTrue(EngineRunner.isConnected(), "the engine is not connected yet");
    long first = Long.getLong("linden.seed", 1);
    int programs = Integer.getInteger("linden.programs", 10_000);
    long start = System.nanoTime();
    int run = 0;
    int judged = 0;
    while (run < programs && System.nanoTime() - start < MAX_NANOS) {
      RandomProgram program = ProgramGenerator.generate(first + run);
      for (RunConfig config : GoldenFolder.configs()) {
        Comparison comparison = compare(program, config);
        judged += comparison.judged() && config == RunConfig.DEFAULT ? 1 : 0;
        if (comparison.problem() != null) {
          report(program, config, comparison);
        }
      }
      run++;
    }
    int share = 100 * judged / Math.max(1, run);
    assertTrue(run < 100 || share >= 50, () -> "only " + share + " % could be judged");
  }

  /** {@code problem} is null when there is nothing to complain about; {@code judged} is false when nobody can tell. */
  private record Comparison(boolean judged, String problem) {}

  private Comparison compare(RandomProgram program, RunConfig config) {
    Oracle.Result expected;
    Oracle.Result perturbed;
    try {
      Ast.Script script = DmlParser.parse(new Source("<script>", program.text()));
      expected = Oracle.run(script, Map.of(), program.grids());
      perturbed = Oracle.run(script, Map.of(), program.grids(), true);
    } catch (OracleError | OracleError.Unsupported | ScriptError e) {
      return new Comparison(false, null);
    }
    RunResult actual = engine.run(program.text(), Map.of(), config, program.matrices());
    if (!actual.succeeded()) {
      return new Comparison(true, "the engine fails:\n" + actual.error());
    }
    if (!expected.doubts().isEmpty()) {
      return new Comparison(false, null);
    }
    return switch (Agreement.judge(
        expected.output(), perturbed.output(), actual.stdout(), TERMS)) {
      case AGREES -> new Comparison(true, null);
      case UNSTABLE -> new Comparison(false, null);
      case DISAGREES ->
          new Comparison(
              true, "expected:\n" + expected.output() + "\nthe engine prints:\n" + actual.stdout());
    };
  }

  private void report(RandomProgram program, RunConfig config, Comparison comparison) {
    boolean crash = comparison.problem().startsWith("the engine fails");
    RandomProgram small =
        Shrinker.shrink(
            program,
            candidate -> {
              String problem = compare(candidate, config).problem();
              return problem != null && problem.startsWith("the engine fails") == crash;
            });
    fail(
        String.join(
            "\n",
            List.of(
                "configuration " + config.name() + ", seed " + program.seed() + ", shrunk to",
                small.toString(),
                String.valueOf(compare(small, config).problem()),
                "reproduce: mvn -pl core test -Dtest=RandomProgramTest -Dlinden.programs=1"
                    + " -Dlinden.seed="
                    + program.seed())));
  }
}
