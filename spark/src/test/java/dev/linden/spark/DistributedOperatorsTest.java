package dev.linden.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.linden.matrix.Matrix;
import dev.linden.matrix.Workers;
import dev.linden.matrix.kernel.Generate;
import dev.linden.testkit.EngineRunner;
import dev.linden.testkit.RunConfig;
import dev.linden.testkit.RunResult;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * S5, S6, S12, S13, U1 to U3, U5: every distributed operator gives what the local one gives, on
 * matrices of several blocks (dense, sparse, ultra-sparse, empty, sizes around the borders of
 * blocks), and each form of an operator where there are several.
 */
class DistributedOperatorsTest {
  private static final Pattern NUMBER =
      Pattern.compile("-?(?:\\d+(?:\\.\\d+)?(?:E-?\\d+)?|Infinity)|NaN");

  /** A and B have 250x130 cells in blocks of 100; C fits A from the right. */
  private static final List<String> EXPRESSIONS =
      List.of(
          "abs(A)",
          "exp(A)",
          "-A",
          "!A",
          "round(A)",
          "A + 7",
          "3 - A",
          "A ^ 2",
          "A > 0.3",
          "A + B",
          "A * B",
          "A / (abs(B) + 1)",
          "min(A, B)",
          "max(A, 0.1)",
          "A != B",
          "A %% 0.3",
          "A * v",
          "A - w",
          "v - A",
          "A + as.matrix(0.5)",
          "v + w",
          "outer(v, w, \"*\")",
          "ifelse(A > 0, A, B)",
          "ifelse(A > 0, 1, 0)",
          "replace(target=A, pattern=0, replacement=3)",
          "log(abs(A) + 1)",
          "log(abs(A) + 1, 2)",
          "sqrt(abs(A))",
          "sigmoid(A)",
          "as.matrix(sum(A))",
          "as.matrix(mean(A))",
          "as.matrix(min(A))",
          "as.matrix(max(A))",
          "as.matrix(var(A))",
          "as.matrix(sd(A))",
          "as.matrix(sum(A^2))",
          "as.matrix(sum(A * B))",
          "as.matrix(sum(A * B * A))",
          "as.matrix(trace(S))",
          "rowSums(A)",
          "rowMeans(A)",
          "rowMins(A)",
          "rowMaxs(A)",
          "rowVars(A)",
          "rowSds(A)",
          "rowSums(A^2)",
          "colSums(A)",
          "colMeans(A)",
          "colMins(A)",
          "colMaxs(A)",
          "colVars(A)",
          "colSds(A)",
          "colSums(A^2)",
          "rowProds(A)",
          "colProds(A)",
          "rowIndexMax(A)",
          "rowIndexMin(A)",
          "t(A)",
          "rev(A)",
          "roll(A, 37)",
          "roll(A, -5)",
          "diag(v)",
          "diag(S)",
          "t(v)",
          "lower.tri(target=S, diag=TRUE, values=TRUE)",
          "upper.tri(target=A)",
          "cumsum(A)",
          "cumprod(A + 1)",
          "cummin(A)",
          "cummax(A)",
          "rowcumsum(A)",
          "cumsumprod(A[,1:2])",
          "A[1:100,]",
          "A[101:250, 1:100]",
          "A[50:160, 90:110]",
          "A[250, 130]",
          "A[,7]",
          "A[3,]",
          "cbind(A, B)",
          "cbind(A, v)",
          "rbind(A, B)",
          "rbind(A, w, B)",
          "cbind(A[,1:100], B)",
          "matrix(A, 130, 250)",
          "matrix(A, 130, 250, byrow=FALSE)",
          "matrix(A, 325, 100)",
          "matrix(2.5, 220, 105)",
          "matrix(0, 101, 99)",
          "seq(1, 333)",
          "seq(10, 0, -0.05)",
          "rand(rows=250, cols=130, seed=7)",
          "rand(rows=250, cols=130, seed=7, sparsity=0.05)",
          "rand(rows=101, cols=99, pdf=\"normal\", seed=3)",
          "rand(rows=120, cols=110, min=-2, max=3, seed=4, sparsity=0.6)",
          "removeEmpty(target=A, margin=\"rows\")",
          "removeEmpty(target=A, margin=\"cols\")",
          "removeEmpty(target=A, margin=\"rows\", select=(v > 0))",
          "removeEmpty(target=A, margin=\"cols\", select=(w > 0))",
          "table(p, q)",
          "table(p, q, abs(v))",
          "table(p, q, 150, 120)",
          "order(target=A, by=3)",
          "order(target=A, by=111, decreasing=TRUE)",
          "order(target=p, by=1, index.return=TRUE)",
          "order(target=cbind(p, q, v), by=matrix(\"1 2\", 1, 2))",
          "aggregate(target=A, groups=p, fn=\"sum\")",
          "aggregate(target=v, groups=q, fn=\"count\", ngroups=150)",
          "aggregate(target=v, groups=p, fn=\"mean\")",
          "aggregate(target=A, groups=p, fn=\"sum\", weights=q)",
          "quantile(v, 0.3) + v",
          "unique(p)",
          "aggregate(target=v, groups=p, fn=\"sum\")",
          "as.matrix(median(v))",
          "as.matrix(moment(v, 3))",
          "as.matrix(cov(v, p))");

