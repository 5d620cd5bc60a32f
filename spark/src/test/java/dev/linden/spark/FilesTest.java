package dev.linden.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.linden.api.Linden;
import dev.linden.base.Settings;
import dev.linden.base.Source;
import dev.linden.testkit.EngineRunner;
import dev.linden.testkit.RunConfig;
import dev.linden.testkit.RunResult;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * S4: executors read files of every format but libsvm, in stretches so short here that a file has
 * many, and the matrix is that of the local reader.
 */
class FilesTest {
  private static final String DIGEST =
      "print(nrow(X) + \"x\" + ncol(X) + \" \" + sum(X != 0) + \" \" + round(1e6 * sum(X))"
          + " + \" \" + round(1e4 * sum(X * sqrt(seq(1, nrow(X)))))"
          + " + \" \" + round(1e4 * sum(X * log(1 + t(seq(1, ncol(X)))))));";

  @TempDir Path folder;

  @BeforeEach
  void readShortStretches() {
    System.setProperty("linden.spark.stretch", "700");
  }

  @AfterEach
  void readUsualStretches() {
    System.clearProperty("linden.spark.stretch");
  }

  @TestFactory
  List<DynamicTest> everyFormat() {
    List<DynamicTest> tests = new ArrayList<>();
    for (String format : List.of("csv", "text", "mm", "binary")) {
      tests.addAll(tests(format, ""));
    }
    tests.addAll(tests("binary", ", rows_in_block=100, cols_in_block=100"));
    tests.addAll(tests("binary", ", rows_in_block=30, cols_in_block=70"));
    return tests;
  }

  private List<DynamicTest> tests(String format, String options) {
    List<DynamicTest> tests = new ArrayList<>();
    for (double density : new double[] {1, 0.05, 0.0005}) {
      tests.add(
          DynamicTest.dynamicTest(
              format + options + " " + density, () -> thereAndBack(format, options, density)));
    }
    return tests;
  }

  private void thereAndBack(String format, String options, double density) throws IOException {
    String path = Files.createTempDirectory(folder, "x").resolve("x.data").toString();
    RunResult written =
        local(
            "X = rand(rows=230, cols=140, seed=3, min=-1, max=1, sparsity="
                + density
                + "); "
                + DIGEST
                + "write(X, \""
                + path
                + "\", format=\""
                + format
                + "\""
                + options
                + ")");
    assertNull(written.error(), written.error());
    System.setProperty("linden.spark.stretch", density == 1 ? "50000" : "700");
    assertEquals(written.stdout(), readOnSpark(path));
  }

  /** Reads with executors and says what it read; nothing may come from the driver. */
  private static String readOnSpark(String path) {
    ByteArrayOutputStream output = new ByteArrayOutputStream();
    try (Linden linden =
        Linden.builder()
            .settings(settings())
            .statistics(true)
            .output(new PrintStream(output, false, StandardCharsets.UTF_8))
            .build()) {
      linden
          .compile(new Source("<script>", "X = read(\"" + path + "\"); " + DIGEST), Map.of())
          .run();
      Map<?, ?> counters = (Map<?, ?>) linden.statisticsData(0).get("spark");
      assertEquals(0L, ((Number) counters.get("parallelized")).longValue(), counters.toString());
      assertTrue(((Number) counters.get("tasks")).longValue() > 3, counters.toString());
    }
    return output.toString(StandardCharsets.UTF_8);
  }

  private static Settings settings() {
    return Settings.DEFAULTS
        .with("exec", "spark")
        .with("spark.master", "local[2]")
        .with("spark.block-size", "100");
  }

  private static RunResult local(String script) {
    return run(script, Map.of("exec", "local"));
  }

  private static RunResult spark(String script) {
    return run(
        script, Map.of("exec", "spark", "spark.master", "local[2]", "spark.block-size", "100"));
  }

  private static RunResult run(String script, Map<String, String> settings) {
    return new EngineRunner()
        .run(script, Map.of(), new RunConfig("files", settings, Path.of("")), Map.of());
  }

  /** Of equal cells the last one counts, in whatever stretch it is, and be it zero. */
  @Test
  void repeatedCells() throws IOException {
    StringBuilder lines = new StringBuilder();
    for (int k = 0; k < 2000; k++) {
      lines.append(1 + k * 7 % 150).append(' ').append(1 + k * 3 % 20).append(' ');
      lines.append(k % 5 == 0 ? 0 : k / 8.0).append('\n');
    }
    Path file = Files.writeString(folder.resolve("cells.txt"), lines);
    String read = "X = read(\"" + file + "\", format=\"text\", rows=150, cols=20); " + DIGEST;
    RunResult expected = local(read);
    assertNull(expected.error(), expected.error());
    assertEquals(expected.stdout(), spark(read).stdout());
  }

  @Test
  void symmetricPatternsWithComments() throws IOException {
    StringBuilder lines = new StringBuilder("%%MatrixMarket matrix coordinate pattern symmetric\n");
    lines.append("% made for a test\n210 210 630\n");
    for (int i = 1; i <= 210; i++) {
      lines.append(i).append(' ').append(i).append("\n% between\n");
      lines.append(i).append(' ').append((i + 1) / 2).append('\n');
      lines.append(i).append(' ').append(1).append('\n');
    }
    Path file = Files.writeString(folder.resolve("graph.mtx"), lines);
    String read = "X = read(\"" + file + "\", format=\"mm\"); " + DIGEST;
    RunResult expected = local(read);
    assertNull(expected.error(), expected.error());
    assertEquals(expected.stdout(), spark(read).stdout());
    String shorter = lines.substring(0, lines.length() - 6);
    Files.writeString(file, shorter);
    RunResult refused = spark(read);
    assertNotNull(refused.error());
    assertTrue(refused.error().contains("expected 630 entries"), refused.error());
  }

  @Test
  void badLinesAndDamagedBlocks() throws IOException {
    StringBuilder lines = new StringBuilder();
    for (int k = 1; k <= 500; k++) {
      lines.append(k).append(" 1 ").append(k == 400 ? "x" : "1.5").append('\n');
    }
    Path text = Files.writeString(folder.resolve("bad.txt"), lines);
    RunResult refused =
        spark("print(sum(read(\"" + text + "\", format=\"text\", rows=500, cols=2)))");
    assertNotNull(refused.error());
    assertTrue(refused.error().contains("expected a number, found \"x\""), refused.error());

    Path binary = folder.resolve("bad.bin");
    RunResult written =
        local("write(rand(rows=300, cols=50, seed=1), \"" + binary + "\", format=\"binary\")");
    assertNull(written.error(), written.error());
    byte[] bytes = Files.readAllBytes(binary);
    bytes[bytes.length / 2] ^= 1;
    Files.write(binary, bytes);
    refused = spark("print(sum(read(\"" + binary + "\")))");
    assertNotNull(refused.error());
    assertTrue(refused.error().contains("is damaged: expected checksum"), refused.error());
  }
}
