package dev.linden.opt;

import static dev.linden.opt.RuleTester.pass;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.linden.matrix.Matrix;
import dev.linden.testkit.EngineRunner;
import dev.linden.testkit.RandomMatrices;
import dev.linden.testkit.RunConfig;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Passes over functions, blocks and loops: inlining, facts, common and invariant values. */
class WholeProgramTest {
  private static final Map<String, Matrix> INPUTS =
      Map.of(
          "X", new RandomMatrices(20).dense(20, 10, 1),
          "y", new RandomMatrices(21).dense(20, 1, 1));

  private static String explain(String script, String only) {
    RunConfig config = new RunConfig("passes", Map.of("opt.rules.only", only), Path.of(""));
    return new EngineRunner().explain("hops", script, Map.of(), config, INPUTS);
  }

  private static void fires(String pass, int times, String script) {
    String plan = explain(script, pass);
    assertTrue(plan.startsWith("rewrites: " + pass + " " + times), plan);
  }

  private static void doesNotFire(String pass, String script) {
    String plan = explain(script, pass);
    assertFalse(plan.startsWith("rewrites:"), plan);
  }

  // ---- inlining

  @Test
  void smallFunctionsAreInlined() {
    String f = "f = function(matrix[double] A, double s) return (double r) { r = sum(A) * s }\n";
    fires(Optimizer.INLINING, 2, f + "print(f(X, 2))\nprint(f(y, 3.5))");
    pass(Optimizer.INLINING)
        .given("X", 4, 7)
        .on(f + "a = f(X, 2.0)\nb = f(X, a)")
        .becomes(f + "a = sum(X) * 2.0\nb = sum(X) * a")
        .withSameResult();
  }

  @Test
  void bodiesWithControlFlowAreInlined() {
    String f =
        """
        f = function(matrix[double] A, double s) return (matrix[double] B, double n) {
          B = A
          n = 0.5
          while (n < 3) {
            B = B * s
            n = n + 1
          }
          if (sum(B) > 0) { B = B - 1 }
        }
        """;
    fires(Optimizer.INLINING, 1, f + "[B, n] = f(X, 2)\nprint(sum(B) + n)");
    pass(Optimizer.INLINING)
        .given("X", 4, 7)
        .on(f + "k = sum(X)\nz = k + 1\n[C, n] = f(X, k)\nr = k + n + z\nX = X + 1\nD = C + X")
        .withSameResult();
  }

  @Test
  void callsThatTheRunMustCheckStay() {
    String recursive =
        "f = function(int n) return (int r) { if (n > 0) { r = f(n - 1) } else { r = 0 } }\n";
    doesNotFire(Optimizer.INLINING, recursive + "print(f(3))");
    // A double may not fit an int parameter.
    String typed = "f = function(int n) return (int r) { r = n + 1 }\n";
    doesNotFire(Optimizer.INLINING, typed + "print(f(sum(X)))");
    // Perhaps there is no result, or no argument.
    String partial =
        "f = function(matrix[double] A) return (double r) { if (sum(A) > 0) { r = 1 } }\n";
    doesNotFire(Optimizer.INLINING, partial + "print(f(X))");
    String unused = "f = function(double a) return (double r) { r = 1 }\n";
    doesNotFire(Optimizer.INLINING, unused + "if (sum(X) > 0) { z = 1.5 }\nprint(f(z))");
    // Called twice and not small.
    String large =
        "f = function(matrix[double] A) return (double r) { r = sum(A)"
            + " + r / 2 + 1".repeat(10).replace("r", "sum(A)")
            + " }\n";
    doesNotFire(Optimizer.INLINING, large + "print(f(X))\nprint(f(y))");
  }

  // ---- functions

  @Test
  void unusedFunctionsAreDropped() {
    String f = "f = function(double a) return (double r) { r = a }\n";
    fires(Optimizer.DEAD_FUNCTIONS, 1, f + "print(sum(X))");
    doesNotFire(Optimizer.DEAD_FUNCTIONS, f + "print(f(sum(X)))");
    String byName = "f = function(matrix[double] A) return (matrix[double] B) { B = A }\n";
    doesNotFire(Optimizer.DEAD_FUNCTIONS, byName + "s = \"f\"\nprint(sum(eval(s, X)))");
  }

  @Test
  void whatAllCallsAgreeOnReachesTheFunction() {
    String f = "f = function(matrix[double] A, int k) return (matrix[double] B) { B = t(A) * k }\n";
    String plan = explain(f + "print(sum(f(X, 3)) + sum(f(X + 1, 3)))", Optimizer.FUNCTION_FACTS);
    assertTrue(plan.startsWith("rewrites: FunctionFacts 2"), plan);
    assertTrue(plan.contains("t (1)  matrix 10x20"), plan);
    assertTrue(plan.contains("* (2) 3 "), plan);
    assertTrue(plan.contains("call f (1) 3  matrix 10x20"), plan);
  }