  private static final List<String> PRODUCTS =
      List.of(
          "A %*% C",
          "t(A) %*% B",
          "A %*% t(B)",
          "t(A) %*% A",
          "A %*% t(A)",
          "A %*% x",
          "t(A) %*% v",
          "t(v) %*% A",
          "t(A) %*% (A %*% x)",
          "t(A) %*% (v * (A %*% x))",
          "t(A) %*% ((A %*% x) - v)",
          "v %*% w",
          "t(v) %*% v",
          "S %*% S",
          "removeEmpty(target=diag(v * (v > 0)), margin=\"rows\") %*% A",
          "removeEmpty(target=diag(0 * v), margin=\"rows\") %*% A");

  /** X is sparse, U and V are factors. */
  private static final List<String> OUTER =
      List.of(
          "as.matrix(sum((X != 0) * (U %*% t(V) - X)^2))",
          "as.matrix(sum((X - U %*% t(V))^2))",
          "X * sigmoid(U %*% t(V))",
          "(X / (U %*% t(V))) %*% V",
          "t(U) %*% (X / (U %*% t(V)))",
          "t(t(U) %*% (X * (U %*% t(V))))",
          "as.matrix(sum(X * log(U %*% t(V) + 0.1)))",
          "X * exp(U %*% t(V))");

  /**
   * G10: cells in blocks of any width, whole rows (N has one block per row), several aggregates.
   */
  private static final List<String> FUSED =
      List.of(
          "exp(A) * 2 + B / (abs(A) + 1)",
          "(A * v - w) * (A > 0.1)",
          "ifelse(A > 0, A * B, B - 1)",
          "as.matrix(sum(A * exp(B) + 1))",
          "as.matrix(max(abs(A - B) * 3))",
          "as.matrix(min((A - w) * v))",
          "as.matrix(sum(abs(A) * B) + max(A + B * 2) + sum((A - B)^2))",
          "colSums(N * exp(N) + 1)",
          "N / rowSums(exp(N)) * 2",
          "t(N) %*% (1 / (1 + exp(N %*% y)))",
          "t(N) %*% (N / rowSums(abs(N) + 1))",
          "exp(N %*% y) * v",
          "rowSums(abs(N) * N + 1)",
          "t(N) %*% ((N %*% Y2) * v)");

  @TestFactory
  List<DynamicTest> fusedOperatorsOnBlocks() {
    List<DynamicTest> tests = new ArrayList<>();
    inputs()
        .forEach(
            (kind, values) -> {
              Map<String, Matrix> all = new LinkedHashMap<>(values);
              all.put("N", random(250, 80, kind.equals("dense") ? 1 : 0.05, 21));
              all.put("y", random(80, 1, 1, 22));
              all.put("Y2", random(80, 3, 1, 23));
              all.remove("x");
              tests.add(test(kind + " fused", FUSED, all, Map.of("fuse", "all")));
            });
    return tests;
  }

