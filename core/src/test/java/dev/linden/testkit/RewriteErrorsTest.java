package dev.linden.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Scripts that fail do so in the same way, after the same output, with and without rewrites. */
class RewriteErrorsTest {
  @TempDir Path temporary;

  @Test
  void rewritesChangeNoError() throws IOException {
    RunConfig with = new RunConfig("rewrites", Map.of("seed", "7"), Path.of(""));
    RunConfig without =
        new RunConfig("no rewrites", Map.of("seed", "7", "opt.rewrites", "false"), Path.of(""));
    List<String> changed = new ArrayList<>();
    for (GoldenFile file : GoldenFolder.files()) {
      for (GoldenFile.Block block : file.blocks()) {
        if (block.kind() == GoldenFile.Kind.RUN || block.kind() == GoldenFile.Kind.EXPLAIN) {
          continue;
        }
        RunResult expected = run(block, without);
        RunResult actual = run(block, with);
        if (!expected.equals(actual)) {
          changed.add(block.script() + "\n" + expected + "\n" + actual);
        }
      }
    }
    assertEquals("", String.join("\n", changed));
  }

  private RunResult run(GoldenFile.Block block, RunConfig config) throws IOException {
    Path directory = Files.createTempDirectory(temporary, "errors");
    for (Map.Entry<String, String> file : block.files().entrySet()) {
      Path path = directory.resolve(file.getKey());
      Files.createDirectories(path.getParent());
      Files.writeString(path, file.getValue(), StandardCharsets.UTF_8);
    }
    return new EngineRunner()
        .run(
            block.script(),
            block.args(),
            config.in(directory).writtenIn(block.syntax()),
            block.inputs());
  }
}
