package dev.linden.testkit;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The promise under test: the engine never changes an answer. Random programs run in the oracle
 * and, under every configuration of {@code golden/configs}, in the engine. {@code
 * -Dlinden.programs} says how many, {@code -Dlinden.seed} where to begin.
 */
class RandomProgramTest {
  @TempDir Path directory;

  /** What one worker has seen; {@code failure} is null when all agreed. */
  private record Seen(int judged, String failure) {}

  @Test
  void engineAgreesWithTheOracle() {
    long first = Long.getLong("linden.seed", 1);
    int programs = Integer.getInteger("linden.programs", 10_000);
    int workers = Math.min(programs, Runtime.getRuntime().availableProcessors());
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
    List<RunConfig> configs =
        GoldenFolder.configs().stream().map(config -> config.in(own)).toList();
    Differential differential = new Differential(new EngineRunner(), configs);
    int judged = 0;
    for (int i = worker; i < programs; i += workers) {
      RandomProgram program = ProgramGenerator.generate(first + i);
      Differential.Comparison comparison = differential.compare(program);
      if (comparison.kind() != Differential.Kind.NOTHING) {
        return new Seen(judged, differential.report(program, comparison));
      }
      judged += comparison.judged() ? 1 : 0;
    }
    return new Seen(judged, null);
  }
}
