package dev.linden.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * Programs that are written in both syntaxes, side by side in files {@code x.dml} and {@code
 * x.pydml}, have the same plans and print the same.
 */
class PydmlProgramsTest {
  private static final List<Path> FOLDERS =
      List.of(Path.of("../examples"), Path.of("src/test/resources/pydml"));

  @TempDir Path temporary;

  @TestFactory
  List<DynamicTest> programs() throws IOException {
    ExampleFiles.copyTo(temporary);
    List<DynamicTest> tests = new ArrayList<>();
    for (Path folder : FOLDERS) {
      try (Stream<Path> files = Files.walk(folder)) {
        files
            .filter(file -> file.toString().endsWith(".pydml"))
            .filter(file -> Files.exists(inDml(file)))
            .sorted()
            .map(file -> DynamicTest.dynamicTest(file.getFileName().toString(), () -> check(file)))
            .forEach(tests::add);
      }
    }
    assertTrue(tests.size() >= 12, "only " + tests.size() + " programs");
    return tests;
  }

  private static Path inDml(Path pydml) {
    return Path.of(pydml.toString().replaceFirst("\\.pydml$", ".dml"));
  }

  private void check(Path pydml) throws IOException {
    String script = Files.readString(pydml);
    String original = Files.readString(inDml(pydml));
    RunConfig inDml = RunConfig.DEFAULT.in(temporary);
    RunConfig inPydml = inDml.writtenIn("pydml");
    for (String view : List.of("hops", "runtime")) {
      String plan = plan(view, original, inDml);
      assertFalse(plan.isBlank());
      assertEquals(plan, plan(view, script, inPydml));
    }
    EngineRunner engine = new EngineRunner();
    RunResult expected = engine.run(original, Map.of(), inDml, Map.of());
    assertNull(expected.error());
    assertFalse(expected.stdout().isBlank());
    assertEquals(expected, engine.run(script, Map.of(), inPydml, Map.of()));
  }

  /** Without numbers of lines. */
  private static String plan(String view, String script, RunConfig config) {
    return new EngineRunner()
        .explain(view, script, Map.of(), config, Map.of(), Map.of())
        .replaceAll("\\(lines? [0-9-]+\\)", "");
  }
}
