package dev.linden.plan.physical;

import static dev.linden.testkit.Agreement.assertWithin;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.linden.matrix.Dense;
import dev.linden.matrix.Matrix;
import dev.linden.op.AggregateOps;
import dev.linden.op.Catalogue;
import dev.linden.op.Op;
import dev.linden.op.ProductOps;
import dev.linden.testkit.Agreement;
import dev.linden.testkit.EngineRunner;
import dev.linden.testkit.RandomMatrices;
import dev.linden.testkit.RandomMatrices.Form;
import dev.linden.testkit.RunConfig;
import dev.linden.testkit.RunResult;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Plans with physical products say what they should and compute what the script says. */
class PhysicalOperatorsTest {
  private static final RunConfig NONE =
      new RunConfig("none", Map.of("operators.off", "all"), Path.of(""));

  private static final String X_IS_USED_AGAIN = "\nprint(sum(X))";

  private final EngineRunner engine = new EngineRunner();
  private final RandomMatrices random = new RandomMatrices(77);

  private String plan(String script, RunConfig config, Map<String, Matrix> inputs) {
    return engine.explain("runtime", script, Map.of(), config, inputs);
  }

  private Map<String, Matrix> inputs(Form form) {
    Dense x = random.dense(70, 40, form == Form.DENSE ? 1 : 0.1);
    return Map.of(
        "X", form.of(x),
        "B", random.dense(70, 9, 1),
        "C", random.dense(12, 40, 0.5),
        "v", random.dense(40, 1, 1),
        "w", random.dense(70, 1, 1),
        "y", random.dense(70, 1, 1));
  }

  /** An operator and an expression that it stands for. */
  private static final Map<Op, String> EXPRESSIONS =
      Map.of(
          ProductOps.TSMM_LEFT, "t(X) %*% X",
          ProductOps.TSMM_RIGHT, "X %*% t(X)",
          ProductOps.CHAIN, "t(X) %*% (X %*% v)",
          ProductOps.WEIGHTED_CHAIN, "t(X) %*% ((X %*% v) * w)",
          ProductOps.RESIDUAL_CHAIN, "t(X) %*% (X %*% v - y)",
          ProductOps.TRANSPOSED_LEFT, "t(X) %*% B",
          ProductOps.TRANSPOSED_RIGHT, "C %*% t(X)",
          ProductOps.SELECTION, "removeEmpty(target=diag(w > 0.5), margin=\"rows\") %*% X");

  @Test
  void everyOperatorIsChosenUnlessSwitchedOff() {
    assertEquals(EXPRESSIONS.size(), ProductOps.PHYSICAL.size());
    Map<String, Matrix> inputs = inputs(Form.DENSE);
    EXPRESSIONS.forEach(
        (op, expression) -> {
          // not a sum, which would be pushed into products
          String script = "print(max(" + expression + "))" + X_IS_USED_AGAIN;
          String operator = " = " + op.name() + " ";
          assertTrue(plan(script, RunConfig.DEFAULT, inputs).contains(operator), expression);
          RunConfig off = new RunConfig("off", Map.of("operators.off", op.name()), Path.of(""));
          assertFalse(plan(script, off, inputs).contains(operator), expression);
          assertTrue(plan(script, NONE, inputs).contains(" = %*% "), expression);
        });
  }

