package dev.linden.testkit;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * S13, S15: golden files print the same when all operators run on Spark, in blocks so small that
 * most matrices have several. A quick part of them usually; {@code -Dgolden.spark=all} runs all,
 * {@code -Dgolden=path} those whose path holds this text, {@code -Dspark.side=N} with other blocks.
 */
class SparkGoldenTest {
  /** Every family of operators is in there somewhere. */
  private static final List<String> QUICK =
      List.of("builtins/03", "builtins/05", "builtins/06", "builtins/07", "builtins/08");

  @TempDir Path temporary;

  @TestFactory
  Stream<DynamicTest> goldenFiles() throws IOException {
    GoldenRunner runner = new GoldenRunner(new EngineRunner(), temporary);
    RunConfig config =
        new RunConfig(
            "spark",
            Map.of(
                "exec", "spark",
                "spark.master", "local[2]",
                "spark.block-size", System.getProperty("spark.side", "3")),
            Path.of(""));
    boolean all =
        System.getProperty("golden.spark", "").equals("all")
            || !System.getProperty("golden", "").isEmpty();
    List<DynamicTest> tests = new ArrayList<>();
    for (GoldenFile file : GoldenFolder.files()) {
      String name = GoldenFolder.name(file);
      if (!all && QUICK.stream().noneMatch(name::startsWith)) {
        continue;
      }
      for (GoldenFile.Block block : file.blocks()) {
        boolean ownMode = block.settings().containsKey("exec");
        if (block.kind() == GoldenFile.Kind.RUN && !ownMode) {
          tests.add(
              DynamicTest.dynamicTest(
                  name + ":" + block.line(),
                  file.path().toUri(),
                  () -> runner.check(block, config)));
        }
      }
    }
    return tests.stream();
  }
}
