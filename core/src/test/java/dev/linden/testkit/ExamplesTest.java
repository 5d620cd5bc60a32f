package dev.linden.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * Runs every script below {@code examples/} and compares what it prints with the file of the same
 * name that ends in {@code .out}; {@code -Dgolden.update=true} writes those files.
 */
class ExamplesTest {
  @TempDir Path temporary;

  @TestFactory
  List<DynamicTest> examples() throws IOException {
    Path folder = Path.of("..", "examples");
    try (Stream<Path> files = Files.walk(folder)) {
      List<DynamicTest> tests =
          files
              .filter(file -> file.toString().endsWith(".dml"))
              .sorted()
              .map(
                  file ->
                      DynamicTest.dynamicTest(
                          folder.relativize(file).toString(), () -> check(file)))
              .toList();
      assertFalse(tests.isEmpty(), "there are no examples");
      return tests;
    }
  }

  private void check(Path script) throws IOException {
    RunResult result =
        new EngineRunner()
            .run(Files.readString(script), Map.of(), RunConfig.DEFAULT.in(temporary), Map.of());
    assertNull(result.error());
    Path expected = Path.of(script.toString().replaceFirst("\\.dml$", ".out"));
    if (Boolean.getBoolean("golden.update")) {
      Files.writeString(expected, result.stdout());
    }
    assertEquals(Files.readString(expected), result.stdout());
    try (Stream<Path> left = Files.list(temporary)) {
      assertEquals(List.of(), left.toList(), "files left in the working directory");
    }
  }
}
