package dev.linden.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Checks blocks of golden files against a runner, or writes down what the runner does. */
final class GoldenRunner {
  private final ScriptRunner runner;
  private final Path temporary;

  GoldenRunner(ScriptRunner runner, Path temporary) {
    this.runner = runner;
    this.temporary = temporary;
  }

  /** A fresh working directory with the files of the block. */
  private Path prepare(GoldenFile.Block block) throws IOException {
    Path directory = Files.createTempDirectory(temporary, "golden");
    for (Map.Entry<String, String> file : block.files().entrySet()) {
      Path path = directory.resolve(file.getKey());
      Files.createDirectories(path.getParent());
      Files.writeString(path, file.getValue(), StandardCharsets.UTF_8);
    }
    return directory;
  }

  private RunResult run(GoldenFile.Block block, RunConfig config) {
    return runner.run(block.script(), block.args(), config, block.inputs());
  }

  private String explain(GoldenFile.Block block, RunConfig config) {
    return runner.explain(
        block.stage(), block.script(), block.args(), config, block.inputs(), block.assumed());
  }

  /** Where it runs, and with which settings. Matrices that are moved to disk go there too. */
  private RunConfig configured(RunConfig config, GoldenFile.Block block) throws IOException {
    return config
        .with(Map.of("memory.spill", temporary.toString()))
        .with(block.settings())
        .in(prepare(block))
        .writtenIn(block.syntax());
  }

  void check(GoldenFile.Block block, RunConfig settings) throws IOException {
    RunConfig config = configured(settings, block);
    switch (block.kind()) {
      case EXPLAIN -> assertEquals(trimmed(block.expected()), trimmed(explain(block, config)));
      case RUN -> {
        RunResult result = run(block, config);
        assertNull(result.error(), () -> "error in\n" + block.script() + "\n" + result.error());
        assertEquals(0, result.exitCode());
        assertEquals(
            config.withoutSignsOfZeros(trimmed(block.expected())),
            config.withoutSignsOfZeros(trimmed(result.stdout())),
            block::script);
      }
      case ERROR -> {
        RunResult result = run(block, config);
        assertNotNull(result.error(), () -> "no error in\n" + block.script());
        assertEquals(trimmed(block.expected()), trimmed(result.error()), block::script);
        assertEquals(block.exitCode(), result.exitCode());
      }
      case FAILS_COMPILE, FAILS_RUN -> {
        RunResult result = run(block, config);
        assertNotNull(
            result.error(), () -> "accepted:\n" + block.script() + "\nprinted " + result.stdout());
        assertEquals(1, result.exitCode());
        if (block.kind() == GoldenFile.Kind.FAILS_COMPILE || !block.expected().isEmpty()) {
          assertEquals(trimmed(block.expected()), trimmed(result.stdout()), block::script);
        }
      }
    }
  }

  /**
   * Replaces the expectations of run, error and explain blocks; fails when one does not end as its
   * kind says.
   */
  void update(GoldenFile file) throws IOException {
    Map<GoldenFile.Block, String> expectations = new LinkedHashMap<>();
    List<String> problems = new ArrayList<>();
    for (GoldenFile.Block block : file.blocks()) {
      RunConfig config = configured(RunConfig.DEFAULT, block);
      if (block.kind() == GoldenFile.Kind.EXPLAIN) {
        expectations.put(block, explain(block, config));
        continue;
      }
      if (block.kind() != GoldenFile.Kind.RUN && block.kind() != GoldenFile.Kind.ERROR) {
        continue;
      }
      RunResult result = run(block, config);
      boolean shouldFail = block.kind() == GoldenFile.Kind.ERROR;
      if (shouldFail == (result.error() != null)) {
        expectations.put(block, shouldFail ? result.error() : result.stdout());
      } else {
        problems.add(
            file.path()
                + ":"
                + block.line()
                + (shouldFail ? " succeeds" : " fails: " + result.error()));
      }
    }
    Files.writeString(file.path(), file.rewritten(expectations), StandardCharsets.UTF_8);
    assertTrue(problems.isEmpty(), () -> String.join("\n", problems));
  }

  /** Trailing line breaks do not count. */
  static String trimmed(String text) {
    return text.replaceFirst("\\n+$", "");
  }
}
