package dev.linden.opt;

import static dev.linden.opt.RuleTester.rule;

import dev.linden.opt.rule.AbsOfNonNegative;
import dev.linden.opt.rule.AbsorbingLogic;
import dev.linden.opt.rule.AddNegation;
import dev.linden.opt.rule.CellwiseOfConstantMatrix;
import dev.linden.opt.rule.ChooseKnownBranch;
import dev.linden.opt.rule.ComplementEquality;
import dev.linden.opt.rule.DropDivideByOne;
import dev.linden.opt.rule.DropDoubleNegation;
import dev.linden.opt.rule.DropDoubleNot;
import dev.linden.opt.rule.DropDoubleReverse;
import dev.linden.opt.rule.DropDoubleTranspose;
import dev.linden.opt.rule.DropMinusZero;
import dev.linden.opt.rule.DropPairOfNegations;
import dev.linden.opt.rule.DropPlusZero;
import dev.linden.opt.rule.DropPowerOne;
import dev.linden.opt.rule.DropRepeatedFunction;
import dev.linden.opt.rule.DropRoundingOfInteger;
import dev.linden.opt.rule.DropTimesOne;
import dev.linden.opt.rule.EvenFunctionOfNegation;
import dev.linden.opt.rule.FactorOutOfDifference;
import dev.linden.opt.rule.FactorOutOfProductMinus;
import dev.linden.opt.rule.FactorOutOfSum;
import dev.linden.opt.rule.IfelseOfSame;
import dev.linden.opt.rule.NegateForMinusOne;
import dev.linden.opt.rule.NeutralLogic;
import dev.linden.opt.rule.PowerZero;
import dev.linden.opt.rule.ReciprocalForPower;
import dev.linden.opt.rule.RecognizeSigmoid;
import dev.linden.opt.rule.RecognizeSign;
import dev.linden.opt.rule.ScalarForConstantMatrix;
import dev.linden.opt.rule.ScaledRandom;
import dev.linden.opt.rule.SquareOfNegation;
import dev.linden.opt.rule.SquareOfSame;
import dev.linden.opt.rule.SubtractNegation;
import dev.linden.opt.rule.SumOfSame;
import org.junit.jupiter.api.Test;

/** Rules on cell-wise operators and scalars. */
class CellwiseRulesTest {
  @Test
  void dropDoubleTranspose() {
    Rule rule = new DropDoubleTranspose();
    rule(rule).given("X", 4, 7).on("Y = t(t(X))").becomes("Y = X").withSameResult();
    rule(rule).given("X").on("Y = t(t(X)) + 1").becomes("Y = X + 1");
    rule(rule).given("X", 4, 7).on("Y = t(X)").doesNotFire();
  }

  @Test
  void dropDoubleReverse() {
    Rule rule = new DropDoubleReverse();
    rule(rule).given("X", 4, 7).on("Y = rev(rev(X))").becomes("Y = X").withSameResult();
    rule(rule).given("X", 4, 7).on("Y = rev(X)").doesNotFire();
  }

  @Test
  void dropDoubleNegation() {
    Rule rule = new DropDoubleNegation();
    rule(rule).given("X", 4, 7).on("Y = -(-X)").becomes("Y = X").withSameResult();
    rule(rule).given("X", 4, 7).on("Y = -X").doesNotFire();
    rule(rule).given("X", 4, 7).on("s = sum(X); r = -(-s)").doesNotFire();
  }

  @Test
  void dropTimesOne() {
    Rule rule = new DropTimesOne();
    rule(rule).given("X", 4, 7).on("Y = X * 1").becomes("Y = X").withSameResult();
    rule(rule).given("X", 4, 7).on("Y = 1 * X").becomes("Y = X").withSameResult();
    rule(rule).given("X", 4, 7).on("Y = X * 2").doesNotFire();
    rule(rule).given("X", 4, 7).on("b = sum(X) > 0; r = b * 1").doesNotFire();
  }

  @Test
  void dropDivideByOne() {
    Rule rule = new DropDivideByOne();
    rule(rule).given("X", 4, 7).on("Y = X / 1").becomes("Y = X").withSameResult();
    rule(rule).given("X", 4, 7).on("Y = 1 / X").doesNotFire();
  }

  @Test
  void dropMinusZero() {
    Rule rule = new DropMinusZero();
    rule(rule).given("X", 4, 7).on("Y = X - 0").becomes("Y = X").withSameResult();
    rule(rule).given("X", 4, 7).on("Y = 0 - X").doesNotFire();
    rule(rule).given("X", 4, 7).on("Y = X - (-0.0)").doesNotFire();
  }

