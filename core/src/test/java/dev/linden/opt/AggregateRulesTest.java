package dev.linden.opt;

import static dev.linden.opt.RuleTester.rule;

import dev.linden.opt.rule.AggregateOfReverse;
import dev.linden.opt.rule.AggregateOfTranspose;
import dev.linden.opt.rule.ColumnAggregateOfColumn;
import dev.linden.opt.rule.ColumnAggregateOfReverse;
import dev.linden.opt.rule.ColumnAggregateOfRow;
import dev.linden.opt.rule.ColumnAggregateOfTranspose;
import dev.linden.opt.rule.CumulativeOfOneRow;
import dev.linden.opt.rule.ExtremeOfPartialExtremes;
import dev.linden.opt.rule.PartialSumsOfNegation;
import dev.linden.opt.rule.PartialSumsOfScaled;
import dev.linden.opt.rule.RowAggregateOfColumn;
import dev.linden.opt.rule.RowAggregateOfReverse;
import dev.linden.opt.rule.RowAggregateOfRow;
import dev.linden.opt.rule.RowAggregateOfTranspose;
import dev.linden.opt.rule.SuffixSums;
import dev.linden.opt.rule.SumOfAppended;
import dev.linden.opt.rule.SumOfConstantMatrix;
import dev.linden.opt.rule.SumOfCumulativeSum;
import dev.linden.opt.rule.SumOfDiagonalMatrix;
import dev.linden.opt.rule.SumOfNegation;
import dev.linden.opt.rule.SumOfPartialSums;
import dev.linden.opt.rule.SumOfScaled;
import dev.linden.opt.rule.TraceOfDiagonal;
import dev.linden.opt.rule.TraceOfTranspose;
import org.junit.jupiter.api.Test;

/** Rules on sums and other folds, and on running folds. */
class AggregateRulesTest {
  @Test
  void aggregateOfTranspose() {
    Rule rule = new AggregateOfTranspose();
    rule(rule).given("X", 4, 7).on("s = sum(t(X))").becomes("s = sum(X)").withSameResult();
    rule(rule)
        .given("X", 4, 7)
        .on("s = min(t(X)) + mean(t(X)) + sd(t(X))")
        .becomes("s = min(X) + mean(X) + sd(X)")
        .withSameResult();
    rule(rule).given("X", 4, 7).on("s = prod(t(X))").doesNotFire();
    rule(rule).given("X", 4, 7).given("Y", 4, 7).on("Z = min(t(X), t(Y))").doesNotFire();
  }

  @Test
  void aggregateOfReverse() {
    Rule rule = new AggregateOfReverse();
    rule(rule).given("X", 4, 7).on("s = sum(rev(X))").becomes("s = sum(X)").withSameResult();
    rule(rule).given("X", 4, 7).on("s = max(rev(X))").becomes("s = max(X)").withSameResult();
    rule(rule).given("X", 4, 7).on("s = prod(rev(X))").doesNotFire();
    rule(rule).given("X", 4, 1).given("Y", 4, 1).on("s = mean(rev(X), Y)").doesNotFire();
  }

  @Test
  void columnAggregateOfReverse() {
    Rule rule = new ColumnAggregateOfReverse();
    rule(rule)
        .given("X", 4, 7)
        .on("Y = colSums(rev(X))")
        .becomes("Y = colSums(X)")
        .withSameResult();
    rule(rule)
        .given("X", 4, 7)
        .on("Y = colMaxs(rev(X))")
        .becomes("Y = colMaxs(X)")
        .withSameResult();
    rule(rule).given("X", 4, 7).on("Y = colProds(rev(X))").doesNotFire();
  }

  @Test
  void rowAggregateOfReverse() {
    Rule rule = new RowAggregateOfReverse();
    rule(rule)
        .given("X", 4, 7)
        .on("Y = rowSums(rev(X))")
        .becomes("Y = rev(rowSums(X))")
        .withSameResult();
    rule(rule).given("X", 4, 7).on("R = rev(X); Y = rowSums(R)").doesNotFire();
  }

  @Test
  void columnAggregateOfTranspose() {
    Rule rule = new ColumnAggregateOfTranspose();
    rule(rule)
        .given("X", 4, 7)
        .on("Y = colSums(t(X))")
        .becomes("Y = t(rowSums(X))")
        .withSameResult();
    rule(rule)
        .given("X", 4, 7)
        .on("Y = colVars(t(X))")
        .becomes("Y = t(rowVars(X))")
        .withSameResult();
    rule(rule).given("X", 4, 7).on("T = t(X); Y = colSums(T)").doesNotFire();
  }

  @Test
  void rowAggregateOfTranspose() {
    Rule rule = new RowAggregateOfTranspose();
    rule(rule)
        .given("X", 4, 7)
        .on("Y = rowMeans(t(X))")
        .becomes("Y = t(colMeans(X))")
        .withSameResult();
    rule(rule)
        .given("X", 4, 7)
        .on("Y = rowMins(t(X))")
        .becomes("Y = t(colMins(X))")
        .withSameResult();
    rule(rule).given("X", 4, 7).on("Y = rowSums(X)").doesNotFire();
  }

