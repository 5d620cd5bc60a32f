package dev.linden.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.linden.matrix.Dense;
import dev.linden.matrix.Matrix;
import dev.linden.testkit.RandomMatrices.Form;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * Every function of the library gives the same for data with many zeros, whether they are stored or
 * not. What is right for dense data the golden files of the library say. The calls are in
 * golden/library/forms.txt.
 */
class LibraryFormsTest {
  private static final int ROWS = 60;
  private static final int COLS = 8;
  private static final long SEED = 20;

  /** Sums in another order, through at most some hundred iterations. */
  private static final double TOLERANCE = 1e-6;

  private static final Pattern RESULT = Pattern.compile("\\br[0-9]*\\b(?=[^=(]*=[^=])");
  private static final Pattern NUMBER =
      Pattern.compile("-?(?:\\d+(?:\\.\\d+)?(?:E-?\\d+)?|Infinity)|NaN");
  private static final String LOSS =
      "lossOfModel = function(matrix[double] X, matrix[double] y, matrix[double] B)"
          + " return (matrix[double] loss) {\n"
          + "  loss = as.matrix(sum((y - lmPredict(X = X, B = B)) ^ 2))\n}\n";

  private static final String SCORE =
      "scoreOfModel = function(matrix[double] X, matrix[double] Y, matrix[double] Xtest,"
          + " matrix[double] Ytest, matrix[double] Xorig, matrix[double] hp)"
          + " return (matrix[double] score) {\n"
          + "  score = as.matrix(sum((Ytest - lmPredict(X = Xtest,"
          + " B = lmDS(X = X, y = Y, icpt = 1, verbose = FALSE))) ^ 2))\n}\n";

  @TempDir Path temporary;

  @Test
  void everyFunctionHasACase() throws IOException {
    List<String> names = new ArrayList<>();
    try (Stream<Path> files = Files.list(Path.of("src/main/resources/library"))) {
      files.map(f -> f.getFileName().toString().replace(".dml", "")).forEach(names::add);
    }
    assertEquals(new TreeSet<>(names), new TreeSet<>(cases().keySet()));
  }

  @TestFactory
  Stream<DynamicTest> functions() throws IOException {
    return cases().entrySet().stream()
        .map(e -> DynamicTest.dynamicTest(e.getKey(), () -> check(e.getKey(), e.getValue())));
  }

  private static Map<String, String> cases() throws IOException {
    Map<String, String> cases = new TreeMap<>();
    for (String line : Files.readAllLines(GoldenFolder.root().resolve("library/forms.txt"))) {
      int colon = line.indexOf(':');
      if (!line.isBlank() && !line.startsWith("#")) {
        assertNull(cases.put(line.substring(0, colon), line.substring(colon + 1).strip()), line);
      }
    }
    return cases;
  }

  private void check(String function, String statements) {
    assertTrue(statements.matches(".*\\b" + function + "\\(.*"), "it does not call the function");
    String script = script(statements);
    String expected = run(script, Form.DENSE);
    assertFalse(expected.isBlank(), script);
    for (Form form : Form.values()) {
      if (form != Form.DENSE) {
        compare(expected, run(script, form), function + ", seed " + SEED + ", " + form);
      }
    }
  }

  /** Prints all results in the end. */
  private static String script(String statements) {
    StringBuilder script = new StringBuilder();
    for (String statement : statements.split("; ")) {
      script.append(statement).append('\n');
    }
    RESULT
        .matcher(statements)
        .results()
        .map(MatchResult::group)
        .distinct()
        .forEach(
            r -> script.append("print(toString(").append(r).append(", rows=9999, decimal=9))\n"));
    return (statements.contains("lossOfModel") ? LOSS : "")
        + (statements.contains("scoreOfModel") ? SCORE : "")
        + script;
  }

  private String run(String script, Form form) {
    Map<String, Matrix> inputs = new LinkedHashMap<>();
    Pattern used = Pattern.compile("\\b[A-Za-z]\\b");
    List<String> words = used.matcher(script).results().map(MatchResult::group).toList();
    data()
        .forEach(
            (name, matrix) -> {
              if (words.contains(name)) {
                inputs.put(name, form.of(matrix));
              }
            });
    RunResult result =
        new EngineRunner().run(script, Map.of(), RunConfig.DEFAULT.in(temporary), inputs);
    assertNull(result.error(), () -> form + " " + script + "\n" + result.error());
    return result.stdout();
  }