  @Test
  void dropPlusZero() {
    Rule rule = new DropPlusZero();
    rule(rule)
        .given("X", 4, 7)
        .given("Y", 4, 7)
        .on("Z = (X > Y) + 0")
        .becomes("Z = X > Y")
        .withSameResult();
    rule(rule).given("X", 4, 7).on("Y = 0 + X ^ 2").becomes("Y = X ^ 2").withSameResult();
    rule(rule).given("X", 4, 7).on("Y = X + 0").doesNotFire();
    rule(rule).given("X", 4, 7).on("Y = -(X ^ 2) + 0").doesNotFire();
  }

  @Test
  void dropPowerOne() {
    Rule rule = new DropPowerOne();
    rule(rule).given("X", 4, 7).on("Y = X ^ 1").becomes("Y = X").withSameResult();
    rule(rule).given("X", 4, 7).on("Y = X ^ 2").doesNotFire();
  }

  @Test
  void negateForMinusOne() {
    Rule rule = new NegateForMinusOne();
    rule(rule).given("X", 4, 7).on("Y = X * -1").becomes("Y = -X").withSameResult();
    rule(rule).given("X", 4, 7).on("Y = -1 * X").becomes("Y = -X").withSameResult();
    rule(rule).given("X", 4, 7).on("Y = X / -1").becomes("Y = -X").withSameResult();
    rule(rule).given("X", 4, 7).on("Y = -1 / X").doesNotFire();
  }

  @Test
  void dropPairOfNegations() {
    Rule rule = new DropPairOfNegations();
    rule(rule)
        .given("X", 4, 7)
        .given("Y", 4, 7)
        .on("Z = (-X) * (-Y)")
        .becomes("Z = X * Y")
        .withSameNumbers();
    rule(rule)
        .given("X", 4, 7)
        .given("Y", 7, 3)
        .on("Z = (-X) %*% (-Y)")
        .becomes("Z = X %*% Y")
        .withSameNumbers();
    rule(rule).given("X", 4, 7).given("Y", 4, 7).on("Z = (-X) * Y").doesNotFire();
    rule(rule).given("X", 4, 7).given("Y", 4, 7).on("Z = (-X) / (-Y)").doesNotFire();
  }

  @Test
  void addNegation() {
    Rule rule = new AddNegation();
    rule(rule)
        .given("X", 4, 7)
        .given("Y", 4, 7)
        .on("Z = X + (-Y)")
        .becomes("Z = X - Y")
        .withSameResult();
    rule(rule)
        .given("X", 4, 7)
        .given("Y", 4, 7)
        .on("Z = (-X) + Y")
        .becomes("Z = Y - X")
        .withSameResult();
    rule(rule).given("X", 4, 7).given("Y", 4, 7).on("Z = X + Y").doesNotFire();
    rule(rule).given("X", 4, 7).given("Y", 4, 7).on("z = sum(X) + (-sum(Y))").doesNotFire();
  }

  @Test
  void subtractNegation() {
    Rule rule = new SubtractNegation();
    rule(rule)
        .given("X", 4, 7)
        .given("Y", 4, 7)
        .on("Z = X - (-Y)")
        .becomes("Z = X + Y")
        .withSameResult();
    rule(rule).given("X", 4, 7).given("Y", 4, 7).on("Z = (-X) - Y").doesNotFire();
  }

  @Test
  void evenFunctionOfNegation() {
    Rule rule = new EvenFunctionOfNegation();
    rule(rule).given("X", 4, 7).on("Y = abs(-X)").becomes("Y = abs(X)").withSameResult();
    rule(rule)
        .given("X", 4, 7)
        .on("Y = is.nan(-X) + is.infinite(-X)")
        .becomes("Y = is.nan(X) + is.infinite(X)")
        .withSameResult();
    rule(rule).given("X", 4, 7).on("Y = cos(-X)").becomes("Y = cos(X)").withSameResult();
    rule(rule).given("X", 4, 7).on("Y = sign(-X)").doesNotFire();
  }

  @Test
  void squareOfNegation() {
    Rule rule = new SquareOfNegation();
    rule(rule).given("X", 4, 7).on("Y = (-X) ^ 2").becomes("Y = X ^ 2").withSameResult();
    rule(rule).given("X", 4, 7).on("Y = (-X) ^ 3").doesNotFire();
  }

