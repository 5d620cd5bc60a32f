package dev.linden.opt;

import static dev.linden.opt.RuleTester.pass;

import org.junit.jupiter.api.Test;

/** Passes over chains of products and over the control flow. */
class ProgramRewriteTest {
  private static RuleTester chain() {
    return pass(Optimizer.CHAIN_ORDERING);
  }

  private static RuleTester branches() {
    return pass(Optimizer.BRANCH_REMOVAL);
  }

  @Test
  void chainsBeginWithTheVector() {
    chain()
        .given("A", 9, 8)
        .given("B", 8, 7)
        .given("c", 7, 1)
        .on("Y = A %*% B %*% c")
        .becomes("Y = A %*% (B %*% c)")
        .withSameNumbers();
    chain()
        .given("a", 1, 9)
        .given("B", 9, 8)
        .given("C", 8, 7)
        .given("D", 7, 6)
        .on("Y = a %*% (B %*% (C %*% D))")
        .becomes("Y = a %*% B %*% C %*% D")
        .withSameNumbers();
  }

  @Test
  void theClassicExampleOfTheTextbooks() {
    chain()
        .given("A", 30, 35)
        .given("B", 35, 15)
        .given("C", 15, 5)
        .given("D", 5, 10)
        .given("E", 10, 20)
        .given("F", 20, 25)
        .on("Y = A %*% B %*% C %*% D %*% E %*% F")
        .becomes("Y = (A %*% (B %*% C)) %*% ((D %*% E) %*% F)");
  }

  @Test
  void nonZerosDecideBetweenEqualDimensions() {
    chain()
        .given("A", 100, 100)
        .given("B", 100, 100, 100)
        .given("C", 100, 100, 100)
        .on("Y = A %*% B %*% C")
        .becomes("Y = A %*% (B %*% C)");
  }

  @Test
  void chainsKeepWhatOthersNeedAndWhatIsUnknown() {
    chain()
        .given("A", 9, 8)
        .given("B", 8, 7)
        .given("c", 7, 1)
        .on("P = A %*% B; Y = P %*% c; Z = P + 1")
        .doesNotFire();
    chain().given("A").given("B").given("c").on("Y = A %*% B %*% c").doesNotFire();
    chain()
        .given("A", 9, 9)
        .given("B", 9, 9)
        .given("C", 9, 9)
        .on("Y = A %*% B %*% C")
        .doesNotFire();
  }

  @Test
  void constantPredicatesLeaveOneBranch() {
    branches()
        .given("X", 4, 7)
        .on("intercept = 0\nY = X\nif (intercept == 1) {\n Y = cbind(X, X[, 1])\n}\nZ = t(Y)")
        .becomes("Y = X\nZ = t(Y)")
        .withSameResult();
    branches()
        .given("X", 4, 7)
        .on(
            "Y = X\ns = 0.5\nif (TRUE) { Y = Y + 1; s = sum(Y) } else { Y = Y - 1; s = 2 }\nr = s * 2")
        .becomes("Y = X\nY = Y + 1; s = sum(Y)\nr = s * 2")
        .withSameResult();
  }

  @Test
  void branchesOfUnknownOutcomeStay() {
    branches().given("X", 4, 7).on("if (sum(X) > 0) { Y = X } else { Y = -X }").doesNotFire();
  }

  @Test
  void loopsWithoutIterationsVanish() {
    branches()
        .given("X", 4, 7)
        .on("s = sum(X)\nfor (i in seq(3, 1, 1)) { s = s + i }\nr = s * 2")
        .becomes("s = sum(X)\nr = s * 2")
        .withSameResult();
    branches()
        .given("X", 4, 7)
        .on("s = sum(X)\nwhile (FALSE) { s = s + 1 }\nr = s * 2")
        .becomes("s = sum(X)\nr = s * 2")
        .withSameResult();
    branches().given("X", 4, 7).on("s = 0.5\nfor (i in 3:1) { s = s + i }").doesNotFire();
    branches()
        .given("X", 4, 7)
        .on("n = as.integer(sum(X))\ns = 0.5\nfor (i in seq(3, n, 1)) { s = s + i }")
        .doesNotFire();
  }

  @Test
  void loopsThatDoNothingVanishUnlessTheirVariableIsRead() {
    branches()
        .given("X", 4, 7)
        .on("s = sum(X)\nfor (i in 1:3) { if (FALSE) { s = s + i } }\nr = s * 2")
        .becomes("s = sum(X)\nr = s * 2")
        .withSameResult();
    branches().given("X", 4, 7).on("for (i in 1:3) { }\nr = i * 2").doesNotFire();
  }
}