  private static void compare(String expected, String actual, String what) {
    String message = what + "\nexpected " + expected + "\nbut was  " + actual;
    List<Double> right = numbers(expected);
    List<Double> found = numbers(actual);
    assertEquals(
        NUMBER.matcher(expected).replaceAll("#"), NUMBER.matcher(actual).replaceAll("#"), message);
    for (int i = 0; i < right.size(); i++) {
      double a = right.get(i);
      double b = found.get(i);
      assertTrue(Agreement.close(a, b, TOLERANCE), message);
    }
  }

  private static List<Double> numbers(String text) {
    return NUMBER.matcher(text).results().map(r -> Double.valueOf(r.group())).toList();
  }

  /** The matrices that forms.txt describes. */
  private static Map<String, Dense> data() {
    SplittableRandom random = new SplittableRandom(SEED);
    double[] s = new double[ROWS * COLS];
    double[] counts = new double[s.length];
    double[] holes = new double[s.length];
    for (int i = 0; i < s.length; i++) {
      s[i] = random.nextDouble() < 0.2 ? (random.nextInt(32) - 16) / 4.0 : 0;
      counts[i] = Math.abs(4 * s[i]);
      holes[i] = random.nextDouble() < 0.05 ? Double.NaN : s[i];
    }
    Map<String, double[]> columns = new LinkedHashMap<>();
    for (String name : List.of("y", "p", "c", "l", "b", "m", "k")) {
      columns.put(name, new double[ROWS]);
    }
    double[] categories = new double[ROWS * 3];
    for (int i = 0; i < ROWS; i++) {
      double score = random.nextDouble() - 0.5;
      for (int j = 0; j < COLS; j++) {
        score += s[i * COLS + j] * (j - 3) / 4;
      }
      double noisy = score + 2 * (random.nextDouble() - 0.5);
      columns.get("y")[i] = score;
      columns.get("p")[i] = Math.exp(noisy / 4) + random.nextDouble();
      columns.get("c")[i] = noisy < -0.4 ? 1 : noisy < 0.4 ? 2 : 3;
      columns.get("l")[i] = noisy > 0 ? 1 : -1;
      columns.get("b")[i] = score + 2 * (random.nextDouble() - 0.5) > 0 ? 1 : 0;
      columns.get("m")[i] = random.nextDouble() < 0.25 ? random.nextInt(1, 8) + score / 64 : 0;
      columns.get("k")[i] = random.nextInt(1, 9);
      for (int j = 0; j < 3; j++) {
        categories[i * 3 + j] = random.nextInt(1, 4);
      }
    }
    Map<String, Dense> data = new LinkedHashMap<>();
    data.put("S", Dense.of(ROWS, COLS, s));
    data.put("N", Dense.of(ROWS, COLS, counts));
    data.put("Z", Dense.of(ROWS, COLS, holes));
    data.put("T", Dense.of(ROWS, 3, categories));
    columns.forEach((name, cells) -> data.put(name, Dense.of(ROWS, 1, cells)));
    addGraph(data, random);
    return data;
  }

  private static void addGraph(Map<String, Dense> data, SplittableRandom random) {
    double[] edges = new double[144];
    double[] lengths = new double[144];
    for (int i = 0; i < 12; i++) {
      for (int j = 0; j < i; j++) {
        boolean edge = random.nextDouble() < 0.15;
        edges[i * 12 + j] = edge ? 1 : 0;
        edges[j * 12 + i] = edges[i * 12 + j];
        lengths[i * 12 + j] = edge ? 1 + random.nextInt(9) : 0;
        lengths[j * 12 + i] = lengths[i * 12 + j];
      }
    }
    double[] image = new double[108];
    for (int i = 0; i < image.length; i++) {
      image[i] = random.nextDouble() < 0.2 ? random.nextInt(256) : 0;
    }
    data.put("G", Dense.of(12, 12, edges));
    data.put("D", Dense.of(12, 12, lengths));
    data.put("I", Dense.of(12, 9, image));
  }
}
