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
 * name that ends in {@code .out}; {@code -Dgolden.update=true} writes those files. The working
 * directory looks like the root of the checkout as far as the scripts know it: it has {@code
 * examples/data}. What {@code model/1-train.dml} saves there, {@code model/2-score.dml} loads. The
 * scripts of {@code mlcontext} get their inputs from the program beside them, which has a test of
 * its own.
 */
class ExamplesTest {
  @TempDir Path temporary;

  @TestFactory
  List<DynamicTest> examples() throws IOException {
    Path folder = Path.of("..", "examples");
    copyData(folder.resolve("data"));
    try (Stream<Path> files = Files.walk(folder)) {
      List<DynamicTest> tests =
          files
              .filter(file -> file.toString().matches(".*\\.(py)?dml"))
              .filter(file -> !file.startsWith(folder.resolve("mlcontext")))
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

  private void copyData(Path from) throws IOException {
    Path to = Files.createDirectories(temporary.resolve("examples").resolve("data"));
    try (Stream<Path> files = Files.list(from)) {
      for (Path file : files.toList()) {
        Files.copy(file, to.resolve(file.getFileName()));
      }
    }
  }

  private void check(Path script) throws IOException {
    boolean pydml = script.toString().endsWith(".pydml");
    RunConfig config = RunConfig.DEFAULT.writtenIn(pydml ? "pydml" : null);
    RunResult result =
        new EngineRunner().run(Files.readString(script), Map.of(), config.in(temporary), Map.of());
    assertNull(result.error());
    Path expected = Path.of(script.toString().replaceFirst("\\.(py)?dml$", ".out"));
    if (Boolean.getBoolean("golden.update")) {
      Files.writeString(expected, result.stdout());
    }
    assertEquals(Files.readString(expected), result.stdout());
    try (Stream<Path> left = Files.list(temporary)) {
      List<String> names = left.map(file -> file.getFileName().toString()).toList();
      assertEquals(
          List.of(),
          names.stream()
              .filter(name -> !name.matches("examples|houses-model.*|prices.csv.*"))
              .toList(),
          "files left in the working directory");
    }
  }
}