  @Test
  void dropRepeatedFunction() {
    Rule rule = new DropRepeatedFunction();
    rule(rule).given("X", 4, 7).on("Y = abs(abs(X))").becomes("Y = abs(X)").withSameResult();
    rule(rule).given("X", 4, 7).on("Y = round(round(X))").becomes("Y = round(X)").withSameResult();
    rule(rule).given("X", 4, 7).on("Y = sign(sign(X))").becomes("Y = sign(X)").withSameResult();
    rule(rule).given("X", 4, 7).on("Y = abs(round(X))").doesNotFire();
  }

  @Test
  void dropRoundingOfInteger() {
    Rule rule = new DropRoundingOfInteger();
    rule(rule).given("X", 4, 7).on("Y = floor(round(X))").becomes("Y = round(X)").withSameResult();
    rule(rule).given("X", 4, 7).on("Y = ceil(floor(X))").becomes("Y = floor(X)").withSameResult();
    rule(rule).given("X", 4, 7).on("Y = round(floor(X))").doesNotFire();
  }

  @Test
  void absOfNonNegative() {
    Rule rule = new AbsOfNonNegative();
    rule(rule).given("X", 4, 7).on("Y = abs(X ^ 2)").becomes("Y = X ^ 2").withSameResult();
    rule(rule).given("X", 4, 7).on("Y = abs(exp(X))").becomes("Y = exp(X)").withSameResult();
    rule(rule)
        .given("X", 4, 7)
        .given("Y", 4, 7)
        .on("Z = abs(X > Y)")
        .becomes("Z = X > Y")
        .withSameResult();
    rule(rule).given("X", 4, 7).on("Y = abs(X ^ 3)").doesNotFire();
    rule(rule).given("X", 4, 7).on("Y = abs(sqrt(X))").doesNotFire();
  }

  @Test
  void sumOfSame() {
    Rule rule = new SumOfSame();
    rule(rule).given("X", 4, 7).on("Y = X + X").becomes("Y = 2 * X").withSameResult();
    rule(rule)
        .given("X", 4, 7)
        .on("Y = exp(X) + exp(X)")
        .becomes("Y = 2 * exp(X)")
        .withSameResult();
    rule(rule).given("X", 4, 7).given("Y", 4, 7).on("Z = X + Y").doesNotFire();
  }

  @Test
  void squareOfSame() {
    Rule rule = new SquareOfSame();
    rule(rule).given("X", 4, 7).on("Y = X * X").becomes("Y = X ^ 2").withSameResult();
    rule(rule).given("X", 4, 7).given("Y", 4, 7).on("Z = X * Y").doesNotFire();
  }

  @Test
  void factorOutOfDifference() {
    Rule rule = new FactorOutOfDifference();
    rule(rule)
        .given("X", 4, 7)
        .given("Y", 4, 7)
        .on("P = sigmoid(X); Z = P - P * Y")
        .becomes("P = sigmoid(X); Z = P * (1 - Y)")
        .withSameResultButSignsOfZeros();
    rule(rule)
        .given("X", 4, 7)
        .on("P = sigmoid(X); Z = P - X * P")
        .becomes("P = sigmoid(X); Z = P * (1 - X)")
        .withSameResultButSignsOfZeros();
    rule(rule).given("X", 4, 7).given("Y", 4, 7).on("Z = X - X * Y").doesNotFire();
    rule(rule)
        .given("X", 4, 7)
        .given("Y", 4, 7)
        .on("P = sigmoid(X); Q = P * Y; Z = P - Q")
        .doesNotFire();
  }

  @Test
  void factorOutOfProductMinus() {
    Rule rule = new FactorOutOfProductMinus();
    rule(rule)
        .given("X", 4, 7)
        .given("Y", 4, 7)
        .on("P = sigmoid(X); Z = P * Y - P")
        .becomes("P = sigmoid(X); Z = P * (Y - 1)")
        .withSameResultButSignsOfZeros();
    rule(rule)
        .given("X", 4, 7)
        .given("Y", 4, 7)
        .on("P = sigmoid(X); Z = Y * P - P")
        .becomes("P = sigmoid(X); Z = P * (Y - 1)")
        .withSameResultButSignsOfZeros();
    rule(rule).given("X", 4, 7).given("Y", 4, 7).on("Z = X * Y - X").doesNotFire();
  }

