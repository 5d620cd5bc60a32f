package dev.linden.fuse;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.linden.api.Linden;
import dev.linden.api.Results;
import dev.linden.matrix.Matrix;
import dev.linden.testkit.Agreement;
import dev.linden.testkit.EngineRunner;
import dev.linden.testkit.Oracle;
import dev.linden.testkit.OracleValue;
import dev.linden.testkit.RandomTests;
import dev.linden.testkit.RunConfig;
import dev.linden.testkit.RunResult;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Random DAGs of cell-wise operators, aggregates, products and column ranges over dense and sparse
 * matrices, vectors and scalars: fused under every policy they give what they give unfused, down to
 * the signs of zeros where storage does not decide on these. Square matrices may stand where their
 * transposes may, so that one value is used both ways in one operator. {@code
 * -Dlinden.fusions=20000 -Dlinden.seed=...} runs more of them.
 */
@Tag("random")
class RandomFusionTest {
  private static final int[][] SHAPES = {
    {2, 2},
    {3, 3},
    {16, 16},
    {40, 40},
    {130, 130},
    {9, 5},
    {3000, 7},
    {40, 1},
    {700, 17},
    {300, 600},
    {3, 5000},
    {1, 30},
    {1, 3000},
    {1, 20_000}
  };

  /** With fewer cells all matrices are dense, and so keep the signs of zeros. */
  private static final int ALWAYS_DENSE = 1024;

  private static final int MOST_FAILURES = 20;

  @Test
  void fusedAgreesWithUnfused() {
    long first = RandomTests.SEED;
    int count = RandomTests.rounds("linden.fusions", 100, 1000);
    List<String> failures =
        LongStream.range(first, first + count)
            .parallel()
            .mapToObj(RandomFusionTest::compare)
            .filter(Objects::nonNull)
            .limit(MOST_FAILURES)
            .toList();
    assertEquals(List.of(), failures, () -> String.join("\n", failures));
  }

  /** The first difference, or null. */
  private static String compare(long seed) {
    Script script = new Script(new Random(seed));
    // without rewrites there are transposes in places where none would be
    String rewrites = seed % 4 < 3 ? "true" : "false";
    Map<String, String> unfused = Map.of("fusion.policy", "off", "opt.rewrites", rewrites);
    List<Double> expected = run(script.text, unfused, seed);
    for (String policy : List.of("cost", "all", "no-redundancy")) {
      Map<String, String> settings = new LinkedHashMap<>();
      settings.put("fusion.policy", policy);
      settings.put("fusion.smallest", seed % 2 == 0 ? "0" : "1");
      settings.put("fusion.classes", seed % 10 == 0 ? "at-once" : "off");
      settings.put("opt.rewrites", rewrites);
      settings.put("operators.off", seed % 2 == 0 ? "all" : "");
      settings.put("threads", seed % 3 == 0 ? "1" : "2");
      settings.put("memory.packing", seed % 5 == 0 ? "compressed-always" : "");
      List<Double> found = run(script.text, settings, seed);
      if (expected.size() != found.size()) {
        return report(seed, policy, script.text);
      }
      for (int i = 0; i < expected.size(); i++) {
        double scale = Math.max(1e-3, Math.abs(expected.get(script.scales.get(i))));
        double tolerance = Agreement.OTHER_ORDER * scale;
        if (!agree(expected.get(i), found.get(i), tolerance)
            && !zerosDecide(script, expected.get(i), found.get(i))) {
          String values = "value " + i + ": " + expected.get(i) + " unfused, " + found.get(i);
          return values + report(seed, policy, script.text);
        }
      }
    }
    return null;
  }

  private static boolean agree(double a, double b, double tolerance) {
    return Agreement.within(a, b, tolerance) || !Double.isFinite(tolerance);
  }

  /**
   * Whether zeros that meet NaN or infinities in products may be what two values differ by: that is
   * left open, since it depends on the storage (decisions.md, "Zero times NaN").
   */
  private static boolean zerosDecide(Script script, double a, double b) {
    if (Double.isFinite(a) && Double.isFinite(b)) {
      return false;
    }
    Map<String, OracleValue.Grid> inputs = new LinkedHashMap<>();
    try (Linden linden = Linden.create()) {
      Results results =
          linden.prepare(script.inputs, List.of(), script.inputNames).call().execute();
      for (String name : script.inputNames) {
        double[][] cells = results.matrix(name);
        inputs.put(name, new OracleValue.Grid(cells.length, cells[0].length, cells));
      }
    }
    String body = script.text.substring(script.inputs.length());
    return Oracle.leavesZerosOpen(body, Map.of(), inputs);
  }

  private static String report(long seed, String policy, String text) {
    return " fused by " + policy + ", seed " + seed + "\n" + text;
  }

