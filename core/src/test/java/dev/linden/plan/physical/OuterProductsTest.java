package dev.linden.plan.physical;

import static dev.linden.testkit.RandomTests.SEED;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.linden.matrix.Dense;
import dev.linden.matrix.Matrix;
import dev.linden.testkit.EngineRunner;
import dev.linden.testkit.RandomMatrices;
import dev.linden.testkit.RandomMatrices.Form;
import dev.linden.testkit.RunConfig;
import dev.linden.testkit.RunResult;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which expressions become fused operators, and that they give what was written. */
class OuterProductsTest {
  private static final int M = 60;
  private static final int N = 70;
  private static final int R = 4;
  private static final EngineRunner ENGINE = new EngineRunner();

  /** Statements that end a block, so that values before it are variables for those behind it. */
  private static final String BORDER = "\nif (as.scalar(U[1,1]) < 0) { q = 0 }\n";

  private static final List<String> PRODUCTS = List.of("(U %*% t(V))", "(U %*% H)");

  /** Expressions with @ for the product and $ for V, and the operator that they must become. */
  private static final Map<String, String> PATTERNS = new LinkedHashMap<>();

  static {
    PATTERNS.put("sum(W * (X - @)^2)", "wsloss");
    PATTERNS.put("sum((@ - X)^2 * W)", "wsloss");
    PATTERNS.put("sum((X != 0) * (X - @)^2)", "wsloss");
    PATTERNS.put("sum((@ - X)^2 * (0 != X))", "wsloss");
    PATTERNS.put("sum((X - W * @)^2)", "wsloss");
    PATTERNS.put("sum((@ * W - X)^2)", "wsloss");
    PATTERNS.put("sum((X - @)^2)", "wsloss");
    PATTERNS.put("sum((@ - X)^2)", "wsloss");
    PATTERNS.put("sum((W * (X - @))^2)", "wsloss");
    PATTERNS.put("X * sigmoid(@)", "wsigmoid");
    PATTERNS.put("sigmoid(-@) * X", "wsigmoid");
    PATTERNS.put("X * log(sigmoid(@))", "wsigmoid");
    PATTERNS.put("X * log(sigmoid(-@))", "wsigmoid");
    PATTERNS.put("X * (1 / (1 + exp(-@)))", "wsigmoid");
    PATTERNS.put("X * exp(@)", "wumm");
    PATTERNS.put("X * (@ - W)", "wumm");
    PATTERNS.put("X / @^2", "wumm");
    PATTERNS.put("X * abs(@ + 0.5)", "wumm");
    PATTERNS.put("X * @", "wdivmm");
    PATTERNS.put("@ * (X != 0)", "wdivmm");
    PATTERNS.put("X / @", "wdivmm");
    PATTERNS.put("sum(X * log(@))", "wcemm");
    PATTERNS.put("sum(X * log(@ + 0.25))", "wcemm");
    PATTERNS.put("sum(log(0.25 + @) * X)", "wcemm");
    PATTERNS.put("(W * @) %*% $", "wdivmm");
    PATTERNS.put("(W / @) %*% $", "wdivmm");
    PATTERNS.put("(W / (@ + 0.5)) %*% $", "wdivmm");
    PATTERNS.put("(W * (@ - X)) %*% $", "wdivmm");
    PATTERNS.put("(W * (X - @)) %*% $", "wdivmm");
    PATTERNS.put("t(W * @) %*% U", "wdivmm");
    PATTERNS.put("t(U) %*% (W * @)", "wdivmm");
    PATTERNS.put("t(U) %*% (W / @)", "wdivmm");
    PATTERNS.put("t(t(U) %*% (W / (@ + 0.5)))", "wdivmm");
    PATTERNS.put("t(W * (@ - X)) %*% U", "wdivmm");
    PATTERNS.put("t(U) %*% ((X != 0) * (@ - X))", "wdivmm");
  }

  private final RandomMatrices random = new RandomMatrices(SEED);

  private Map<String, Matrix> inputs(Form form, double density, boolean positive) {
    Map<String, Matrix> inputs = new LinkedHashMap<>();
    inputs.put("X", form.of(random.dense(M, N, density)));
    inputs.put("W", form.of(random.dense(M, N, density)));
    Dense u = random.dense(M, R, 1);
    Dense v = random.dense(N, R, 1);
    if (positive) {
      for (Dense factor : List.of(u, v)) {
        double[] cells = factor.panel(0);
        for (int k = 0; k < cells.length; k++) {
          cells[k] = 0.1 + Math.abs(cells[k]) / 4;
        }
      }
    }
    inputs.put("U", u);
    inputs.put("V", v);
    inputs.put("H", transpose(v));
    return inputs;
  }