  @Test
  void sumOfPartialSums() {
    Rule rule = new SumOfPartialSums();
    rule(rule).given("X", 4, 7).on("s = sum(rowSums(X))").becomes("s = sum(X)").withSameResult();
    rule(rule).given("X", 4, 7).on("s = sum(colSums(X))").becomes("s = sum(X)").withSameResult();
    rule(rule).given("X", 4, 7).on("R = rowSums(X); s = sum(R)").doesNotFire();
    rule(rule).given("X", 4, 7).on("s = sum(rowMeans(X))").doesNotFire();
  }

  @Test
  void extremeOfPartialExtremes() {
    Rule rule = new ExtremeOfPartialExtremes();
    rule(rule).given("X", 4, 7).on("s = min(rowMins(X))").becomes("s = min(X)").withSameResult();
    rule(rule).given("X", 4, 7).on("s = max(colMaxs(X))").becomes("s = max(X)").withSameResult();
    rule(rule).given("X", 4, 7).on("s = max(rowMins(X))").doesNotFire();
  }

  @Test
  void sumOfNegation() {
    Rule rule = new SumOfNegation();
    rule(rule).given("X", 4, 7).on("s = sum(-X)").becomes("s = 0 - sum(X)").withSameResult();
    rule(rule).given("X", 4, 7).on("s = mean(-X)").doesNotFire();
    rule(rule).given("X", 4, 7).on("N = -X; s = sum(N)").doesNotFire();
  }

  @Test
  void partialSumsOfNegation() {
    Rule rule = new PartialSumsOfNegation();
    rule(rule)
        .given("X", 4, 7)
        .on("Y = rowSums(-X)")
        .becomes("Y = 0 - rowSums(X)")
        .withSameResult();
    rule(rule)
        .given("X", 4, 7)
        .on("Y = colSums(-X)")
        .becomes("Y = 0 - colSums(X)")
        .withSameResult();
    rule(rule).given("X", 4, 7).on("Y = colMeans(-X)").doesNotFire();
    rule(rule).given("X", 4, 7).on("Y = rowMins(-X)").doesNotFire();
  }

  @Test
  void sumOfScaled() {
    Rule rule = new SumOfScaled();
    rule(rule).given("X", 4, 7).on("s = sum(X * 3)").becomes("s = 3 * sum(X)").withSameResult();
    rule(rule)
        .given("X", 4, 7)
        .on("s = mean(0.5 * X)")
        .becomes("s = 0.5 * mean(X)")
        .withSameResult();
    rule(rule).given("X", 4, 7).on("s = sum(X * -3)").doesNotFire();
    rule(rule).given("X", 4, 7).on("s = sum(X * 1e10)").doesNotFire();
    rule(rule).given("X", 4, 7).on("a = max(X); s = sum(X * a)").doesNotFire();
  }

  @Test
  void partialSumsOfScaled() {
    Rule rule = new PartialSumsOfScaled();
    rule(rule)
        .given("X", 4, 7)
        .on("Y = rowSums(X * 3)")
        .becomes("Y = 3 * rowSums(X)")
        .withSameResult();
    rule(rule)
        .given("X", 4, 7)
        .on("Y = colMeans(0.5 * X)")
        .becomes("Y = 0.5 * colMeans(X)")
        .withSameResult();
    rule(rule).given("X", 4, 7).on("Y = rowSums(X * 0)").doesNotFire();
  }

  @Test
  void suffixSums() {
    Rule rule = new SuffixSums();
    rule(rule)
        .given("X", 4, 7)
        .on("C = X > 0; Y = rev(cumsum(rev(C)))")
        .becomes("C = X > 0; Y = C + colSums(C) - cumsum(C)")
        .withSameResult();
    rule(rule).given("X", 4, 7).on("Y = rev(cumsum(rev(X)))").doesNotFire();
    rule(rule).given("X", 4, 7).on("R = rev(X > 0); Y = rev(cumsum(R))").doesNotFire();
  }

  @Test
  void traceOfTranspose() {
    Rule rule = new TraceOfTranspose();
    rule(rule).given("X", 5, 5).on("s = trace(t(X))").becomes("s = trace(X)").withSameResult();
    rule(rule).given("X").on("s = trace(t(X))").doesNotFire();
  }

  @Test
  void traceOfDiagonal() {
    Rule rule = new TraceOfDiagonal();
    rule(rule).given("X", 5, 5).on("s = sum(diag(X))").becomes("s = trace(X)").withSameResult();
    rule(rule).given("X", 5, 1).on("s = sum(diag(X))").doesNotFire();
    rule(rule).given("X", 1, 1).on("s = sum(diag(X))").doesNotFire();
    rule(rule).given("X").on("s = sum(diag(X))").doesNotFire();
  }

