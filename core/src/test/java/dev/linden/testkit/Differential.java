package dev.linden.testkit;

import dev.linden.base.ScriptError;
import dev.linden.lang.ast.Ast;
import dev.linden.matrix.Matrix;
import dev.linden.testkit.OracleArithmetic.Perturbation;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Runs random programs in an engine and in the oracle. Under the first configuration the engine
 * must agree with the oracle; under all others it must print the same digits as under the first.
 */
final class Differential {
  /**
   * Sums of small programs have at most 7x7 terms, and sums of sums are covered by the spread of
   * the oracle.
   */
  /** Runs that decide whether a difference comes of rounding. */
  private static final int CLOSER_LOOKS = 16;

  private static final long MIN_TERMS = 64;

  /** Characters of an output that a report shows. */
  private static final int MAX_SHOWN = 4_000;

  private final ScriptRunner engine;
  private final List<RunConfig> configs;

  Differential(ScriptRunner engine, List<RunConfig> configs) {
    this.engine = engine;
    this.configs = configs;
  }

  /** What can be wrong. */
  enum Kind {
    NOTHING,
    /** The engine fails where the oracle gives an answer. */
    FAILURE,
    /** The engine gives another answer. */
    ANSWER
  }

  /** {@code judged} is false when nobody can tell whether the answer is right. */
  record Comparison(boolean judged, Kind kind, String problem) {
    private static Comparison fine(boolean judged) {
      return new Comparison(judged, Kind.NOTHING, null);
    }
  }

  Comparison compare(RandomProgram program) {
    final Oracle.Result expected;
    String text = program.text();
    try {
      Ast.Script script = EngineRunner.parse(text);
      expected = Oracle.run(script, Map.of(), program.grids());
    } catch (OracleError | OracleError.Unsupported | ScriptError e) {
      return Comparison.fine(false);
    }
    // The same matrices for every run: none may change them.
    Map<String, Matrix> inputs = program.matrices();
    boolean judged = false;
    String first = null;
    Map<String, Agreement.Verdict> verdicts = new HashMap<>();
    for (RunConfig config : configs) {
      RunResult actual = engine.run(text, Map.of(), config, inputs);
      if (!actual.succeeded()) {
        return failure(config, "the engine fails:\n" + actual.error());
      }
      if (first != null && !config.changesRounding() && !first.equals(actual.stdout())) {
        return answer(config, configs.get(0).name(), first, actual.stdout());
      }
      if (first == null || config.changesRounding()) {
        String output = actual.stdout();
        first = first == null ? output : first;
        // Most configurations print the same digits.
        Agreement.Verdict verdict =
            verdicts.computeIfAbsent(output, o -> judge(program, expected, o));
        if (verdict == Agreement.Verdict.DISAGREES) {
          return answer(config, "the oracle", expected.output(), output);
        }
        judged = verdict == Agreement.Verdict.AGREES;
      }
    }
    return Comparison.fine(judged);
  }

  private static Agreement.Verdict judge(
      RandomProgram program, Oracle.Result expected, String output) {
    if (!expected.doubts().isEmpty()) {
      return Agreement.Verdict.UNSTABLE;
    } else if (output.equals(expected.output())) {
      return Agreement.Verdict.AGREES;
    }
    Ast.Script script = EngineRunner.parse(program.text());
    List<String> perturbed = new ArrayList<>();
    try {
      for (Perturbation way : List.of(Perturbation.THERE, Perturbation.BACK)) {
        perturbed.add(Oracle.run(script, Map.of(), program.grids(), way).output());
      }
    } catch (OracleError e) {
      // Rounding decides whether there is an answer at all.
      return Agreement.Verdict.UNSTABLE;
    }
    long terms = Math.max(MIN_TERMS, program.largestInput());
    Agreement.Verdict verdict = Agreement.judge(expected.output(), perturbed, output, terms);
    return verdict == Agreement.Verdict.DISAGREES
            && isRounding(program, expected.output(), perturbed, output, terms)
        ? Agreement.Verdict.UNSTABLE
        : verdict;
  }

  /**
   * A difference of two equal expressions is zero in the oracle; in an engine that plans them
   * differently, because it knew more of the second, it is what rounding leaves. And where two
   * operations in a row are moved against each other, a quotient that is nearly whole looks sure.
   */
  private static boolean isRounding(
      RandomProgram program, String expected, List<String> perturbed, String output, long terms) {
    Ast.Script script = EngineRunner.parse(program.text());
    List<String> all = new ArrayList<>(perturbed);
    for (int turn = 0; turn < CLOSER_LOOKS; turn++) {
      Oracle.Result moved = Oracle.run(script, Map.of(), program.grids(), Perturbation.APART, turn);
      all.add(moved.output());
    }
    return Agreement.judge(expected, all, output, terms) != Agreement.Verdict.DISAGREES;
  }

  /** The message of a failure without numbers and names, so that shrinking keeps to it. */
  private static String essence(String problem) {
    int at = problem.indexOf("error: ");
    String message = at < 0 ? problem : problem.substring(at);
    return message.lines().findFirst().orElse("").replaceAll("[0-9]+|\\b[A-Za-z]\\w*[0-9]\\b", "");
  }

  private static Comparison failure(RunConfig config, String text) {
    return new Comparison(true, Kind.FAILURE, "configuration " + config.name() + ": " + text);
  }

  private static Comparison answer(RunConfig config, String judge, String expected, String found) {
    String text =
        judge
            + " prints:\n"
            + shortened(expected)
            + "\nconfiguration "
            + config.name()
            + " prints:\n"
            + shortened(found);
    return new Comparison(true, Kind.ANSWER, text);
  }

  private static String shortened(String text) {
    return text.length() <= MAX_SHOWN ? text : text.substring(0, MAX_SHOWN) + " ...";
  }

  /**
   * The smallest program found that shows the same kind of problem, what it shows, and how to see
   * it again.
   */
  String report(RandomProgram program, Comparison comparison) {
    RandomProgram small =
        Shrinker.shrink(
            program,
            candidate -> {
              Comparison other = compare(candidate);
              return other.kind() == comparison.kind()
                  && (other.kind() != Kind.FAILURE
                      || essence(other.problem()).equals(essence(comparison.problem())));
            });
    return String.join(
        "\n",
        List.of(
            "seed " + program.seed() + ", shrunk to",
            small.toString(),
            compare(small).problem(),
            "reproduce: this test with -Dlinden.programs=1 -Dlinden.seed=" + program.seed()));
  }
}
