package dev.linden.testkit;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import dev.linden.opt.Optimizer;
import dev.linden.opt.Rules;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The promise under test: the engine never changes an answer. Random programs run in the oracle
 * and, under every configuration of {@code golden/configs}, in the engine; each program also with
 * one rewrite rule or pass alone, in turn, and with all others.
 *
 * <p>{@code -Dlinden.programs} says how many, {@code -Dlinden.seed} where to begin; {@code
 * -Dlinden.rules=alone} leaves the other configurations out, which is several times faster. A long
 * run prints how fast it was.
 */
class RandomProgramTest {
  /** The default number of programs. */
  private static final int LONG_RUN = 10_000;

  @TempDir Path directory;

  /** What one worker has seen; {@code failure} is null when all agreed. */
  private record Seen(int judged, String failure) {}

  @Test
  void engineAgreesWithTheOracle() {
    long first = Long.getLong("linden.seed", 1);
    int programs = Integer.getInteger("linden.programs", LONG_RUN);
    int workers = Math.min(programs, Runtime.getRuntime().availableProcessors());
    long start = System.nanoTime();
    List<Seen> seen =
        IntStream.range(0, workers)
            .parallel()
            .mapToObj(worker -> compare(first, programs, worker, workers))
            .toList();
    seen.stream()
        .map(Seen::failure)
        .filter(Objects::nonNull)
        .findFirst()
        .ifPresent(text -> fail(text));
    if (programs > LONG_RUN) {
      double seconds = (System.nanoTime() - start) / 1e9;
      System.err.printf("%d programs, %.0f per second%n", programs, programs / seconds);
    }
    int judged = seen.stream().mapToInt(Seen::judged).sum();
    int share = 100 * judged / Math.max(1, programs);
    assertTrue(programs < 100 || share >= 60, () -> "only " + share + " % could be judged");
  }

  /**
   * Every so many-th program. The programs of a worker share a directory: each finds what others
   * left there.
   */
  private Seen compare(long first, int programs, int worker, int workers) {
    Path own = directory.resolve("worker" + worker);
    try {
      Files.createDirectory(own);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    boolean onlyRules = "alone".equals(System.getProperty("linden.rules"));
    List<RunConfig> configs =
        (onlyRules ? List.of(RunConfig.DEFAULT) : GoldenFolder.configs())
            .stream().map(config -> config.in(own)).toList();
    int judged = 0;
    for (int i = worker; i < programs; i += workers) {
      RandomProgram program = ProgramGenerator.generate(first + i);
      Differential differential =
          new Differential(new EngineRunner(), withRules(configs, first + i, own));
      Differential.Comparison comparison = differential.compare(program);
      if (comparison.kind() != Differential.Kind.NOTHING) {
        return new Seen(judged, differential.report(program, comparison));
      }
      judged += comparison.judged() ? 1 : 0;
    }
    return new Seen(judged, null);
  }

  /** The configurations, and two in which one of the rules and passes is alone and missing. */
  private static List<RunConfig> withRules(List<RunConfig> configs, long seed, Path own) {
    List<String> rules = new ArrayList<>(Optimizer.PASSES);
    Rules.ALL.forEach(rule -> rules.add(rule.name()));
    String rule = rules.get((int) Math.floorMod(seed, (long) rules.size()));
    List<RunConfig> all = new ArrayList<>(configs);
    all.add(new RunConfig("only " + rule, Map.of("opt.rules.only", rule), own));
    all.add(new RunConfig("all but " + rule, Map.of("opt.rules.off", rule), own));
    return all;
  }
}