  @AfterEach
  void forgetChoices() {
    System.clearProperty("linden.spark.product");
    System.clearProperty("linden.spark.broadcast");
    System.clearProperty("linden.spark.cumulative");
  }

  @TestFactory
  List<DynamicTest> likeTheLocalOperators() {
    List<DynamicTest> tests = new ArrayList<>();
    inputs().forEach((kind, values) -> tests.add(test(kind, EXPRESSIONS, values, Map.of())));
    return tests;
  }

  @TestFactory
  List<DynamicTest> vectorsTooLargeForBroadcasts() {
    List<DynamicTest> tests = new ArrayList<>();
    List<String> some =
        List.of(
            "A * v",
            "A - w",
            "v - A",
            "outer(v, w, \"+\")",
            "A + B",
            "ifelse(A > 0, B, 1)",
            "removeEmpty(target=A, margin=\"rows\")",
            "removeEmpty(target=A, margin=\"cols\")",
            "removeEmpty(target=A, margin=\"rows\", select=(v > 0))",
            "removeEmpty(target=A, margin=\"cols\", select=(w > 0))");
    inputs()
        .forEach(
            (kind, values) ->
                tests.add(test(kind, some, values, Map.of("linden.spark.broadcast", "8"))));
    return tests;
  }

  @TestFactory
  List<DynamicTest> everyFormOfProducts() {
    List<DynamicTest> tests = new ArrayList<>();
    for (String form : List.of("mapmm_left", "mapmm_right", "cpmm", "rmm")) {
      inputs()
          .forEach(
              (kind, values) ->
                  tests.add(
                      test(
                          kind + " " + form,
                          PRODUCTS,
                          values,
                          Map.of("linden.spark.product", form))));
    }
    Map<String, Matrix> narrow = inputs().get("dense");
    tests.add(
        test(
            "zipmm",
            List.of(
                "t(A[,1:80]) %*% B[,1:90]",
                "t(v) %*% p", "removeEmpty(target=diag(v * (v > 0)), margin=\"rows\") %*% A"),
            narrow,
            Map.of("linden.spark.broadcast", "8")));
    return tests;
  }

  @TestFactory
  List<DynamicTest> fusedOuterProducts() {
    Map<String, Matrix> values = new LinkedHashMap<>();
    values.put("X", random(250, 230, 0.03, 1));
    values.put("U", random(250, 5, 1, 2));
    values.put("V", random(230, 5, 1, 3));
    return List.of(
        test("map", OUTER, values, Map.of()),
        test("reduce", OUTER, values, Map.of("linden.spark.broadcast", "8")));
  }

  @TestFactory
  List<DynamicTest> cumulativeAggregatesInSeveralLevels() {
    List<String> running = List.of("cumsum(L)", "cummin(L)", "cummax(L)", "cumsumprod(L)");
    Map<String, Matrix> values = Map.of("L", random(1207, 2, 1, 9));
    Map<String, String> twoLevels = Map.of("linden.spark.cumulative", "500", "side", "10");
    Map<String, String> threeLevels = Map.of("linden.spark.cumulative", "100", "side", "10");
    return List.of(
        test("one level", running, values, Map.of("side", "10")),
        test("two levels", running, values, twoLevels),
        test("three levels", running, values, threeLevels));
  }

  /** {@code -Dspark.inputs=all} for every kind of matrices; two of them are quick. */
  private static Map<String, Map<String, Matrix>> inputs() {
    Map<String, Map<String, Matrix>> all = new LinkedHashMap<>();
    all.put("dense", inputs(1));
    all.put("ultra-sparse", inputs(0.001));
    if (System.getProperty("spark.inputs", "").equals("all")) {
      all.put("sparse", inputs(0.1));
      all.put("empty", inputs(0));
    }
    return all;
  }

