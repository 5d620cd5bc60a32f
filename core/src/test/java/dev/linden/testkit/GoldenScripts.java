package dev.linden.testkit;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;

/** Golden files for whoever runs scripts in another way than {@link GoldenTest}. */
public final class GoldenScripts {
  private GoldenScripts() {}

  /**
   * Scripts with what they print that need nothing but their text, arguments, settings and files.
   *
   * @param part one of so many of them; 1 for all, those of seconds as well
   */
  public static Stream<DynamicTest> tests(ScriptRunner runner, Path temporary, int part)
      throws IOException {
    GoldenRunner golden = new GoldenRunner(runner, temporary);
    List<DynamicTest> tests = new ArrayList<>();
    for (GoldenFile file : GoldenFolder.files()) {
      for (GoldenFile.Block block : file.blocks()) {
        boolean chosen = part == 1 || !block.slow() && block.script().hashCode() % part == 0;
        if (block.kind() == GoldenFile.Kind.RUN && block.inputs().isEmpty() && chosen) {
          tests.add(
              DynamicTest.dynamicTest(
                  GoldenFolder.name(file) + ":" + block.line(),
                  file.path().toUri(),
                  () -> golden.check(block, RunConfig.DEFAULT)));
        }
      }
    }
    return tests.stream();
  }
}
