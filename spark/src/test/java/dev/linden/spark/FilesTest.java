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
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * Executors read files of every format, in stretches so short here that a file has many, and the
 * matrix is that of the local reader.
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
    for (String format : List.of("csv", "text", "mm", "libsvm", "binary")) {
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
    assertEquals(written.stdout(), readOnSpark("\"" + path + "\""));
  }

  private static final List<String> TEXT_FORMATS = List.of("csv", "text", "mm", "libsvm");

  /** A compressed file, and a directory of part files of which every other one is compressed. */
  @TestFactory
  List<DynamicTest> compressedFilesAndParts() {
    List<DynamicTest> tests = new ArrayList<>();
    for (String format : TEXT_FORMATS) {
      for (double density : new double[] {1, 0.05}) {
        for (int parts : new int[] {1, 4}) {
          tests.add(
              DynamicTest.dynamicTest(
                  format + " " + density + " in " + parts,
                  () -> compressedThereAndBack(format, density, parts)));
        }
      }
    }
    return tests;
  }

  private void compressedThereAndBack(String format, double density, int parts) throws IOException {
    Path file = Files.createTempDirectory(folder, "x").resolve("x.data");
    RunResult written =
        local(
            "X = rand(rows=230, cols=140, seed=3, min=-1, max=1, sparsity=%s); %s%s"
                .formatted(
                    density, DIGEST, "write(X, \"" + file + "\", format=\"" + format + "\")"));
    assertNull(written.error(), written.error());
    List<String> lines = Files.readAllLines(file);
    Files.delete(file);
    if (parts == 1) {
      Files.write(file, compressed(text(lines)));
    } else {
      cut(lines, parts, file);
    }
    System.setProperty("linden.spark.stretch", density == 1 ? "50000" : "700");
    assertEquals(written.stdout(), readOnSpark("\"" + file + "\""));
  }

  private static String text(List<String> lines) {
    return String.join("\n", lines) + "\n";
  }

  private static byte[] compressed(String text) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (OutputStream packed = new GZIPOutputStream(bytes)) {
      packed.write(text.getBytes(StandardCharsets.UTF_8));
    }
    return bytes.toByteArray();
  }

  /** Part files of different lengths. */
  private static void cut(List<String> lines, int parts, Path directory) throws IOException {
    Files.createDirectory(directory);
    for (int k = 0; k < parts; k++) {
      int start = lines.size() * k * k / (parts * parts);
      int end = lines.size() * (k + 1) * (k + 1) / (parts * parts);
      String text = text(lines.subList(start, end));
      Path part = directory.resolve("part-" + k);
      Files.write(part, k % 2 == 1 ? compressed(text) : text.getBytes(StandardCharsets.UTF_8));
    }
  }

  /** Features that nobody counted, in any order; labels that are zero; blank lines. */
  @Test
  void libsvmWithoutMetadata() throws IOException {
    List<String> lines = new ArrayList<>();
    for (int k = 0; k < 400; k++) {
      StringBuilder line = new StringBuilder(k % 3 == 0 ? "0" : "-1.5");
      for (int j = k % 5; j > 0; j--) {
        line.append(' ').append(j * 31 + k % 7).append(':').append(k / 4.0);
      }
      lines.add(line.toString());
      if (k % 11 == 0) {
        lines.add(" ");
      }
    }
    Path file = Files.writeString(folder.resolve("x.libsvm"), text(lines));
    Path parts = folder.resolve("parts.libsvm");
    cut(lines, 3, parts);
    for (Path path : List.of(file, parts)) {
      for (String more : List.of("", ", cols=200", ", rows=400, cols=140")) {
        assertSame("\"" + path + "\", format=\"libsvm\", sep=\" \"" + more);
      }
    }
    assertSameError("\"" + file + "\", format=\"libsvm\", sep=\" \", rows=401");
    Files.writeString(parts.resolve("part-2"), "1 1:3 141:2\n");
    assertSameError("\"" + parts + "\", format=\"libsvm\", sep=\" \", cols=140");
  }

  /** The first line of each part is a header, or a row. */
  @Test
  void csvHeadersOfParts() throws IOException {
    Path parts = Files.createDirectory(folder.resolve("parts.csv"));
    for (int k = 0; k < 4; k++) {
      StringBuilder text = new StringBuilder(k == 2 ? "" : "\na,b,c\n");
      for (int i = 0; i < 60 + 10 * k; i++) {
        text.append(i).append(",,").append(k / 8.0).append(i % 9 == 0 ? "\n\n" : "\n");
      }
      Path part = parts.resolve("part-" + k);
      if (k < 2) {
        Files.writeString(part, text);
      } else {
        Files.write(part, compressed(text.toString()));
      }
    }
    assertSame("\"" + parts + "\", format=\"csv\", header=TRUE, default=3");
  }

  /** In one column a blank line is a row if the number of rows says so. */
  @Test
  void blankLinesOfOneColumn() throws IOException {
    StringBuilder text = new StringBuilder();
    for (int k = 0; k < 300; k++) {
      text.append(k % 4 == 0 ? "" : k / 8.0).append('\n');
    }
    Path file = Files.writeString(folder.resolve("y.csv"), text);
    Path packed = Files.write(folder.resolve("y.csv.gz"), compressed(text.toString()));
    for (Path path : List.of(file, packed)) {
      for (String more : List.of("", ", rows=300", ", rows=300, default=-1", ", rows=225")) {
        assertSame("\"" + path + "\", format=\"csv\"" + more);
      }
    }
    assertSameError("\"" + file + "\", format=\"csv\", rows=299");
  }

  /** Whatever the stretch, messages name the file and the line in it. */
  @Test
  void badLinesAreFound() throws IOException {
    List<String> csv = new ArrayList<>(Collections.nCopies(500, "1,2.5,3"));
    csv.set(400, "1,x,3");
    List<String> cells = new ArrayList<>(Collections.nCopies(500, "1 2 3.5"));
    cells.set(410, "1 2");
    List<String> libsvm = new ArrayList<>(Collections.nCopies(500, "1,1:2.5,7:3"));
    libsvm.set(420, "1,1:2.5,1:3");
    Map<String, List<String>> files =
        Map.of("csv\"", csv, "text\", rows=2, cols=2", cells, "libsvm\"", libsvm);
    for (Map.Entry<String, List<String>> entry : files.entrySet()) {
      Path directory = Files.createTempDirectory(folder, "bad");
      Path plain = Files.writeString(directory.resolve("x.txt"), text(entry.getValue()));
      Path packed = Files.write(directory.resolve("x"), compressed(text(entry.getValue())));
      Path parts = directory.resolve("parts");
      cut(entry.getValue(), 3, parts);
      for (Path path : List.of(plain, packed, parts)) {
        String error = assertSameError("\"" + path + "\", format=\"" + entry.getKey());
        String place = path == parts ? "part-2:" : path.getFileName() + ":4";
        assertTrue(error.contains(place), error);
      }
    }
  }

  @Test
  void damagedCompression() throws IOException {
    byte[] bytes = compressed("1,2,3\n".repeat(5000));
    Path file = folder.resolve("cut.csv.gz");
    Files.write(file, Arrays.copyOf(bytes, bytes.length / 2));
    assertSameError("\"" + file + "\", format=\"csv\"");
  }

  private static void assertSame(String arguments) {
    RunResult expected = local("X = read(" + arguments + "); " + DIGEST);
    assertNull(expected.error(), expected.error());
    assertEquals(expected.stdout(), readOnSpark(arguments), arguments);
  }

  private static String assertSameError(String arguments) {
    String script = "X = read(" + arguments + "); " + DIGEST;
    RunResult expected = local(script);
    assertNotNull(expected.error(), arguments);
    RunResult found = spark(script);
    assertNotNull(found.error(), arguments);
    assertEquals(message(expected.error()), message(found.error()), arguments);
    return found.error();
  }

  /** Without the line of the script: executors read when an operator needs the cells. */
  private static String message(String error) {
    String first = error.lines().findFirst().orElse("");
    return first.substring(first.indexOf("error"));
  }

  /** Reads with executors and says what it read; nothing may come from the driver. */
  private static String readOnSpark(String arguments) {
    ByteArrayOutputStream output = new ByteArrayOutputStream();
    try (Linden linden =
        Linden.builder()
            .settings(settings())
            .statistics(true)
            .output(new PrintStream(output, false, StandardCharsets.UTF_8))
            .build()) {
      linden
          .engine()
          .compile(new Source("<script>", "X = read(" + arguments + "); " + DIGEST), Map.of())
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
