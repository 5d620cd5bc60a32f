package dev.linden.testkit;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import dev.linden.base.InputError;
import dev.linden.base.ScriptError;
import dev.linden.base.Settings;
import dev.linden.hop.HopBuilder;
import dev.linden.lang.Program;
import dev.linden.lang.check.Checker;
import dev.linden.matrix.compress.AlwaysCompressed;
import dev.linden.op.Environment;
import dev.linden.op.Info;
import dev.linden.opt.FiringRules;
import dev.linden.opt.Optimizer;
import dev.linden.opt.rule.Rules;
import dev.linden.run.RunEnvironment;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The promise under test: the engine never changes an answer. Random programs run in the oracle and
 * in the engine: with all rewrite rules, with none, with each rule alone that finds something to
 * do, with one rule or pass, in turn, alone and missing, and under some of the configurations of
 * {@code golden/configs}, in turn; always also with fusion of the smallest matrices.
 *
 * <p>{@code -Dlinden.programs} says how many, {@code -Dlinden.seed} where to begin; {@code
 * -Dlinden.configs=default,fused} runs each program in the named configurations only, several times
 * as many in the same time. A long run prints how far it is.
 */
@Tag("random")
class RandomProgramTest {
  /** A run of more programs prints how far it is after each such number of them. */
  private static final int LONG_RUN = 3_000;

  /** Configurations of {@code golden/configs} that a program runs in, besides those with rules. */
  private static final int CONFIGS_IN_TURN = 5;

  private static final RunConfig NO_REWRITES =
      new RunConfig("no-rewrites", Map.of("opt.rewrites", "false"), Path.of(""));

  /** What is fused by default, in matrices of any size. */
  private static final RunConfig FUSED =
      new RunConfig("fused", Map.of("fusion.smallest", "1"), Path.of(""));

  private static final List<RunConfig> OTHERS =
      GoldenFolder.configs().stream()
          .filter(config -> !Set.of("default", NO_REWRITES.name()).contains(config.name()))
          .toList();

  @TempDir Path directory;

  /** One difference ends the run of all workers. */
  private volatile boolean failed;

  /** What one worker has seen; {@code failure} is null when all agreed. */
  private record Seen(int judged, String failure) {}

  @Test
  void engineAgreesWithTheOracle() throws Exception {
    long first = RandomTests.SEED;
    int programs = RandomTests.rounds("linden.programs", 300, LONG_RUN);
    int workers = Math.min(programs, Runtime.getRuntime().availableProcessors());
    long start = System.nanoTime();
    List<Callable<Seen>> tasks = new ArrayList<>();
    for (int i = 0; i < workers; i++) {
      int worker = i;
      tasks.add(() -> compare(first, programs, worker, workers));
    }
    ExecutorService threads = Executors.newFixedThreadPool(workers);
    List<Seen> seen = new ArrayList<>();
    try {
      for (Future<Seen> task : threads.invokeAll(tasks)) {
        seen.add(task.get());
      }
    } finally {
      threads.shutdownNow();
    }
    seen.stream()
        .map(Seen::failure)
        .filter(Objects::nonNull)
        .findFirst()
        .ifPresent(text -> fail(text));
    if (programs > LONG_RUN) {
      double seconds = (System.nanoTime() - start) / 1e9;
      System.err.printf("%d programs, %.0f per second%n", programs, programs / seconds);
      printCompressed();
    }
    int judged = seen.stream().mapToInt(Seen::judged).sum();
    int share = 100 * judged / Math.max(1, programs);
    assertTrue(programs < 100 || share >= 60, () -> "only " + share + " % could be judged");
  }

  private static void printCompressed() {
    System.err.printf(
        "%d matrices of variables were compressed, in groups %s%n",
        AlwaysCompressed.matrices(), AlwaysCompressed.groups());
  }

  /**
   * Every program whose number fits the worker. The programs of a worker share a directory: each
   * finds what others left there.
   */
  private Seen compare(long first, int programs, int worker, int workers) {
    Path own = directory.resolve("worker" + worker);
    try {
      Files.createDirectory(own);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    int judged = 0;
    for (int i = worker; i < programs && !failed; i += workers) {
      RandomProgram program = ProgramGenerator.generate(first + i);
      Differential differential = new Differential(new EngineRunner(), configs(program, own));
      Differential.Comparison comparison;
      try {
        comparison = differential.compare(program);
      } catch (StackOverflowError | AssertionError e) {
        throw new AssertionError("seed " + program.seed() + ":\n" + program.text(), e);
      }
      if (comparison.kind() != Differential.Kind.NOTHING) {
        failed = true;
        return new Seen(judged, differential.report(program, comparison));
      }
      judged += comparison.judged() ? 1 : 0;
      if (programs > LONG_RUN && (i + 1) % LONG_RUN < workers) {
        System.err.printf("%d programs from seed %d agree%n", i + 1, first);
        printCompressed();
      }
    }
    return new Seen(judged, null);
  }

  /**
   * With all rules and with none, some of {@code golden/configs} in turn, one for each rule that
   * finds something to do when it is alone, and two in which one of the rules and passes, in turn,
   * is alone and missing.
   */
  private static List<RunConfig> configs(RandomProgram program, Path own) {
    List<RunConfig> all =
        new ArrayList<>(List.of(RunConfig.DEFAULT.in(own), FUSED.in(own), NO_REWRITES.in(own)));
    String named = System.getProperty("linden.configs");
    if (named != null) {
      List<String> names = List.of(named.split(","));
      OTHERS.forEach(config -> all.add(config.in(own)));
      all.removeIf(config -> !names.contains(config.name()));
      return all;
    }
    for (int i = 0; i < CONFIGS_IN_TURN; i++) {
      long turn = program.seed() * CONFIGS_IN_TURN + i;
      all.add(OTHERS.get((int) Math.floorMod(turn, (long) OTHERS.size())).in(own));
    }
    List<String> rules = new ArrayList<>(Optimizer.PASSES);
    Rules.ALL.all().forEach(rule -> rules.add(rule.name()));
    String rule = rules.get((int) Math.floorMod(program.seed(), (long) rules.size()));
    Set<String> alone = new TreeSet<>(firing(program, own));
    alone.add(rule);
    for (String name : alone) {
      all.add(new RunConfig("only " + name, Map.of("opt.rules.only", name), own));
    }
    all.add(new RunConfig("all but " + rule, Map.of("opt.rules.off", rule), own));
    return all;
  }

  private static List<String> firing(RandomProgram random, Path own) {
    Environment environment =
        new RunEnvironment(
            new dev.linden.storage.Files(own), null, null, -1, Settings.Compression.OFF, null);
    Map<String, Info> inputs = new LinkedHashMap<>();
    random.grids().forEach((name, grid) -> inputs.put(name, Info.matrix(grid.rows(), grid.cols())));
    try {
      Program program =
          Checker.check(
              EngineRunner.parse(random.text()),
              Map.of(),
              inputs,
              Set.of(),
              path -> {
                throw new InputError("random programs source no files: " + path);
              },
              environment);
      return FiringRules.of(HopBuilder.build(program), environment);
    } catch (ScriptError e) {
      // The comparison will tell.
      return List.of();
    }
  }
}