  @Test
  void factorOutOfSum() {
    Rule rule = new FactorOutOfSum();
    rule(rule)
        .given("X", 4, 7)
        .given("Y", 4, 7)
        .on("P = sigmoid(X); Z = P + P * Y")
        .becomes("P = sigmoid(X); Z = P * (1 + Y)")
        .withSameResultButSignsOfZeros();
    rule(rule)
        .given("X", 4, 7)
        .given("Y", 4, 7)
        .on("P = sigmoid(X); Z = Y * P + P")
        .becomes("P = sigmoid(X); Z = P * (1 + Y)")
        .withSameResultButSignsOfZeros();
    rule(rule).given("X", 4, 7).given("Y", 4, 7).on("Z = X + X * Y").doesNotFire();
  }

  @Test
  void recognizeSigmoid() {
    Rule rule = new RecognizeSigmoid();
    rule(rule)
        .given("X", 4, 7)
        .on("Y = 1 / (1 + exp(-X))")
        .becomes("Y = sigmoid(X)")
        .withSameResult();
    rule(rule)
        .given("X", 4, 7)
        .on("Y = 1 / (exp(-X) + 1)")
        .becomes("Y = sigmoid(X)")
        .withSameResult();
    rule(rule).given("X", 4, 7).on("Y = 1 / (1 + exp(X))").doesNotFire();
    rule(rule).given("X", 4, 7).on("Y = 2 / (1 + exp(-X))").doesNotFire();
  }

  @Test
  void recognizeSign() {
    Rule rule = new RecognizeSign();
    rule(rule)
        .given("X", 4, 7)
        .given("Y", 4, 7)
        .on("S = (X > 0) + (Y > 1); Z = (S > 0) - (S < 0)")
        .becomes("S = (X > 0) + (Y > 1); Z = sign(S)")
        .withSameResult();
    rule(rule).given("X", 4, 7).on("Y = (X > 0) - (X < 0)").doesNotFire();
  }

  @Test
  void complementEquality() {
    Rule rule = new ComplementEquality();
    rule(rule)
        .given("X", 4, 7)
        .given("Y", 4, 7)
        .on("Z = !(X == Y)")
        .becomes("Z = X != Y")
        .withSameResult();
    rule(rule)
        .given("X", 4, 7)
        .given("Y", 4, 7)
        .on("Z = !(X != Y)")
        .becomes("Z = X == Y")
        .withSameResult();
    rule(rule)
        .given("X", 4, 7)
        .given("Y", 4, 7)
        .on("b = !(sum(X) == sum(Y))")
        .becomes("b = sum(X) != sum(Y)")
        .withSameResult();
    rule(rule).given("X", 4, 7).given("Y", 4, 7).on("Z = !(X < Y)").doesNotFire();
  }

  @Test
  void dropDoubleNot() {
    Rule rule = new DropDoubleNot();
    rule(rule)
        .given("X", 4, 7)
        .given("Y", 4, 7)
        .on("Z = !(!(X > Y))")
        .becomes("Z = X > Y")
        .withSameResult();
    rule(rule).given("X", 4, 7).on("Y = !(!X)").becomes("Y = X != 0").withSameResult();
    rule(rule)
        .given("X", 4, 7)
        .on("b = sum(X) > 0; d = !(!b)")
        .becomes("b = sum(X) > 0; d = b")
        .withSameResult();
    rule(rule).given("X", 4, 7).on("Y = !X").doesNotFire();
  }

  @Test
  void neutralLogic() {
    Rule rule = new NeutralLogic();
    rule(rule)
        .given("X", 4, 7)
        .on("b = sum(X) > 1; d = b & TRUE")
        .becomes("b = sum(X) > 1; d = b")
        .withSameResult();
    rule(rule)
        .given("X", 4, 7)
        .on("b = sum(X) > 1; d = FALSE | b")
        .becomes("b = sum(X) > 1; d = b")
        .withSameResult();
    rule(rule).given("X", 4, 7).on("Y = X & TRUE").doesNotFire();
  }

  @Test
  void absorbingLogic() {
    Rule rule = new AbsorbingLogic();
    rule(rule)
        .given("X", 4, 7)
        .on("b = sum(X) > 1; d = b & FALSE")
        .becomes("b = sum(X) > 1; d = FALSE")
        .withSameResult();
    rule(rule).given("X", 4, 7).on("d = TRUE | (sum(X) > 1)").becomes("d = TRUE").withSameResult();
    rule(rule)
        .given("X", 4, 7)
        .on("i = as.integer(sum(X)); d = (i %/% 0 > 1) & FALSE")
        .doesNotFire();
    rule(rule).given("X", 4, 7).on("b = sum(X) > 1; d = b & (max(X) > 2)").doesNotFire();
  }

