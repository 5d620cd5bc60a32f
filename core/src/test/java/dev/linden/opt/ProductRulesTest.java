package dev.linden.opt;

import static dev.linden.opt.RuleTester.rule;

import dev.linden.opt.rule.ColumnSumsOfProduct;
import dev.linden.opt.rule.DiagonalOfProduct;
import dev.linden.opt.rule.DiagonalTimesMatrix;
import dev.linden.opt.rule.MatrixTimesDiagonal;
import dev.linden.opt.rule.MergeTransposesOfProduct;
import dev.linden.opt.rule.NegateProductLater;
import dev.linden.opt.rule.ProductWithOneByOne;
import dev.linden.opt.rule.RowSumsOfProduct;
import dev.linden.opt.rule.ScaleProductLater;
import dev.linden.opt.rule.SumOfProduct;
import dev.linden.opt.rule.TraceOfProduct;
import dev.linden.opt.rule.TransposeOfTransposedProduct;
import org.junit.jupiter.api.Test;

/** Rules on matrix products. */
class ProductRulesTest {
  @Test
  void traceOfProduct() {
    Rule rule = new TraceOfProduct();
    rule(rule)
        .given("A", 4, 7)
        .given("B", 7, 4)
        .on("s = trace(A %*% B)")
        .becomes("s = sum(A * t(B))")
        .withSameNumbers();
    rule(rule)
        .given("A", 4, 7)
        .given("B", 7, 4)
        .on("C = A %*% B; s = trace(C) + sum(C)")
        .doesNotFire();
    rule(rule).given("A").given("B").on("s = trace(A %*% B)").doesNotFire();
  }

  @Test
  void scaleProductLater() {
    Rule rule = new ScaleProductLater();
    rule(rule)
        .given("A", 4, 7)
        .given("B", 7, 2)
        .on("C = (3 * A) %*% B")
        .becomes("C = 3 * (A %*% B)")
        .withSameNumbers();
    rule(rule)
        .given("A", 2, 7)
        .given("B", 7, 4)
        .on("C = A %*% (B * 3)")
        .becomes("C = 3 * (A %*% B)")
        .withSameNumbers();
    rule(rule).given("A", 4, 2).given("B", 2, 7).on("C = (3 * A) %*% B").doesNotFire();
    rule(rule).given("A", 4, 7).given("B", 7, 2).on("C = (-3 * A) %*% B").doesNotFire();
  }

  @Test
  void negateProductLater() {
    Rule rule = new NegateProductLater();
    rule(rule)
        .given("A", 7, 4)
        .given("b", 7, 1)
        .on("C = (-t(A)) %*% b")
        .becomes("C = 0 - (t(A) %*% b)")
        .withSameNumbers();
    rule(rule).given("A", 4, 2).given("B", 2, 7).on("C = (-A) %*% B").doesNotFire();
    rule(rule).given("A").given("b").on("C = (-t(A)) %*% b").doesNotFire();
  }

  @Test
  void diagonalTimesMatrix() {
    Rule rule = new DiagonalTimesMatrix();
    rule(rule)
        .given("x", 5, 1)
        .given("Y", 5, 3)
        .on("Z = diag(x) %*% Y")
        .becomes("Z = x * Y")
        .withSameNumbers();
    rule(rule).given("x", 5, 5).given("Y", 5, 3).on("Z = x %*% Y").doesNotFire();
    rule(rule).given("x").given("Y").on("Z = diag(x) %*% Y").doesNotFire();
    rule(rule).given("x", 5, 1).given("Y", 5, 3).on("D = diag(x); Z = D %*% Y").doesNotFire();
  }

  @Test
  void matrixTimesDiagonal() {
    Rule rule = new MatrixTimesDiagonal();
    rule(rule)
        .given("X", 3, 5)
        .given("y", 5, 1)
        .on("Z = X %*% diag(y)")
        .becomes("Z = X * t(y)")
        .withSameNumbers();
    rule(rule).given("X", 3, 5).given("y", 5, 5).on("Z = X %*% y").doesNotFire();
  }

