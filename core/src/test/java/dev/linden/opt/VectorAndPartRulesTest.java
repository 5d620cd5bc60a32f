package dev.linden.opt;

import static dev.linden.opt.RuleTester.rule;

import dev.linden.opt.rule.BroadcastForRepeatedColumn;
import dev.linden.opt.rule.BroadcastForRepeatedRow;
import dev.linden.opt.rule.ColumnSumsForOnes;
import dev.linden.opt.rule.ColumnSumsOfScaledRows;
import dev.linden.opt.rule.FactorOutLeftOperand;
import dev.linden.opt.rule.FactorOutRightOperand;
import dev.linden.opt.rule.IndexOfCellwise;
import dev.linden.opt.rule.IndexOfProduct;
import dev.linden.opt.rule.IndexOfTranspose;
import dev.linden.opt.rule.LowerTriangleByMask;
import dev.linden.opt.rule.MergeScalarExtremes;
import dev.linden.opt.rule.MergeScalarFactors;
import dev.linden.opt.rule.RowSumsForOnes;
import dev.linden.opt.rule.RowSumsOfScaledColumns;
import dev.linden.opt.rule.SquareRootForPower;
import dev.linden.opt.rule.TransposeOfProduct;
import org.junit.jupiter.api.Test;

/** Rules for products with vectors, for parts of values and for scalars met twice. */
class VectorAndPartRulesTest {
  @Test
  void lowerTriangleByMask() {
    Rule rule = new LowerTriangleByMask();
    rule(rule)
        .given("X", 5, 5)
        .on("Y = X * cumsum(diag(matrix(1, nrow(X), 1)))")
        .becomes("Y = lower.tri(X, TRUE, TRUE)")
        .withSameNumbers();
    rule(rule)
        .given("X", 5, 5)
        .on("M = cumsum(diag(matrix(1, 5, 1))); Y = X * M; Z = M + 1")
        .doesNotFire();
    rule(rule).given("X", 5, 5).on("Y = X * cumsum(diag(matrix(2, 5, 1)))").doesNotFire();
    rule(rule).given("X", 1, 5).on("Y = X * cumsum(diag(matrix(1, 5, 1)))").doesNotFire();
  }

  @Test
  void sumsForOnes() {
    rule(new RowSumsForOnes())
        .given("X", 4, 7)
        .on("Y = X %*% matrix(1, 7, 1)")
        .becomes("Y = rowSums(X)")
        .withSameNumbers();
    rule(new RowSumsForOnes()).given("X", 4, 7).on("Y = X %*% matrix(1, 7, 2)").doesNotFire();
    rule(new RowSumsForOnes()).given("X", 4, 7).on("Y = X %*% matrix(2, 7, 1)").doesNotFire();
    rule(new RowSumsForOnes()).given("X", 4, 0).on("Y = X %*% matrix(1, 0, 1)").doesNotFire();
    rule(new ColumnSumsForOnes())
        .given("X", 4, 7)
        .on("Y = matrix(1, 1, 4) %*% X")
        .becomes("Y = colSums(X)")
        .withSameNumbers();
    rule(new ColumnSumsForOnes()).given("X", 4, 7).on("Y = matrix(1, 3, 4) %*% X").doesNotFire();
    rule(new ColumnSumsForOnes()).given("X").on("Y = matrix(1, 1, 4) %*% X").doesNotFire();
  }

  @Test
  void broadcastForRepeatedVectors() {
    rule(new BroadcastForRepeatedColumn())
        .given("X", 4, 7)
        .given("u", 4, 1)
        .on("Y = X - u %*% matrix(1, 1, 7)")
        .becomes("Y = X - u")
        .withSameResultButSignsOfZeros();
    rule(new BroadcastForRepeatedColumn())
        .given("X", 4, 7)
        .given("u", 4, 1)
        .on("Y = (u %*% matrix(1, 1, 7)) > X")
        .becomes("Y = u > X")
        .withSameResultButSignsOfZeros();
    rule(new BroadcastForRepeatedColumn())
        .given("X", 4, 7)
        .given("u", 4, 1)
        .on("Y = X / (u %*% matrix(1, 1, 7))")
        .doesNotFire();
    rule(new BroadcastForRepeatedColumn())
        .given("X", 1, 7)
        .given("u", 4, 1)
        .on("Y = X + u %*% matrix(1, 1, 7)")
        .doesNotFire();
    rule(new BroadcastForRepeatedRow())
        .given("X", 4, 7)
        .given("v", 1, 7)
        .on("Y = X * (matrix(1, 4, 1) %*% v)")
        .becomes("Y = X * v")
        .withSameNumbers();
    rule(new BroadcastForRepeatedRow())
        .given("X", 4, 7)
        .given("v", 1, 7)
        .on("P = matrix(1, 4, 1) %*% v; Y = X * P; Z = P + 1")
        .doesNotFire();
    rule(new BroadcastForRepeatedRow())
        .given("X", 4, 7)
        .given("v", 2, 7)
        .on("Y = X * (matrix(1, 4, 2) %*% v)")
        .doesNotFire();
  }

