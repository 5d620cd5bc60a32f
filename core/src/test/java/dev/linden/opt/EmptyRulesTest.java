package dev.linden.opt;

import static dev.linden.opt.RuleTester.rule;

import dev.linden.opt.rule.EmptyAggregate;
import dev.linden.opt.rule.EmptyCellwise;
import dev.linden.opt.rule.EmptyFactor;
import dev.linden.opt.rule.EmptyIndexing;
import dev.linden.opt.rule.EmptyPartialAggregate;
import dev.linden.opt.rule.EmptyProduct;
import dev.linden.opt.rule.EmptyReorganization;
import dev.linden.opt.rule.EmptySummand;
import org.junit.jupiter.api.Test;

/** Rules on matrices that are known to hold zeros only. */
class EmptyRulesTest {
  @Test
  void emptyAggregate() {
    Rule rule = new EmptyAggregate();
    rule(rule).given("X", 4, 7, 0).on("s = sum(X)").becomes("s = 0.0");
    rule(rule)
        .on("O = matrix(0, 4, 7); s = sum(O) + min(O)")
        .becomes("O = matrix(0, 4, 7); s = 0.0")
        .withSameResult();
    rule(rule).given("X", 4, 7).on("s = sum(X)").doesNotFire();
    rule(rule).on("O = matrix(0, 0, 3); s = max(O)").doesNotFire();
  }

  @Test
  void emptyPartialAggregate() {
    Rule rule = new EmptyPartialAggregate();
    rule(rule)
        .on("O = matrix(0, 4, 7); c = colSums(O); r = rowMaxs(O)")
        .becomes("O = matrix(0, 4, 7); c = matrix(0, 1, 7); r = matrix(0, 4, 1)")
        .withSameResult();
    rule(rule).given("X", 4, 7).on("c = colSums(X)").doesNotFire();
  }

  @Test
  void emptyCellwise() {
    Rule rule = new EmptyCellwise();
    rule(rule)
        .on("O = matrix(0, 4, 7); Y = round(O) + abs(O)")
        .becomes("O = matrix(0, 4, 7); Y = O + O")
        .withSameResult();
    rule(rule)
        .on("O = matrix(0, 4, 7); Y = -O")
        .becomes("O = matrix(0, 4, 7); Y = O")
        .withSameResultButSignsOfZeros();
    rule(rule).on("O = matrix(0, 4, 7); Y = exp(O)").doesNotFire();
    rule(rule).given("X", 4, 7).on("Y = round(X)").doesNotFire();
  }

  @Test
  void emptyReorganization() {
    Rule rule = new EmptyReorganization();
    rule(rule)
        .on("O = matrix(0, 4, 7); Y = t(O)")
        .becomes("O = matrix(0, 4, 7); Y = matrix(0, 7, 4)")
        .withSameResult();
    rule(rule)
        .on("O = matrix(0, 4, 7); Y = rev(O)")
        .becomes("O = matrix(0, 4, 7); Y = matrix(0, 4, 7)")
        .withSameResult();
    rule(rule).given("X", 4, 7).on("Y = t(X)").doesNotFire();
  }

  @Test
  void emptyIndexing() {
    Rule rule = new EmptyIndexing();
    rule(rule)
        .on("O = matrix(0, 4, 7); Y = O[2:3, 4]")
        .becomes("O = matrix(0, 4, 7); Y = matrix(0, 2, 1)")
        .withSameResult();
    rule(rule)
        .given("X", 4, 7)
        .on("O = matrix(0, 4, 7); i = as.integer(sum(X)); Y = O[i, ]")
        .doesNotFire();
    rule(rule).given("X", 4, 7).on("Y = X[2:3, ]").doesNotFire();
  }

  @Test
  void emptySummand() {
    Rule rule = new EmptySummand();
    rule(rule)
        .given("X", 4, 7)
        .on("O = matrix(0, 4, 7); Y = O + X")
        .becomes("O = matrix(0, 4, 7); Y = X")
        .withSameResultButSignsOfZeros();
    rule(rule)
        .given("X", 4, 7)
        .on("O = matrix(0, 4, 7); Y = X + O")
        .becomes("O = matrix(0, 4, 7); Y = X")
        .withSameResultButSignsOfZeros();
    rule(rule)
        .given("X", 4, 7)
        .on("O = matrix(0, 4, 7); Y = X - O")
        .becomes("O = matrix(0, 4, 7); Y = X")
        .withSameResultButSignsOfZeros();
    rule(rule).given("X", 4, 7).on("O = matrix(0, 4, 7); Y = O - X").doesNotFire();
    rule(rule).given("X", 1, 7).on("O = matrix(0, 4, 7); Y = O + X").doesNotFire();
  }

  @Test
  void emptyFactor() {
    Rule rule = new EmptyFactor();
    rule(rule)
        .given("X", 4, 7)
        .on("O = matrix(0, 4, 7); Y = O * X")
        .becomes("O = matrix(0, 4, 7); Y = matrix(0, 4, 7)")
        .withSameNumbers();
    rule(rule)
        .given("X", 4, 7)
        .on("O = matrix(0, 4, 7); s = sum(X); Y = O * s")
        .becomes("O = matrix(0, 4, 7); s = sum(X); Y = matrix(0, 4, 7)")
        .withSameNumbers();
    rule(rule).given("X").on("O = matrix(0, 4, 7); Y = O * X").doesNotFire();
    rule(rule).given("X", 4, 7).on("Y = X * 0").doesNotFire();
    rule(rule)
        .given("X", 4, 7)
        .on("O = matrix(0, 4, 7); i = as.integer(sum(X)); Y = O * X[i:(i+3), ]")
        .doesNotFire();
  }

  @Test
  void emptyProduct() {
    Rule rule = new EmptyProduct();
    rule(rule)
        .given("X", 7, 3)
        .on("O = matrix(0, 4, 7); Y = O %*% X")
        .becomes("O = matrix(0, 4, 7); Y = matrix(0, 4, 3)")
        .withSameNumbers();
    rule(rule)
        .given("X", 3, 4)
        .on("O = matrix(0, 4, 7); Y = X %*% O")
        .becomes("O = matrix(0, 4, 7); Y = matrix(0, 3, 7)")
        .withSameNumbers();
    rule(rule).given("X").on("O = matrix(0, 4, 7); Y = O %*% X").doesNotFire();
    rule(rule).given("X", 7, 3).given("Y", 4, 7).on("Z = Y %*% X").doesNotFire();
  }
}
