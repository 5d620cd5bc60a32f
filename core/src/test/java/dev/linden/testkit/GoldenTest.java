package dev.linden.testkit;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * Runs all golden files, {@code run} blocks under every configuration. {@code -Dgolden=language/05}
 * runs the files whose path holds this text; {@code -Dgolden.update=true} writes what the engine
 * does into the files, for review.
 */
@Execution(ExecutionMode.CONCURRENT)
class GoldenTest {
  @TempDir Path temporary;

  @TestFactory
  Stream<DynamicTest> goldenFiles() throws IOException {
    return tests(config -> config == RunConfig.DEFAULT || config.changesRounding());
  }

  /** The other half of the work, for another core. */
  @TestFactory
  Stream<DynamicTest> sameBits() throws IOException {
    return Boolean.getBoolean("golden.update")
        ? Stream.empty()
        : tests(config -> config != RunConfig.DEFAULT && !config.changesRounding());
  }

  private Stream<DynamicTest> tests(Predicate<RunConfig> chosen) throws IOException {
    GoldenRunner runner = new GoldenRunner(new EngineRunner(), temporary);
    List<DynamicTest> tests = new ArrayList<>();
    for (GoldenFile file : GoldenFolder.files()) {
      if (Boolean.getBoolean("golden.update")) {
        tests.add(DynamicTest.dynamicTest(GoldenFolder.name(file), () -> runner.update(file)));
        continue;
      }
      for (GoldenFile.Block block : file.blocks()) {
        for (RunConfig config : configs(block)) {
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
  private static List<RunConfig> configs(GoldenFile.Block block) {
    return block.kind() == GoldenFile.Kind.RUN
        ? GoldenFolder.configs()
        : List.of(RunConfig.DEFAULT);
  }
}