  private static Map<String, Matrix> inputs(double density) {
    Map<String, Matrix> values = new LinkedHashMap<>();
    values.put("A", random(250, 130, density, 11));
    values.put("B", random(250, 130, density, 12));
    values.put("C", random(130, 120, density, 13));
    values.put("S", random(201, 201, density, 14));
    values.put("v", random(250, 1, 1, 15));
    values.put("w", random(1, 130, 1, 16));
    values.put("x", random(130, 1, 1, 17));
    values.put("p", counts(250, 140, 18));
    values.put("q", counts(250, 110, 19));
    return values;
  }

  private static Matrix random(int rows, int cols, double density, long seed) {
    return density == 0
        ? Generate.constant(rows, cols, 0, Workers.serial())
        : Generate.uniform(rows, cols, -1, 1, density, seed, Workers.serial());
  }

  private static Matrix counts(int rows, int most, long seed) {
    return Generate.sample(most, rows, true, seed);
  }

  /** One script prints digests of all expressions; both runs must print the same. */
  private static DynamicTest test(
      String name, List<String> expressions, Map<String, Matrix> values, Map<String, String> with) {
    return DynamicTest.dynamicTest(
        name,
        () -> {
          RunResult local = run(expressions, values, Map.of("exec", "local"), Map.of());
          assertNull(local.error(), local.error());
          Map<String, String> settings = new LinkedHashMap<>();
          settings.put("exec", "spark");
          settings.put("spark.master", "local[2]");
          settings.put("spark.block-size", with.getOrDefault("side", "100"));
          if (with.containsKey("fuse")) {
            settings.put("fusion.policy", with.get("fuse"));
            settings.put("fusion.smallest", "1");
            settings.put("fusion.classes", "at-once");
          }
          RunResult spark = run(expressions, values, settings, with);
          assertNull(spark.error(), spark.error());
          assertTrue(Cluster.isStarted());
          compare(local.stdout(), spark.stdout());
        });
  }

  private static RunResult run(
      List<String> expressions,
      Map<String, Matrix> values,
      Map<String, String> settings,
      Map<String, String> properties) {
    StringBuilder script = new StringBuilder();
    for (int k = 0; k < expressions.size(); k++) {
      // position-dependent weights: cells in wrong places show
      script.append("R = ").append(expressions.get(k)).append(";\n");
      script.append("i").append(" = seq(1, nrow(R)); j = t(seq(1, ncol(R)));\n");
      script.append("print(\"").append(k).append(" \" + nrow(R) + \"x\" + ncol(R) + \" \"");
      script.append(" + sum(R) + \" \" + sum(R * sqrt(i)) + \" \" + sum(R * log(j + 1))");
      script.append(" + \" \" + sum(R != 0));\n");
    }
    properties.forEach(
        (key, value) -> {
          if (key.startsWith("linden.")) {
            System.setProperty(key, value);
          }
        });
    try {
      return new EngineRunner()
          .run(script.toString(), Map.of(), new RunConfig("spark", settings, Path.of("")), values);
    } finally {
      properties.keySet().forEach(System::clearProperty);
    }
  }

  static void compare(String expected, String actual) {
    String[] lines = expected.split("\n");
    String[] found = actual.split("\n");
    for (int k = 0; k < lines.length; k++) {
      List<String> a = NUMBER.matcher(lines[k]).results().map(MatchResult::group).toList();
      List<String> b = NUMBER.matcher(found[k]).results().map(MatchResult::group).toList();
      assertEquals(a.size(), b.size(), lines[k] + " and " + found[k]);
      for (int i = 0; i < a.size(); i++) {
        double x = Double.parseDouble(a.get(i));
        double y = Double.parseDouble(b.get(i));
        boolean agrees =
            x == y
                || (Double.isNaN(x) && Double.isNaN(y))
                || Math.abs(x - y) <= 1e-9 * Math.max(1, Math.abs(x));
        assertTrue(agrees, "expected " + lines[k] + " but found " + found[k]);
      }
    }
    assertEquals(lines.length, found.length);
  }
}
