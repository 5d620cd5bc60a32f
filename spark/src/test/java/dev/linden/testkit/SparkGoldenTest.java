package dev.linden.testkit;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * Golden files print the same when all operators run on Spark, in blocks so small that most
 * matrices have several, and when only those do that outgrow a budget of a few kilobytes.
 *
 * <p>A part of the scripts runs usually, chosen by their places: {@code -Dgolden.turn=N} for
 * another part, {@code -Dgolden.spark=all} for all of them, {@code -Dgolden=path} for all in files
 * whose path holds this text; {@code -Dspark.side=N} for other blocks; {@code
 * -Dgolden.configs=NAME} for the settings of these configurations besides. Those of the part that
 * are {@code slow} wait for {@code -Pthorough}.
 */
class SparkGoldenTest {
  /** One of this many scripts runs; those of the library take seconds each. */
  private static final int PARTS = 3;

  private static final int PARTS_OF_LIBRARY = 20;

  @TempDir Path temporary;

  private static final Map<String, String> SPARK = Map.of("exec", "spark");

  /** The budget of operations is small, that of the buffer pool is not. */
  private static final Map<String, String> HYBRID =
      Map.of("exec", "hybrid", "memory", "16k", "memory.budget", "256m");

  @TestFactory
  Stream<DynamicTest> allOnSpark() throws IOException {
    return tests("spark", SPARK, Turn.isAll());
  }

  @TestFactory
  Stream<DynamicTest> hybrid() throws IOException {
    return tests("hybrid", HYBRID, Turn.isAll());
  }

  @Tag("random")
  @TestFactory
  Stream<DynamicTest> slowScripts() throws IOException {
    return RandomTests.isThorough()
        ? Stream.concat(tests("spark", SPARK, true), tests("hybrid", HYBRID, true))
        : Stream.empty();
  }

  private Stream<DynamicTest> tests(String mode, Map<String, String> settings, boolean slow)
      throws IOException {
    GoldenRunner runner = new GoldenRunner(new EngineRunner(), temporary);
    List<DynamicTest> tests = new ArrayList<>();
    for (GoldenFile file : GoldenFolder.files()) {
      String name = GoldenFolder.name(file);
      boolean library = name.startsWith("library");
      Map<String, String> all = new HashMap<>();
      if (System.getProperty("golden.configs") != null) {
        GoldenFolder.configs().forEach(config -> all.putAll(config.settings()));
      }
      all.putAll(settings);
      all.put("spark.master", "local[2]");
      all.put("spark.block-size", System.getProperty("spark.side", library ? "10" : "3"));
      RunConfig config = new RunConfig(mode, all, Path.of(""));
      for (GoldenFile.Block block : file.blocks()) {
        boolean ownMode = block.settings().keySet().stream().anyMatch(settings::containsKey);
        String place = name + ":" + block.line();
        if (block.kind() == GoldenFile.Kind.RUN
            && !ownMode
            && (slow || !block.slow())
            && Turn.isChosen(place, library ? PARTS_OF_LIBRARY : PARTS)) {
          tests.add(
              DynamicTest.dynamicTest(
                  place, file.path().toUri(), () -> runner.check(block, config)));
        }
      }
    }
    return tests.stream();
  }
}