  private static Dense transpose(Dense a) {
    Dense result = Dense.zeros(a.cols(), a.rows());
    for (int i = 0; i < a.rows(); i++) {
      for (int j = 0; j < a.cols(); j++) {
        result.set(j, i, a.get(i, j));
      }
    }
    return result;
  }

  private static RunConfig config(int threads) {
    return new RunConfig("test", Map.of("threads", Integer.toString(threads)), Path.of("."));
  }

  private static String plan(String script, Map<String, Matrix> inputs) {
    return ENGINE.explain("runtime", script, Map.of(), config(1), inputs);
  }

  /** The function stays one, and knows nothing of its arguments. */
  private static String planOfFunction(String script, Map<String, Matrix> inputs) {
    RunConfig config = config(1).with(Map.of("opt.rules.off", "Inlining,FunctionFacts"));
    return ENGINE.explain("runtime", script, Map.of(), config, inputs);
  }

  private static String expression(String pattern, String product) {
    return pattern.replace("@", product).replace("$", product.contains("H") ? "t(H)" : "V");
  }

  private static String script(String pattern, String product) {
    return "R = " + expression(pattern, product) + BORDER + "print(toString(R))";
  }

  /** Computes the expression with the product as a variable, and as written; compares all cells. */
  private static void assertAgreement(
      String pattern, String product, Map<String, Matrix> inputs, String what) {
    String matrix = pattern.startsWith("sum") ? "as.matrix" : "";
    String script =
        "P = U %*% H"
            + BORDER
            + ("E = " + matrix + "(" + expression(pattern, "P") + ")")
            + BORDER
            + ("A = " + matrix + "(" + expression(pattern, product) + ")")
            + BORDER
            + "S = (A == E) | ((A != A) & (E != E))\n"
            + "D = ifelse(S, 0, abs(A - E) / (1e-3 + abs(E)))\n"
            + "print(nrow(A) + \"x\" + ncol(A) + \" \" + max(D))\n"
            + "print(nrow(E) + \"x\" + ncol(E))";
    RunResult result = ENGINE.run(script, Map.of(), config(2), inputs);
    String message = what + ", seed " + SEED + ": " + result;
    assertEquals(0, result.exitCode(), message);
    String[] lines = result.stdout().strip().split("\\s+");
    assertEquals(lines[2], lines[0], message);
    assertTrue(Double.parseDouble(lines[1]) < 1e-9, message);
  }

  @Test
  void everyPatternBecomesOneOperator() {
    Map<String, Matrix> inputs = inputs(Form.CSR, 0.05, true);
    PATTERNS.forEach(
        (pattern, operator) -> {
          for (String product : PRODUCTS) {
            String plan = plan(script(pattern, product), inputs);
            assertTrue(plan.contains(operator), pattern + product + "\n" + plan);
            assertFalse(plan.contains("%*%"), pattern + product + "\n" + plan);
          }
        });
  }

  @Test
  void operatorsThatAreSwitchedOffAreNotChosen() {
    Map<String, Matrix> inputs = inputs(Form.CSR, 0.05, true);
    PATTERNS.forEach(
        (pattern, operator) -> {
          String script = script(pattern, PRODUCTS.get(0));
          RunConfig off = config(1).with(Map.of("operators.off", operator));
          String plan = ENGINE.explain("runtime", script, Map.of(), off, inputs);
          assertFalse(plan.contains(operator), pattern + "\n" + plan);
          String other = operator.equals("wsloss") ? "wumm" : "wsloss";
          RunConfig otherOff = config(1).with(Map.of("operators.off", other));
          plan = ENGINE.explain("runtime", script, Map.of(), otherOff, inputs);
          assertTrue(plan.contains(operator), pattern + "\n" + plan);
        });
  }