  private static List<Double> run(String text, Map<String, String> settings, long seed) {
    RunConfig config = new RunConfig("fusion", settings, Path.of(""));
    Map<String, Matrix> none = Map.of();
    RunResult result = new EngineRunner().run(text, Map.of(), config, none);
    assertTrue(result.succeeded(), () -> "seed " + seed + "\n" + text + "\n" + result.error());
    List<Double> numbers = new ArrayList<>();
    for (String line : result.stdout().split("\n")) {
      numbers.add(Double.valueOf(line.strip()));
    }
    return numbers;
  }

  /** A random script that prints one number per line, and for each the line with its magnitude. */
  private static final class Script {
    final List<Integer> scales = new ArrayList<>();
    final String text;

    /** The first lines, which make the matrices of {@code inputNames}. */
    final String inputs;

    final List<String> inputNames = new ArrayList<>();

    private final Random random;
    private final StringBuilder code = new StringBuilder();
    private final Map<String, List<String>> pools = new LinkedHashMap<>();
    private final List<String> made = new ArrayList<>();

    /** Values of which even the signs of zeros are known: no sums of products that may cancel. */
    private final Set<String> cellByCell = new HashSet<>();

    private final boolean signs;

    /** As many rows as columns: transposes, columns and rows fit where originals do. */
    private final boolean square;

    private int names;

    Script(Random random) {
      this.random = random;
      int[] shape = SHAPES[random.nextInt(SHAPES.length)];
      int n = shape[0];
      int m = shape[1];
      square = n == m;
      int k = 1 + random.nextInt(Math.min(m, 4));
      signs = n * m < ALWAYS_DENSE;
      boolean sparse = random.nextInt(3) == 0;
      input("M", "X", n, m, sparse ? 0.05 : 1);
      input("M", "Y", n, m, random.nextInt(3) == 0 ? 0.1 : 1);
      input("C", "c", n, 1, 1);
      input("R", "r", 1, m, 1);
      input("W", "W", m, k, 1);
      input("U", "U", n, k, 1);
      input("V", "V", m, k, 1);
      inputs = code.toString();
      special();
      pools.put("S", new ArrayList<>(List.of("0.5", "2", "s")));
      code.append("s = ").append(random.nextInt(5) - 2).append(".25\n");
      pools.put("K", new ArrayList<>());
      // products: used like other values, but their zeros may be what is left of cancellation
      pools.put("P", pools.get("M"));
      pools.put("PC", pools.get("C"));
      pools.put("PR", pools.get("R"));
      int steps = 4 + random.nextInt(10);
      for (int i = 0; i < steps; i++) {
        step(m, k);
      }
      print();
      text = code.toString();
    }

    /** Cells that are NaN, infinite or -0, in some scripts. */
    private void special() {
      switch (random.nextInt(8)) {
        case 0 -> code.append("Y = ifelse(Y > 0.9, 0/0, Y)\n");
        case 1 -> code.append("X = ifelse(X < -0.9, 1/0, X)\n");
        case 2 -> code.append("Y = round(0.6 * Y)\n");
        case 3 -> code.append("X = -(X * (X > 0))\n");
        case 4 -> code.append("c = ifelse(c > 0.8, 0/0, c)\n");
        default -> {}
      }
    }

    private void input(String pool, String name, int rows, int cols, double sparsity) {
      code.append(name)
          .append(
              String.format(
                  " = rand(rows=%d, cols=%d, min=-1, max=1, sparsity=%s, seed=%d)%n",
                  rows, cols, sparsity, 1 + random.nextInt(1000)));
      pools.computeIfAbsent(pool, p -> new ArrayList<>()).add(name);
      inputNames.add(name);
    }

    private void define(String pool, String expression) {
      String name = "v" + names++;
      code.append(name).append(" = ").append(expression).append('\n');
      pools.get(pool).add(name);
      made.add(name + (pool.equals("S") ? "!" : ""));
      if (pool.equals("M") || pool.equals("C") || pool.equals("R")) {
        cellByCell.add(name);
      }
    }

    private String any(String... kinds) {
      List<String> all = new ArrayList<>();
      for (String kind : kinds) {
        all.addAll(pools.get(kind));
      }
      // later values more often, so that chains come about
      int index = Math.max(random.nextInt(all.size()), random.nextInt(all.size()));
      return all.get(index);
    }

    /** A matrix of the common shape; a transposed one if it has that too. */
    private String matrix() {
      String x = any("M");
      return square && random.nextInt(3) == 0 ? "t(" + x + ")" : x;
    }