  @Test
  void sumOfDiagonalMatrix() {
    Rule rule = new SumOfDiagonalMatrix();
    rule(rule).given("X", 5, 1).on("s = sum(diag(X))").becomes("s = sum(X)").withSameResult();
    rule(rule).given("X", 5, 5).on("s = sum(diag(X))").doesNotFire();
  }

  @Test
  void sumOfConstantMatrix() {
    Rule rule = new SumOfConstantMatrix();
    rule(rule).on("s = sum(matrix(2, 3, 5))").becomes("s = 30.0").withSameResult();
    rule(rule).on("s = sum(matrix(\"1 2\", 1, 2))").doesNotFire();
    rule(rule).given("X", 4, 7).on("m = max(X); s = sum(matrix(m, 2, 2))").doesNotFire();
  }

  @Test
  void sumOfCumulativeSum() {
    Rule rule = new SumOfCumulativeSum();
    rule(rule)
        .given("X", 4, 7)
        .on("Y = colSums(cumsum(X))")
        .becomes("Y = colSums(X * seq(4, 1))")
        .withSameResult();
    rule(rule)
        .given("X", 4, 7)
        .on("s = sum(cumsum(X))")
        .becomes("s = sum(X * seq(4, 1))")
        .withSameResult();
    rule(rule).given("X").on("s = sum(cumsum(X))").doesNotFire();
    rule(rule).given("X", 4, 7).on("C = cumsum(X); s = sum(C)").doesNotFire();
  }

  @Test
  void cumulativeOfOneRow() {
    Rule rule = new CumulativeOfOneRow();
    rule(rule)
        .given("X", 1, 7)
        .on("Y = cumsum(X)")
        .becomes("Y = X")
        .withSameResultButSignsOfZeros();
    rule(rule).given("X", 1, 7).on("Y = cumprod(X)").becomes("Y = X").withSameResult();
    rule(rule).given("X", 1, 7).on("Y = cummax(X)").becomes("Y = X").withSameResult();
    rule(rule).given("X", 4, 7).on("Y = cumsum(X)").doesNotFire();
    rule(rule).given("X").on("Y = cumsum(X)").doesNotFire();
  }

  @Test
  void columnAggregateOfRow() {
    Rule rule = new ColumnAggregateOfRow();
    rule(rule)
        .given("X", 1, 7)
        .on("Y = colSums(X)")
        .becomes("Y = X")
        .withSameResultButSignsOfZeros();
    rule(rule).given("X", 1, 7).on("Y = colMins(X)").becomes("Y = X").withSameResult();
    rule(rule).given("X", 4, 7).on("Y = colSums(X)").doesNotFire();
    rule(rule).given("X", 1, 7).on("Y = colVars(X)").doesNotFire();
  }

  @Test
  void rowAggregateOfColumn() {
    Rule rule = new RowAggregateOfColumn();
    rule(rule)
        .given("X", 4, 1)
        .on("Y = rowSums(X)")
        .becomes("Y = X")
        .withSameResultButSignsOfZeros();
    rule(rule).given("X", 4, 1).on("Y = rowMaxs(X)").becomes("Y = X").withSameResult();
    rule(rule).given("X", 4, 7).on("Y = rowSums(X)").doesNotFire();
  }

  @Test
  void columnAggregateOfColumn() {
    Rule rule = new ColumnAggregateOfColumn();
    rule(rule)
        .given("X", 4, 1)
        .on("Y = colSums(X)")
        .becomes("Y = as.matrix(sum(X))")
        .withSameResult();
    rule(rule)
        .given("X", 4, 1)
        .on("Y = colMins(X)")
        .becomes("Y = as.matrix(min(X))")
        .withSameResult();
    rule(rule).given("X", 4, 7).on("Y = colSums(X)").doesNotFire();
    rule(rule).given("X", 4, 1).on("Y = colProds(X)").doesNotFire();
  }

  @Test
  void rowAggregateOfRow() {
    Rule rule = new RowAggregateOfRow();
    rule(rule)
        .given("X", 1, 7)
        .on("Y = rowSums(X)")
        .becomes("Y = as.matrix(sum(X))")
        .withSameResult();
    rule(rule)
        .given("X", 1, 7)
        .on("Y = rowSds(X)")
        .becomes("Y = as.matrix(sd(X))")
        .withSameResult();
    rule(rule).given("X").on("Y = rowSums(X)").doesNotFire();
  }

  @Test
  void sumOfAppended() {
    Rule rule = new SumOfAppended();
    rule(rule)
        .given("X", 4, 7)
        .given("Y", 4, 2)
        .on("s = sum(cbind(X, Y))")
        .becomes("s = sum(X) + sum(Y)")
        .withSameResult();
    rule(rule).given("X").given("Y").on("s = sum(cbind(X, Y))").doesNotFire();
    rule(rule).given("X", 4, 7).given("Y", 4, 7).on("s = sum(rbind(X, Y, X))").doesNotFire();
  }
}