  @Test
  void everyPatternAgreesForAllDrivers() {
    for (boolean positive : new boolean[] {true, false}) {
      for (Form form : Form.values()) {
        double[] densities = form == Form.DENSE ? new double[] {1, 0.5} : new double[] {0, 0.08};
        for (double density : densities) {
          Map<String, Matrix> inputs = inputs(form, density, positive);
          PATTERNS
              .keySet()
              .forEach(
                  pattern -> {
                    for (String product : PRODUCTS) {
                      assertAgreement(
                          pattern, product, inputs, pattern + " " + form + " " + density);
                    }
                  });
        }
      }
    }
  }

  @Test
  void ultraSparseDriversAgree() {
    Map<String, Matrix> inputs = inputs(Form.COO, 0.002, true);
    PATTERNS
        .keySet()
        .forEach(pattern -> assertAgreement(pattern, PRODUCTS.get(0), inputs, pattern + " few"));
  }

  /** NaN, infinities and zeros in U and V reach the same cells as without fusion. */
  @Test
  void awkwardFactorsAgree() {
    double[][] awkward = {
      {Double.NaN}, {Double.POSITIVE_INFINITY}, {-1}, {0}, {Double.MIN_VALUE}, {1e200}
    };
    for (double[] value : awkward) {
      for (boolean wholeRow : new boolean[] {false, true}) {
        Map<String, Matrix> inputs = inputs(Form.CSR, 0.1, true);
        Dense u = (Dense) inputs.get("U");
        for (int k = 0; k < (wholeRow ? R : 1); k++) {
          u.set(3, k, value[0]);
        }
        PATTERNS.forEach(
            (pattern, operator) -> {
              // products with U and V again may meet NaN in another order of zeros
              if (!pattern.contains("%*%")) {
                String what = pattern + " with " + value[0] + (wholeRow ? " in a row" : "");
                assertAgreement(pattern, PRODUCTS.get(0), inputs, what);
              }
            });
      }
    }
  }

  @Test
  void divisionByZeroInAnUpdateIsNotHidden() {
    Map<String, Matrix> inputs = inputs(Form.CSR, 0.1, true);
    Dense u = (Dense) inputs.get("U");
    for (int k = 0; k < R; k++) {
      u.set(3, k, 0);
    }
    assertAgreement("(W / @) %*% $", PRODUCTS.get(0), inputs, "a zero row");
    assertAgreement("(W / (@ + 0.5)) %*% $", PRODUCTS.get(0), inputs, "a zero row");
  }

