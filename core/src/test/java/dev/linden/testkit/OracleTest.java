package dev.linden.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.linden.base.Source;
import dev.linden.lang.Syntaxes;
import dev.linden.lang.ast.Ast;
import dev.linden.testkit.OracleArithmetic.Doubt;
import dev.linden.testkit.OracleValue.Atom;
import dev.linden.testkit.OracleValue.Grid;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class OracleTest {
  @Test
  void finalVariablesAndOutputAreKept() {
    Oracle.Result result = run("A = X %*% t(X)\nn = nrow(A) + 1\nprint(sum(A))");
    assertEquals(Grid.of(2, 2, 5, 11, 11, 25), result.variables().get("A"));
    assertEquals(Atom.of(3L), result.variables().get("n"));
    assertEquals("52.0\n", result.output());
    assertEquals(Set.of(), result.doubts());
  }

  @Test
  void mistakesAreErrors() {
    for (String script :
        new String[] {
          "print(X[3,1])",
          "B = X + matrix(1,3,3)",
          "print(y)",
          "stop(\"x\")",
          "s = -TRUE",
          "B = X %*% 2",
          "a = as.scalar(X)",
          "X[1,] = matrix(1,1,3)",
          "a = 5 %/% 0"
        }) {
      assertThrows(OracleError.class, () -> run(script), script);
    }
    assertThrows(OracleError.Unsupported.class, () -> run("F = as.frame(X)"));
  }

  @Test
  void openQuestionsAreDoubts() {
    assertEquals(Set.of(Doubt.ABSORBED_BY_ZERO), run("A = (X * 0) * NaN").doubts());
    assertEquals(Set.of(Doubt.OVERFLOW), run("A = X * 1e200 * 1e200").doubts());
    assertEquals(Set.of(Doubt.SIGN_OF_ZERO), run("A = 1 / -(-(X * 0))").doubts());
    assertEquals(Set.of(Doubt.SIGN_OF_ZERO), run("A = 1 / -(X * 0)").doubts());
    String product = "P = matrix(0, 1, 1) %*% matrix(-1, 1, 2)\n";
    String text = "b = \"\" + as.scalar(P[1, 2]) > \"/\"";
    assertEquals(Set.of(Doubt.SIGN_OF_ZERO), run(product + text).doubts());
    assertEquals(Set.of(), run("a = 0 * NaN").doubts());
  }

  @Test
  void aPerturbedRunChangesInexactResultsOnly() {
    String script = "a = sum(X) / 3\nb = sum(X * 0.5) == 5\nprint(b)\nprint(a * 3 == sum(X))";
    Oracle.Result plain = run(script);
    Oracle.Result perturbed =
        Oracle.run(parse(script), Map.of(), inputs(), OracleArithmetic.Perturbation.THERE);
    assertNotEquals(plain.variables().get("a"), perturbed.variables().get("a"));
    assertEquals(Atom.of(true), perturbed.variables().get("b"));
    assertNotEquals(plain.output(), perturbed.output());
  }

  private static Oracle.Result run(String script) {
    return Oracle.run(parse(script), Map.of(), inputs());
  }

  private static Map<String, Grid> inputs() {
    return Map.of("X", Grid.of(2, 2, 1, 2, 3, 4));
  }

  private static Ast.Script parse(String script) {
    return Syntaxes.parse(new Source("<script>", script));
  }
}