  @Test
  void sumsOfScaledMatrices() {
    rule(new RowSumsOfScaledColumns())
        .given("X", 4, 7)
        .given("v", 1, 7)
        .on("Y = rowSums(X * v)")
        .becomes("Y = X %*% t(v)")
        .withSameNumbers();
    rule(new RowSumsOfScaledColumns())
        .given("X", 4, 7)
        .given("v", 4, 1)
        .on("Y = rowSums(X * v)")
        .doesNotFire();
    rule(new RowSumsOfScaledColumns())
        .given("X", 4, 7)
        .given("v", 1, 7)
        .on("P = X * v; Y = rowSums(P); Z = P + 1")
        .doesNotFire();
    rule(new ColumnSumsOfScaledRows())
        .given("X", 4, 7)
        .given("u", 4, 1)
        .on("Y = colSums(u * X)")
        .becomes("Y = t(u) %*% X")
        .withSameNumbers();
    rule(new ColumnSumsOfScaledRows())
        .given("X", 4, 1)
        .given("u", 4, 1)
        .on("Y = colSums(u * X)")
        .doesNotFire();
  }

  @Test
  void factorsOfSumsOfProducts() {
    rule(new FactorOutLeftOperand())
        .given("A", 4, 7)
        .given("B", 7, 3)
        .given("C", 7, 3)
        .on("Y = A %*% B - A %*% C")
        .becomes("Y = A %*% (B - C)")
        .withSameNumbers();
    rule(new FactorOutLeftOperand())
        .given("A", 4, 7)
        .given("B", 7, 3)
        .given("C", 7, 1)
        .on("Y = A %*% B + A %*% C")
        .doesNotFire();
    rule(new FactorOutLeftOperand())
        .given("A", 4, 7)
        .given("B", 7, 3)
        .given("C", 7, 3)
        .on("P = A %*% B; Y = P + A %*% C; Z = P * 2")
        .doesNotFire();
    rule(new FactorOutRightOperand())
        .given("A", 7, 4)
        .given("B", 3, 7)
        .given("C", 3, 7)
        .on("Y = B %*% A + C %*% A")
        .becomes("Y = (B + C) %*% A")
        .withSameNumbers();
    rule(new FactorOutRightOperand())
        .given("A", 7, 4)
        .given("B", 3, 7)
        .given("C", 3, 4)
        .on("Y = B %*% A + C")
        .doesNotFire();
  }

  @Test
  void partsOfProducts() {
    Rule rule = new IndexOfProduct();
    rule(rule)
        .given("A", 4, 7)
        .given("B", 7, 5)
        .on("Y = A %*% B; Y = Y[2:3, 4]")
        .becomes("Y = A[2:3, 1:7] %*% B[1:7, 4:4]")
        .withSameNumbers();
    rule(rule)
        .given("A", 4, 7)
        .given("B", 7, 5)
        .on("Y = A %*% B; Y = Y[2, ]")
        .becomes("Y = A[2:2, 1:7] %*% B")
        .withSameNumbers();
    rule(rule).given("A", 4, 7).given("B", 7, 5).on("Y = A %*% B; Y = Y[1:4, 1:5]").doesNotFire();
    rule(rule)
        .given("A", 4, 7)
        .given("B", 7, 5)
        .on("P = A %*% B; Y = P[2, ]; Z = P + 1")
        .doesNotFire();
  }