  @Test
  void sparseFactorsAgree() {
    Map<String, Matrix> inputs = inputs(Form.CSR, 0.1, true);
    inputs.put("U", Form.CSR.of(random.dense(M, R, 0.3)));
    PATTERNS
        .keySet()
        .forEach(pattern -> assertAgreement(pattern, PRODUCTS.get(0), inputs, pattern + " U"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        // the product is needed elsewhere
        "P = U %*% t(V); R = sum(W * (X - P)^2) + sum(P)",
        "P = U %*% t(V); R = W * P; S = P",
        // zeros of W do not stay zeros, and X is needed where W is zero
        "R = W + U %*% t(V)",
        "R = W - log(U %*% t(V))",
        "R = (U %*% t(V)) / W",
        // a vector beside the product is no driver
        "v = rowSums(W); R = v * (U %*% t(V))",
        // a matrix times a vector
        "v = V[1,]; R = rowSums(X) * (U %*% t(v))",
        // other losses
        "R = sum((X - U %*% t(V))^3)",
        "R = sum((X - U %*% t(V))^2 + 1)",
        "R = sum(abs(X - U %*% t(V)))",
      })
  void keepsTheProduct(String statements) {
    Map<String, Matrix> inputs = inputs(Form.CSR, 0.05, true);
    String script =
        statements
            + BORDER
            + "print(toString(R))"
            + (statements.contains("S =") ? "; print(toString(S))" : "");
    String plan = plan(script, inputs);
    assertTrue(plan.contains("%*%"), plan);
    for (String operator : List.of("wsloss", "wdivmm", "wumm", "wcemm", "wsigmoid")) {
      assertFalse(plan.contains(operator), plan);
    }
  }

  @Test
  void smallMatricesAreLeftAlone() {
    Map<String, Matrix> inputs = new LinkedHashMap<>();
    inputs.put("X", random.dense(5, 6, 0.1));
    inputs.put("U", random.dense(5, 2, 1));
    inputs.put("V", random.dense(6, 2, 1));
    assertFalse(plan("print(sum(X * (U %*% t(V))))", inputs).contains("wcemm"));
  }

  @Test
  void driversKnownToBeDenseAreLeftAlone() {
    Map<String, Matrix> inputs = inputs(Form.CSR, 0.05, true);
    String known = "D = cbind(matrix(1, 60, %d), matrix(0, 60, %d))\nprint(sum(D * (U %%*%% H)))";
    assertTrue(plan(String.format(known, 10, 60), inputs).contains("wcemm"));
    assertFalse(plan(String.format(known, 60, 10), inputs).contains("wcemm"));
  }

  @Test
  void intermediateVariablesDoNotStandInTheWay() {
    Map<String, Matrix> inputs = inputs(Form.CSR, 0.05, true);
    String script =
        "P = U %*% t(V)\nM = X != 0\nE = M * (P - X)\nG = E %*% V" + BORDER + "print(toString(G))";
    String plan = plan(script, inputs);
    assertTrue(plan.contains("wdivmm"), plan);
    assertFalse(plan.contains("%*%") || plan.contains("!="), plan);
  }

  @Test
  void unknownShapesNeedTheLookOfAFactorization() {
    Map<String, Matrix> inputs = inputs(Form.CSR, 0.05, true);
    String function =
        "f = function(matrix[double] W, matrix[double] U, matrix[double] V, matrix[double] H)"
            + " return (matrix[double] R) { R = %s }\n"
            + "print(sum(f(W, U, V, H)))";
    assertTrue(
        planOfFunction(String.format(function, "W * (U %*% t(V))"), inputs).contains("wdivmm"));
    assertTrue(
        planOfFunction(String.format(function, "(W * (U %*% H)) %*% t(H)"), inputs)
            .contains("wdiv"));
    // may be t(X) %*% (w * (X %*% v))
    String chain = planOfFunction(String.format(function, "t(U) %*% (W * (U %*% H))"), inputs);
    assertFalse(chain.contains("wdivmm"), chain);
    String vectors = planOfFunction(String.format(function, "W * (U %*% H)"), inputs);
    assertFalse(vectors.contains("wdivmm"), vectors);
  }

  /** What is wrong is said in the words, and at the place, of the operator that was written. */
  @Test
  void errorsAreThoseOfTheExpressionAsWritten() {
    String function =
        "f = function(matrix[double] W, matrix[double] U, matrix[double] V) return (double R) { %s"
            + " }\n"
            + "print(f(matrix(1, 40, 50), matrix(1, %s), matrix(1, %s)))";
    String loss = "R = sum(W * log(U %*% t(V)))";
    assertError(String.format(function, loss, "40, 3", "50, 2"), " %*% ", "cannot multiply");
    assertError(String.format(function, loss, "40, 3", "49, 3"), " * log", "cannot apply *");
    String update = "R = sum((W * (U %*% t(V) + W)) %*% V)";
    assertError(String.format(function, update, "40, 3", "40, 3"), " + W", "cannot apply +");
  }

  /** {@code operator} starts with the blank before the sign at which the error must be shown. */
  private static void assertError(String script, String operator, String message) {
    RunResult result = run(script);
    String place = "<script>:1:" + (script.indexOf(operator) + 2) + ": error: " + message;
    assertTrue(plan(script, Map.of()).contains(" w"), script);
    assertTrue(result.error() != null && result.error().contains(place), place + "\n" + result);
  }

  private static RunResult run(String script) {
    return ENGINE.run(script, Map.of(), config(1), Map.of());
  }

  @Test
  void sameBitsForAnyNumberOfThreads() {
    Map<String, Matrix> inputs = new LinkedHashMap<>();
    RandomMatrices large = new RandomMatrices(SEED);
    inputs.put("X", Form.CSR.of(large.dense(900, 700, 0.1)));
    inputs.put("U", large.dense(900, 9, 1));
    inputs.put("V", large.dense(700, 9, 1));
    String script =
        "a = sum((X != 0) * (X - U %*% t(V))^2)\n"
            + "b = sum((X * (U %*% t(V) - X)) %*% V)\n"
            + "c = sum(t(X * (U %*% t(V) - X)) %*% U)\n"
            + "d = sum((X - U %*% t(V))^2)\n"
            + "print(a); print(b); print(c); print(d)";
    RunResult one = ENGINE.run(script, Map.of(), config(1), inputs);
    assertEquals(one, ENGINE.run(script, Map.of(), config(2), inputs));
    assertEquals(0, one.exitCode(), one.toString());
  }
}