  @Test
  void whatCallsDisagreeOnDoesNot() {
    String f = "f = function(matrix[double] A, int k) return (matrix[double] B) { B = t(A) * k }\n";
    String plan = explain(f + "print(sum(f(X, 3)) + sum(f(y, 4)))", Optimizer.FUNCTION_FACTS);
    assertTrue(plan.contains("A  matrix 20x?"), plan);
    assertTrue(plan.contains("k  int"), plan);
    String byName = "f = function(matrix[double] A) return (matrix[double] B) { B = t(A) }\n";
    plan =
        explain(byName + "s = \"f\"\nprint(sum(f(X)) + sum(eval(s, y)))", Optimizer.FUNCTION_FACTS);
    assertTrue(plan.contains("A  matrix ?x?"), plan);
  }

  @Test
  void sizesCrossBranchesOnlyIfTheyAgreeAndLoopsOnlyIfTheyStay() {
    String f =
        """
        f = function(matrix[double] A) return (matrix[double] B, matrix[double] C, matrix[double] D) {
          B = A
          C = A
          if (sum(A) > 0) { B = A + 1; C = t(A) }
          D = A
          while (sum(D) < 100 & nrow(D) < 50) { D = rbind(D, A + 1) }
        }
        """;
    String plan =
        explain(
            f + "[P, Q, R] = f(X)\nprint(sum(P))\nprint(sum(Q))\nprint(sum(R))\n",
            Optimizer.FUNCTION_FACTS);
    assertTrue(plan.contains("call f (1)  matrix 20x10"), plan);
    assertTrue(plan.contains("result 2 (2)  matrix ?x?"), plan);
    assertTrue(plan.contains("result 3 (2)  matrix ?x10"), plan);
  }

  @Test
  void assignmentsTellTheSizeOfWhatTheyAssign() {
    String f = "f = function(list[unknown] L) return (matrix[double] B) { B = as.matrix(L[1]) }\n";
    String plan =
        explain(
            f + "Z = X\nr = f(list(X))\nZ[2,] = r\nif (sum(Z) > 0) { print(sum(r)) }",
            Optimizer.FUNCTION_FACTS);
    assertTrue(plan.contains("r  matrix 1x10"), plan);
  }

  // ---- values across blocks

  @Test
  void valuesThatSeveralBlocksNeedAreComputedOnce() {
    String script =
        "a = sum(t(X) %*% X)\n"
            + "if (a > 1) { print(max(t(X) %*% X)) } else { print(min(t(X) %*% X)) }";
    fires(Optimizer.COMMON_ACROSS_BLOCKS, 2, script);
    doesNotFire(
        Optimizer.COMMON_ACROSS_BLOCKS,
        "a = sum(t(X) %*% X)\nwhile (a > 1) { a = a / 2; X = X + 1 }\nprint(max(t(X) %*% X))");
    // A branch need not be taken, and a transpose is no work.
    doesNotFire(
        Optimizer.COMMON_ACROSS_BLOCKS,
        "if (sum(X) > 1) { print(max(t(X) %*% X)) }\nprint(min(t(X) %*% X))");
    doesNotFire(Optimizer.COMMON_ACROSS_BLOCKS, "a = max(y + 1)\nif (a > 1) { print(min(y + 1)) }");
    pass(Optimizer.COMMON_ACROSS_BLOCKS)
        .given("X", 14, 7)
        .on(
            "a = sum(t(X) %*% X)\nb = a\nif (a > 1) { b = max(t(X) %*% X); X = X + 1 }\n"
                + "c = sum(t(X) %*% X)")
        .withSameResult();
  }

  @Test
  void invariantValuesLeaveLoops() {
    String loop = "s = 0.5\nfor (i in 1:3) { s = s + sum(t(X) %*% X) / i }\nprint(s)";
    fires(Optimizer.LOOP_INVARIANTS, 1, loop);
    String nested = "s = 0.5\nfor (i in 1:3) { for (j in 1:i) { s = s + sum(X ^ 2) } }\nprint(s)";
    String plan = explain(nested, Optimizer.LOOP_INVARIANTS);
    assertTrue(plan.startsWith("rewrites: LoopInvariants 2"), plan);
    assertTrue(plan.indexOf("sum ") < plan.indexOf("FOR"), plan);
    pass(Optimizer.LOOP_INVARIANTS)
        .given("X", 14, 7)
        .on(loop.replace("print(s)", ""))
        .withSameResult();
  }

  @Test
  void whatChangesOrMayFailOrIsCheapStaysInTheLoop() {
    String pass = Optimizer.LOOP_INVARIANTS;
    doesNotFire(pass, "s = 0.5\nfor (i in 1:3) { s = s + sum(X); X = X + 1 }\nprint(s)");
    doesNotFire(pass, "s = 0.5\nfor (i in 1:3) { if (s > 9) { s = s + sum(X ^ 2) } }\nprint(s)");
    String hide =
        "f = function(list[unknown] L) return (matrix[double] B) { B = as.matrix(L[1]) }\n";
    doesNotFire(
        pass, hide + "A = f(list(X))\nfor (i in seq(1, sum(y), 1)) { print(sum(A %*% A)) }");
    assertEquals(
        -1, explain("for (i in 1:3) { print(sum(t(X) * i)) }", pass).indexOf("invariant@"));
  }
}
