package dev.linden.testkit;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * Runs all golden files, {@code run} blocks under every configuration. {@code -Dgolden=language/05}
 * runs the files whose path holds this text; {@code -Dgolden.update=true} writes what the engine
 * does into the files, for review.
 *
 * <p>Scripts of seconds, {@code run slow}, meet the default configuration and few others, which
 * their text chooses. {@code -Pthorough} runs them under all the others.
 */
@Execution(ExecutionMode.CONCURRENT)
class GoldenTest {
  /** Configurations that a slow script meets besides the default. */
  private static final int FEW = 3;

  @TempDir(factory = MemoryFolder.class)
  Path temporary;

  @TestFactory
  Stream<DynamicTest> goldenFiles() throws IOException {
    return tests(
        GoldenTest::usual, config -> config == RunConfig.DEFAULT || config.changesRounding());
  }

  /** The other half of the work, for another core. */
  @TestFactory
  Stream<DynamicTest> sameBits() throws IOException {
    return Boolean.getBoolean("golden.update")
        ? Stream.empty()
        : tests(
            GoldenTest::usual, config -> config != RunConfig.DEFAULT && !config.changesRounding());
  }

  /** What the others leave out. */
  @Tag("random")
  @TestFactory
  Stream<DynamicTest> slowScripts() throws IOException {
    return RandomTests.isThorough() ? tests(GoldenTest::left, config -> true) : Stream.empty();
  }

  private Stream<DynamicTest> tests(
      Function<GoldenFile.Block, List<RunConfig>> configs, Predicate<RunConfig> chosen)
      throws IOException {
    GoldenRunner runner = new GoldenRunner(new EngineRunner(), temporary);
    List<DynamicTest> tests = new ArrayList<>();
    for (GoldenFile file : GoldenFolder.files()) {
      if (Boolean.getBoolean("golden.update")) {
        tests.add(DynamicTest.dynamicTest(GoldenFolder.name(file), () -> runner.update(file)));
        continue;
      }
      for (GoldenFile.Block block : file.blocks()) {
        for (RunConfig config : configs.apply(block)) {
          if (chosen.test(config)) {
            String suffix = config == RunConfig.DEFAULT ? "" : " [" + config.name() + "]";
            String name = GoldenFolder.name(file) + ":" + block.line() + suffix;
            tests.add(
                DynamicTest.dynamicTest(
                    name, file.path().toUri(), () -> runner.check(block, config)));
          }
        }
      }
    }
    return tests.stream();
  }

  /** Only answers are repeated: plans and messages may depend on the configuration. */
  private static List<RunConfig> usual(GoldenFile.Block block) {
    if (block.kind() != GoldenFile.Kind.RUN) {
      return List.of(RunConfig.DEFAULT);
    }
    List<RunConfig> all = GoldenFolder.configs();
    boolean wanted = System.getProperty("golden", System.getProperty("golden.configs")) != null;
    return block.slow() && !wanted ? few(block, all) : all;
  }

  private static List<RunConfig> left(GoldenFile.Block block) {
    List<RunConfig> left = new ArrayList<>(block.slow() ? GoldenFolder.configs() : List.of());
    left.removeAll(usual(block));
    return left;
  }

  /** The default and some others, far from each other in the list. */
  private static List<RunConfig> few(GoldenFile.Block block, List<RunConfig> all) {
    List<RunConfig> few = new ArrayList<>(all.subList(0, 1));
    List<RunConfig> others = all.subList(1, all.size());
    for (int k = 0; k < FEW; k++) {
      int step = k * others.size() / FEW;
      few.add(others.get(Math.floorMod(block.script().hashCode() + step, others.size())));
    }
    return few;
  }
}