  @Test
  void scaledRandom() {
    Rule rule = new ScaledRandom();
    rule(rule)
        .on("Y = rand(rows=3, cols=4, min=-1, max=1, seed=7) * 7")
        .becomes("Y = rand(rows=3, cols=4, min=-7.0, max=7.0, seed=7)")
        .withSameResult();
    rule(rule)
        .on("Y = 0.5 * rand(rows=3, cols=4)")
        .becomes("Y = rand(rows=3, cols=4, min=0.0, max=0.5)")
        .withSameResult();
    rule(rule).on("Y = rand(rows=3, cols=4, seed=7) * -2").doesNotFire();
    rule(rule).on("R = rand(rows=3, cols=4, seed=7); Y = R * 2").doesNotFire();
    rule(rule).on("Y = rand(rows=3, cols=4, pdf=\"normal\", seed=7) * 2").doesNotFire();
  }

  @Test
  void reciprocalForPower() {
    Rule rule = new ReciprocalForPower();
    rule(rule).given("X", 4, 7).on("Y = X ^ -1").becomes("Y = 1 / X").withSameResult();
    rule(rule).given("X", 4, 7).on("Y = X ^ -2").doesNotFire();
  }

  @Test
  void powerZero() {
    Rule rule = new PowerZero();
    rule(rule).given("X", 4, 7).on("Y = X ^ 0").becomes("Y = matrix(1, 4, 7)").withSameResult();
    rule(rule).given("X").on("Y = X ^ 0").doesNotFire();
  }

  @Test
  void cellwiseOfConstantMatrix() {
    Rule rule = new CellwiseOfConstantMatrix();
    rule(rule).on("Y = sqrt(matrix(4, 3, 2))").becomes("Y = matrix(2.0, 3, 2)").withSameResult();
    rule(rule).on("Y = -matrix(1, 3, 2)").becomes("Y = matrix(-1.0, 3, 2)").withSameResult();
    rule(rule).on("Y = -matrix(0, 3, 2)").doesNotFire();
    rule(rule).on("Y = abs(matrix(\"1 2\", 1, 2))").doesNotFire();
  }

  @Test
  void scalarForConstantMatrix() {
    Rule rule = new ScalarForConstantMatrix();
    rule(rule).given("X", 4, 7).on("Y = matrix(1, 4, 7) / X").becomes("Y = 1 / X").withSameResult();
    rule(rule).given("X", 4, 7).on("Y = X - matrix(3, 4, 7)").becomes("Y = X - 3").withSameResult();
    rule(rule).given("X", 4, 7).on("Y = X > matrix(1, 1, 7)").becomes("Y = X > 1").withSameResult();
    rule(rule).given("X", 4, 7).on("Y = matrix(0, 4, 7) * X").doesNotFire();
    rule(rule).given("X", 1, 7).on("Y = matrix(2, 4, 7) * X").doesNotFire();
    rule(rule).given("X").on("Y = matrix(2, 4, 7) * X").doesNotFire();
  }

  @Test
  void chooseKnownBranch() {
    Rule rule = new ChooseKnownBranch();
    rule(rule)
        .given("X", 4, 7)
        .given("Y", 4, 7)
        .on("Z = ifelse(TRUE, X, Y)")
        .becomes("Z = X")
        .withSameResult();
    rule(rule)
        .given("X", 4, 7)
        .on("s = sum(X); r = ifelse(FALSE, 1.5, s)")
        .becomes("s = sum(X); r = s")
        .withSameResult();
    rule(rule).given("X", 4, 7).given("Y", 4, 7).on("Z = ifelse(X > 0, X, Y)").doesNotFire();
    rule(rule).given("X", 4, 7).on("Z = ifelse(TRUE, 1, X)").doesNotFire();
    rule(rule).given("X", 4, 7).on("s = sum(X); r = ifelse(TRUE, 1, s)").doesNotFire();
  }

  @Test
  void ifelseOfSame() {
    Rule rule = new IfelseOfSame();
    rule(rule)
        .given("X", 4, 7)
        .given("Y", 4, 7)
        .on("Z = ifelse(X > 0, Y, Y)")
        .becomes("Z = Y")
        .withSameResult();
    rule(rule).given("X", 4, 7).given("Y", 1, 1).on("Z = ifelse(X > 0, Y, Y)").doesNotFire();
  }
}