  @Test
  void partsOfTransposes() {
    Rule rule = new IndexOfTranspose();
    rule(rule)
        .given("X", 4, 7)
        .on("Y = t(X); Y = Y[2:5, 3]")
        .becomes("Y = t(X[3:3, 2:5])")
        .withSameResult();
    rule(rule).given("X").on("Y = t(X); Y = Y[2:5, 3]").doesNotFire();
    rule(rule).given("X", 4, 7).on("Y = t(X); Y = Y[1:7, 1:4]").doesNotFire();
  }

  @Test
  void partsOfCellwise() {
    Rule rule = new IndexOfCellwise();
    rule(rule)
        .given("X", 4, 7)
        .on("Y = abs(X); Y = Y[1:2, 3]")
        .becomes("Y = abs(X[1:2, 3:3])")
        .withSameResult();
    rule(rule)
        .given("X", 4, 7)
        .given("Z", 4, 7)
        .on("Y = X - Z; Y = Y[2, ]")
        .becomes("Y = X[2:2, 1:7] - Z[2:2, 1:7]")
        .withSameResult();
    rule(rule)
        .given("X", 4, 7)
        .on("Y = 2 / X; Y = Y[2, ]")
        .becomes("Y = 2 / X[2:2, 1:7]")
        .withSameResultButSignsOfZeros();
    rule(rule)
        .given("X", 4, 7)
        .given("v", 1, 7)
        .on("Y = X + v; Y = Y[2:3, 2]")
        .becomes("Y = X[2:3, 2:2] + v[1:1, 2:2]")
        .withSameResult();
    rule(rule)
        .given("u", 4, 1)
        .given("v", 1, 7)
        .on("Y = u - v; Y = Y[1:2, 3]")
        .becomes("Y = u[1:2, 1:1] - v[1:1, 3:3]")
        .withSameResult();
    rule(rule)
        .given("X", 4, 7)
        .given("s", 1, 1)
        .on("Y = X * s; Y = Y[1:2, 3]")
        .becomes("Y = X[1:2, 3:3] * s");
    rule(rule).given("X", 4, 7).given("v").on("Y = X + v; Y = Y[2, ]").doesNotFire();
    rule(rule).given("X", 4, 7).on("Y = abs(X); Y = Y[1:3, ]").doesNotFire();
    rule(rule).given("X", 4, 7).on("A = abs(X); Y = A[1, ]; Z = A + 1").doesNotFire();
  }

  @Test
  void transposeOfProduct() {
    Rule rule = new TransposeOfProduct();
    rule(rule)
        .given("X", 7, 4)
        .given("Y", 7, 3)
        .on("Z = t(t(X) %*% Y)")
        .becomes("Z = t(Y) %*% X")
        .withSameNumbers();
    rule(rule)
        .given("X", 4, 7)
        .given("Y", 3, 7)
        .on("Z = t(X %*% t(Y))")
        .becomes("Z = Y %*% t(X)")
        .withSameNumbers();
    rule(rule).given("X", 7, 4).given("Y", 7, 1).on("Z = t(t(X) %*% Y)").doesNotFire();
    rule(rule)
        .given("X", 7, 4)
        .given("Y", 7, 3)
        .on("P = t(X) %*% Y; Z = t(P); W = P + 1")
        .doesNotFire();
  }

  @Test
  void scalarsMetTwice() {
    rule(new MergeScalarFactors())
        .given("X", 4, 7)
        .on("Y = (X * 4) * 0.5")
        .becomes("Y = X * 2.0")
        .withSameResult();
    rule(new MergeScalarFactors()).given("X", 4, 7).on("Y = (X * -4) * 0.5").doesNotFire();
    rule(new MergeScalarFactors()).given("X", 4, 7).on("Y = (X * 1e300) * 2").doesNotFire();
    rule(new MergeScalarExtremes())
        .given("X", 4, 7)
        .on("Y = max(max(X, -1), 0.5)")
        .becomes("Y = max(X, 0.5)")
        .withSameResult();
    rule(new MergeScalarExtremes()).given("X", 4, 7).on("Y = max(min(X, -1), 0.5)").doesNotFire();
    rule(new SquareRootForPower())
        .given("X", 4, 7)
        .on("Y = abs(X) ^ 0.5")
        .becomes("Y = sqrt(abs(X))")
        .withSameResult();
    rule(new SquareRootForPower()).given("X", 4, 7).on("Y = X ^ 0.5").doesNotFire();
  }
}