  @Test
  void sumsOfSquaresAndProductsNeedNoMatrixOfThem() {
    Map<String, Matrix> inputs =
        Map.of(
            "X", random.dense(70, 40, 0.2),
            "Y", random.dense(70, 40, 1),
            "Z", Form.CSR.of(random.dense(70, 40, 0.3)));
    Map<Op, String> expressions =
        Map.of(
            AggregateOps.SUM_OF_SQUARES, "sum(X^2)",
            AggregateOps.ROW_SUMS_OF_SQUARES, "max(rowSums(Z^2))",
            AggregateOps.COL_SUMS_OF_SQUARES, "max(colSums(Y^2))",
            AggregateOps.SUM_OF_PRODUCT, "sum(Y * Z)",
            AggregateOps.SUM_OF_TRIPLE_PRODUCT, "sum(X * Y * Z)");
    expressions.forEach(
        (op, expression) -> {
          String script = "print(" + expression + ")";
          String operator = " = " + op.name() + " ";
          assertTrue(plan(script, RunConfig.DEFAULT, inputs).contains(operator), expression);
          assertFalse(plan(script, NONE, inputs).contains(operator), expression);
          RunResult plain = engine.run(script, Map.of(), NONE, inputs);
          RunResult fused = engine.run(script, Map.of(), RunConfig.DEFAULT, inputs);
          double expected = Double.parseDouble(plain.stdout().trim());
          double actual = Double.parseDouble(fused.stdout().trim());
          assertWithin(expected, actual, 1e-12 * Math.abs(expected), expression);
        });
    // a row that is repeated, and a product that is needed itself
    String broadcast = "print(sum(X * Y[1,]))";
    assertFalse(plan(broadcast, RunConfig.DEFAULT, inputs).contains("sum(A*B)"), broadcast);
    String used = "P = X * Y; print(sum(P)); print(max(P))";
    assertFalse(plan(used, RunConfig.DEFAULT, inputs).contains("sum(A*B)"), used);
  }

  @Test
  void scriptsCanNotNameThem() {
    for (Op op : ProductOps.PHYSICAL) {
      assertNull(Catalogue.find(op.name()), op.name());
      assertTrue(op.summary().endsWith("."), op.name());
    }
  }

  @Test
  void resultsAgreeWithThoseOfSingleSteps() {
    for (Form form : new Form[] {Form.DENSE, Form.CSR, Form.COO}) {
      Map<String, Matrix> inputs = inputs(form);
      EXPRESSIONS.forEach(
          (op, expression) -> {
            // weights of all cells, so that no error can hide in a sum
            String script =
                "R = "
                    + expression
                    + "\nE = abs(R)\nprint(sum(R * (seq(1, nrow(R)) %*% t(seq(1, ncol(R))))))\n"
                    + "print(sum(E * (seq(1, nrow(R)) %*% t(seq(1, ncol(R))))))";
            String[] expected = output(script, NONE, inputs).split("\n");
            String[] actual = output(script, RunConfig.DEFAULT, inputs).split("\n");
            double magnitude = 100 * Double.parseDouble(expected[1]);
            for (int i = 0; i < 2; i++) {
              assertTrue(
                  Agreement.agree(
                      Double.parseDouble(expected[i]),
                      Double.parseDouble(actual[i]),
                      70,
                      magnitude),
                  expression + " of " + form + ": " + expected[i] + " and " + actual[i]);
            }
          });
    }
  }

  private String output(String script, RunConfig config, Map<String, Matrix> inputs) {
    RunResult result = engine.run(script, Map.of(), config, inputs);
    assertNull(result.error(), () -> script + "\n" + result.error());
    return result.stdout();
  }

  @Test
  void errorsReadTheSameAndPointToTheSamePlace() {
    Map<String, Matrix> inputs = inputs(Form.DENSE);
    int failures = 0;
    for (String call :
        List.of("f(X, y, y)", "f(X, v, v)", "f(X, v, B)", "f(B, v, y)", "f(X[1, ], v, y)")) {
      for (String body :
          List.of(
              "t(M) %*% (M %*% p)",
              "t(M) %*% (k * (M %*% p))",
              "t(M) %*% (M %*% p - k)",
              "t(M) %*% p",
              "p %*% t(M)",
              "t(k) %*% (M %*% p)")) {
        String script =
            "f = function(matrix[double] M, matrix[double] p, matrix[double] k)"
                + " return (matrix[double] z) {\n  z = "
                + body
                + "\n}\nz = "
                + call
                + "\nprint(nrow(z))";
        RunResult expected = engine.run(script, Map.of(), NONE, inputs);
        RunResult actual = engine.run(script, Map.of(), RunConfig.DEFAULT, inputs);
        failures += expected.error() == null ? 0 : 1;
        assertEquals(expected.error(), actual.error(), script);
        assertEquals(expected.stdout(), actual.stdout(), script);
      }
    }
    assertTrue(failures >= 10, failures + " scripts fail");
  }
}