  @Test
  void diagonalOfProduct() {
    Rule rule = new DiagonalOfProduct();
    rule(rule)
        .given("A", 4, 7)
        .given("B", 7, 4)
        .on("d = diag(A %*% B)")
        .becomes("d = rowSums(A * t(B))")
        .withSameNumbers();
    rule(rule).given("A", 4, 7).given("B", 7, 1).on("D = diag(A %*% B)").doesNotFire();
    rule(rule).given("A", 4, 7).given("B", 7, 4).on("P = A %*% B; d = diag(P)").doesNotFire();
  }

  @Test
  void productWithOneByOne() {
    Rule rule = new ProductWithOneByOne();
    rule(rule)
        .given("A", 1, 1)
        .given("B", 1, 5)
        .on("C = A %*% B")
        .becomes("C = as.scalar(A) * B")
        .withSameNumbers();
    rule(rule)
        .given("A", 5, 1)
        .given("B", 1, 1)
        .on("C = A %*% B")
        .becomes("C = A * as.scalar(B)")
        .withSameNumbers();
    rule(rule).given("A", 5, 1).given("B", 1, 5).on("C = A %*% B").doesNotFire();
  }

  @Test
  void sumOfProduct() {
    Rule rule = new SumOfProduct();
    rule(rule)
        .given("A", 4, 7)
        .given("B", 7, 4)
        .on("s = sum(A %*% B)")
        .becomes("s = as.scalar(colSums(A) %*% rowSums(B))")
        .withSameNumbers();
    rule(rule).given("A").given("B").on("s = sum(A %*% B)").doesNotFire();
    rule(rule).given("A", 1, 5).given("B", 5, 1).on("s = sum(A %*% B)").doesNotFire();
    rule(rule).given("A", 4, 5).given("B", 5, 1).on("s = sum(A %*% B)").doesNotFire();
    rule(rule).given("A", 4, 7).given("B", 7, 4).on("P = A %*% B; s = sum(P)").doesNotFire();
  }

  @Test
  void columnSumsOfProduct() {
    Rule rule = new ColumnSumsOfProduct();
    rule(rule)
        .given("A", 4, 7)
        .given("B", 7, 4)
        .on("c = colSums(A %*% B)")
        .becomes("c = colSums(A) %*% B")
        .withSameNumbers();
    rule(rule).given("A", 1, 7).given("B", 7, 4).on("c = colSums(A %*% B)").doesNotFire();
  }

  @Test
  void rowSumsOfProduct() {
    Rule rule = new RowSumsOfProduct();
    rule(rule)
        .given("A", 4, 7)
        .given("B", 7, 4)
        .on("r = rowSums(A %*% B)")
        .becomes("r = A %*% rowSums(B)")
        .withSameNumbers();
    rule(rule).given("A", 4, 7).given("B", 7, 1).on("r = rowSums(A %*% B)").doesNotFire();
  }

  @Test
  void transposeOfTransposedProduct() {
    Rule rule = new TransposeOfTransposedProduct();
    rule(rule)
        .given("X", 7, 4)
        .given("Y", 3, 7)
        .on("Z = t(t(X) %*% t(Y))")
        .becomes("Z = Y %*% X")
        .withSameResult();
    rule(rule).given("X", 7, 4).given("Y", 7, 3).on("Z = t(t(X) %*% Y)").doesNotFire();
    rule(rule).given("X").given("Y").on("Z = t(t(X) %*% t(Y))").doesNotFire();
  }

  @Test
  void mergeTransposesOfProduct() {
    Rule rule = new MergeTransposesOfProduct();
    rule(rule)
        .given("X", 7, 4)
        .given("Y", 3, 7)
        .on("Z = t(X) %*% t(Y)")
        .becomes("Z = t(Y %*% X)")
        .withSameResult();
    rule(rule).given("X", 1, 9).given("Y", 9, 1).on("Z = t(X) %*% t(Y)").doesNotFire();
    rule(rule).given("X").given("Y").on("Z = t(X) %*% t(Y)").doesNotFire();
  }
}