    private void step(int m, int k) {
      if (square && random.nextInt(4) == 0) {
        squareStep();
        return;
      }
      String x = matrix();
      switch (random.nextInt(21)) {
        case 0, 1, 2 -> define("M", x + sign() + any("M", "C", "R", "S"));
        case 3 -> define("M", any("C", "R", "S") + " * " + x);
        case 4 -> define("M", function() + "(" + x + ")");
        case 5 -> define("M", "ifelse(X > Y, " + x + ", " + any("M", "S") + ")");
        case 6 -> define("M", "(X != 0) * " + x);
        case 7 -> define("C", rowFold() + "(" + x + ")");
        case 8 -> define("R", colFold() + "(" + x + ")");
        case 9 -> define("S", "sum(" + x + sign() + any("M", "C", "S") + ")");
        case 10 -> define("K", x + " %*% W");
        case 11 -> define("C", any("C") + sign() + any("C", "S"));
        case 12 ->
            define(
                "C", m > 1 ? any("M") + "[, " + (1 + random.nextInt(m)) + "]" : "abs(" + x + ")");
        case 13 -> {
          String q = pools.get("K").isEmpty() ? "X %*% W" : any("K");
          define("W", "t(" + any("M") + ") %*% (" + q + sign() + any("C", "S") + ")");
        }
        case 19 -> {
          String q = pools.get("K").isEmpty() ? "X %*% W" : any("K");
          String narrow = random.nextBoolean() ? function() + "(" + q + ")" : "(" + q + " > 0)";
          define("PR", "colSums(abs(t(" + narrow + ") %*% " + any("M") + "))");
        }
        case 15 -> define("M", x + " * " + outer());
        case 16 -> define("M", "(X != 0) * (" + outer() + sign() + any("M", "S") + ")");
        case 17 -> define("W", "t(" + x + " * " + outer() + ") %*% U");
        case 18 -> define("K", "(" + x + " * " + outer() + ") %*% V");
        case 14 -> define("S", "max(" + x + ") + min(" + any("M", "C") + ")");
        default -> define("M", x + "^2");
      }
    }

    /** What only a square can do: products with itself and its transpose, columns as rows. */
    private void squareStep() {
      String x = matrix();
      String y = matrix();
      switch (random.nextInt(7)) {
        case 0 -> define("PC", "t(" + any("M") + ") %*% " + rowFold() + "(" + x + ")");
        case 1 -> define("PC", "t(" + any("M") + ") %*% " + function() + "(" + x + " %*% c)");
        case 2 -> define("PC", x + " %*% (" + any("C") + sign() + "(" + y + " %*% c))");
        case 3 -> define("P", "(" + x + " %*% " + y + ") / " + "nrow(X)");
        case 4 -> define("R", "t(" + any("C") + ")" + sign() + any("R", "S"));
        case 5 -> define("W", "(" + x + sign() + any("S") + ") %*% " + any("W", "U"));
        default -> define("W", "t(" + x + " * " + outer() + ") %*% " + any("U", "V"));
      }
    }

    /** A product of two thin matrices, perhaps with something done to its cells. */
    private String outer() {
      String product = "(U %*% t(" + any("V") + "))";
      return switch (random.nextInt(3)) {
        case 0 -> product;
        case 1 -> "exp" + product;
        default -> "(" + product + sign() + any("M", "C", "R", "S") + ")";
      };
    }

    private String sign() {
      return List.of(" + ", " - ", " * ").get(random.nextInt(3));
    }

    private String function() {
      return List.of("abs", "-", "exp", "sigmoid", "round", "sign").get(random.nextInt(6));
    }

    private String rowFold() {
      return List.of("rowSums", "rowMaxs", "rowMeans", "rowMins").get(random.nextInt(4));
    }

    private String colFold() {
      return List.of("colSums", "colMaxs", "colMeans", "colMins").get(random.nextInt(4));
    }

    /** Some of the values, by weighted sums, so that no error can hide; the rest may die. */
    private void print() {
      int line = 0;
      for (String value : made) {
        if (value.endsWith("!")) {
          String name = value.substring(0, value.length() - 1);
          code.append("print(").append(name).append(")\n");
          code.append("print(1000 + abs(").append(name).append("))\n");
          scales.add(line + 1);
          scales.add(line + 1);
          line += 2;
        } else if (random.nextInt(3) > 0) {
          String weights =
              "matrix(seq(1, length("
                  + value
                  + ")), nrow("
                  + value
                  + "), ncol("
                  + value
                  + ")) / length("
                  + value
                  + ")";
          code.append("print(sum(").append(value).append(" * ").append(weights).append("))\n");
          code.append("print(sum(abs(").append(value).append(")) + 100)\n");
          scales.add(line + 1);
          scales.add(line + 1);
          line += 2;
          if (signs && cellByCell.contains(value)) {
            String negativeZeros = "(" + value + " == 0) * (1 / " + value + " < 0)";
            code.append("print(sum(").append(negativeZeros).append(" * ").append(weights);
            code.append("))\n");
            scales.add(line);
            line++;
          }
        }
      }
      code.append("print(1)\n");
      scales.add(line);
    }
  }
}
