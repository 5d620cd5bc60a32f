package dev.linden.testkit;

import dev.linden.base.ScriptError;
import dev.linden.base.Source;
import dev.linden.lang.ast.Ast;
import dev.linden.lang.parse.DmlParser;
import java.util.List;
import java.util.Map;

/** Runs random programs in an engine and in the oracle. */
final class Differential {
  /**
   * Sums of these programs have at most 7x7 terms, and sums of sums are covered by the spread of
   * the oracle.
   */
  private static final long TERMS = 64;

  private final ScriptRunner engine;

  Differential(ScriptRunner engine) {
    this.engine = engine;
  }

  /**
   * {@code problem} is null when there is nothing to complain about; {@code judged} is false when
   * nobody can tell.
   */
  record Comparison(boolean judged, String problem) {}

  Comparison compare(RandomProgram program, RunConfig config) {
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
    return switch (Agreement.judge(expected.output(), perturbed.output(), actual.stdout(), TERMS)) {
      case AGREES -> new Comparison(true, null);
      case UNSTABLE -> new Comparison(false, null);
      case DISAGREES ->
          new Comparison(
              true, "expected:\n" + expected.output() + "\nthe engine prints:\n" + actual.stdout());
    };
  }

  /**
   * The smallest program found that shows the same kind of problem, what it shows, and how to see
   * it again.
   */
  String report(RandomProgram program, RunConfig config, Comparison comparison) {
    boolean crash = comparison.problem().startsWith("the engine fails");
    RandomProgram small = shrink(program, config, crash);
    return String.join(
        "\n",
        List.of(
            "configuration " + config.name() + ", seed " + program.seed() + ", shrunk to",
            small.toString(),
            String.valueOf(compare(small, config).problem()),
            "reproduce: mvn -pl core test -Dtest=RandomProgramTest -Dlinden.programs=1"
                + " -Dlinden.seed="
                + program.seed()));
  }

  private RandomProgram shrink(RandomProgram program, RunConfig config, boolean crash) {
    return Shrinker.shrink(
        program,
        candidate -> {
          String problem = compare(candidate, config).problem();
          return problem != null && problem.startsWith("the engine fails") == crash;
        });
  }
}
