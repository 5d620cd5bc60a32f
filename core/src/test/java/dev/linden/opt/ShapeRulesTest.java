package dev.linden.opt;

import static dev.linden.opt.RuleTester.rule;

import dev.linden.opt.rule.DropMatrixCast;
import dev.linden.opt.rule.DropReshapeToSameShape;
import dev.linden.opt.rule.DropReverseOfRow;
import dev.linden.opt.rule.DropScalarCast;
import dev.linden.opt.rule.DropSingleBind;
import dev.linden.opt.rule.DropTransposeOfCell;
import dev.linden.opt.rule.DropWholeAssignment;
import dev.linden.opt.rule.DropWholeIndexing;
import dev.linden.opt.rule.FillWholeMatrix;
import dev.linden.opt.rule.MatrixOfScalarOfMatrix;
import dev.linden.opt.rule.MergeIndexing;
import dev.linden.opt.rule.MergeTransposes;
import dev.linden.opt.rule.ReorganizeConstantMatrix;
import dev.linden.opt.rule.ScalarOfMatrixOfScalar;
import dev.linden.opt.rule.ShapeOfCellwise;
import dev.linden.opt.rule.ShapeOfTranspose;
import dev.linden.opt.rule.TransposeOfAppendedTransposes;
import dev.linden.opt.rule.TransposeOfCellwiseTranspose;
import dev.linden.opt.rule.TransposeOfDiagonalMatrix;
import org.junit.jupiter.api.Test;

/** Rules on casts, dimensions, moved cells and indexing. */
class ShapeRulesTest {
  @Test
  void shapeOfTranspose() {
    Rule rule = new ShapeOfTranspose();
    rule(rule).given("X").on("n = nrow(t(X)) + length(t(X))").becomes("n = ncol(X) + length(X)");
    rule(rule).given("X").on("n = ncol(t(X))").becomes("n = nrow(X)");
    rule(rule).given("X").on("n = nrow(X)").doesNotFire();
  }

  @Test
  void shapeOfCellwise() {
    Rule rule = new ShapeOfCellwise();
    rule(rule)
        .given("X")
        .on("n = nrow(exp(X)) + length(rev(X))")
        .becomes("n = nrow(X) + length(X)");
    rule(rule).given("X").given("Y").on("n = nrow(X + Y)").doesNotFire();
    rule(rule).given("X").given("b").on("n = nrow(log(X, as.scalar(b)))").doesNotFire();
  }

  @Test
  void dropMatrixCast() {
    Rule rule = new DropMatrixCast();
    rule(rule).given("X", 4, 7).on("Y = as.matrix(X)").becomes("Y = X").withSameResult();
    rule(rule).given("X", 4, 7).on("s = sum(X); Y = as.matrix(s)").doesNotFire();
  }

  @Test
  void dropScalarCast() {
    Rule rule = new DropScalarCast();
    rule(rule)
        .given("X", 4, 7)
        .on("s = sum(X); r = as.double(s)")
        .becomes("s = sum(X); r = s")
        .withSameResult();
    rule(rule).given("X", 4, 7).on("s = sum(X); r = as.integer(round(s))").doesNotFire();
  }

  @Test
  void scalarOfMatrixOfScalar() {
    Rule rule = new ScalarOfMatrixOfScalar();
    rule(rule)
        .given("X", 4, 7)
        .on("s = sum(X); r = as.scalar(as.matrix(s))")
        .becomes("s = sum(X); r = s")
        .withSameResult();
    rule(rule).given("X").on("r = as.scalar(as.matrix(nrow(X)))").becomes("r = as.double(nrow(X))");
    rule(rule).given("X", 1, 1).on("r = as.scalar(as.matrix(X))").doesNotFire();
  }

  @Test
  void matrixOfScalarOfMatrix() {
    Rule rule = new MatrixOfScalarOfMatrix();
    rule(rule).given("X", 1, 1).on("Y = as.matrix(as.scalar(X))").becomes("Y = X").withSameResult();
    rule(rule).given("X").on("Y = as.matrix(as.scalar(X))").doesNotFire();
  }

  @Test
  void dropSingleBind() {
    Rule rule = new DropSingleBind();
    rule(rule).given("X", 4, 7).on("Y = cbind(X)").becomes("Y = X").withSameResult();
    rule(rule).given("X", 4, 7).on("Y = rbind(X)").becomes("Y = X").withSameResult();
    rule(rule).given("X", 4, 7).given("Y", 4, 7).on("Z = cbind(X, Y)").doesNotFire();
    rule(rule).given("X", 4, 7).on("L = list(X); Y = cbind(L)").doesNotFire();
  }

  @Test
  void transposeOfCellwiseTranspose() {
    Rule rule = new TransposeOfCellwiseTranspose();
    rule(rule).given("X", 4, 7).on("Y = t(exp(t(X)))").becomes("Y = exp(X)").withSameResult();
    rule(rule).given("X", 4, 7).on("Y = t(log(t(X), 2))").becomes("Y = log(X, 2)").withSameResult();
    rule(rule).given("X", 4, 4).given("B", 4, 4).on("Y = t(log(t(X), B))").doesNotFire();
    rule(rule).given("X", 4, 7).on("E = exp(t(X)); Y = t(E)").doesNotFire();
    rule(rule).given("X", 4, 7).given("Y", 4, 7).on("Z = t(t(X) + t(Y))").doesNotFire();
  }

  @Test
  void reorganizeConstantMatrix() {
    Rule rule = new ReorganizeConstantMatrix();
    rule(rule).on("Y = t(matrix(3, 2, 5))").becomes("Y = matrix(3, 5, 2)").withSameResult();
    rule(rule).on("Y = rev(matrix(3, 2, 5))").becomes("Y = matrix(3, 2, 5)").withSameResult();
    rule(rule).on("Y = t(matrix(\"1 2\", 1, 2))").doesNotFire();
  }

  @Test
  void mergeTransposes() {
    Rule rule = new MergeTransposes();
    rule(rule)
        .given("X", 4, 7)
        .given("Y", 4, 7)
        .on("Z = t(X) + t(Y)")
        .becomes("Z = t(X + Y)")
        .withSameResult();
    rule(rule)
        .given("X", 4, 7)
        .given("Y", 4, 7)
        .on("Z = t(X) > t(Y)")
        .becomes("Z = t(X > Y)")
        .withSameResult();
    rule(rule).given("X").given("Y").on("Z = t(X) + t(Y)").doesNotFire();
    rule(rule).given("X", 4, 7).given("Y", 4, 7).on("T = t(X); Z = T + t(Y)").doesNotFire();
  }

  @Test
  void dropTransposeOfCell() {
    Rule rule = new DropTransposeOfCell();
    rule(rule).given("X", 1, 1).on("Y = t(X)").becomes("Y = X").withSameResult();
    rule(rule).given("X", 2, 1).on("Y = t(X)").doesNotFire();
    rule(rule).given("X").on("Y = t(X)").doesNotFire();
  }

  @Test
  void dropReverseOfRow() {
    Rule rule = new DropReverseOfRow();
    rule(rule).given("X", 1, 7).on("Y = rev(X)").becomes("Y = X").withSameResult();
    rule(rule).given("X", 4, 7).on("Y = rev(X)").doesNotFire();
  }

  @Test
  void dropReshapeToSameShape() {
    Rule rule = new DropReshapeToSameShape();
    rule(rule).given("X", 4, 7).on("Y = matrix(X, 4, 7)").becomes("Y = X").withSameResult();
    rule(rule).given("X", 4, 7).on("Y = matrix(X, 7, 4)").doesNotFire();
    rule(rule).given("X").on("Y = matrix(X, 4, 7)").doesNotFire();
  }

  @Test
  void transposeOfAppendedTransposes() {
    Rule rule = new TransposeOfAppendedTransposes();
    rule(rule)
        .given("X", 4, 7)
        .given("Y", 2, 7)
        .on("Z = t(cbind(t(X), t(Y)))")
        .becomes("Z = rbind(X, Y)")
        .withSameResult();
    rule(rule)
        .given("X", 4, 7)
        .given("Y", 4, 2)
        .on("Z = t(rbind(t(X), t(Y)))")
        .becomes("Z = cbind(X, Y)")
        .withSameResult();
    rule(rule).given("X", 4, 7).given("Y", 7, 2).on("Z = t(cbind(t(X), Y))").doesNotFire();
    rule(rule).given("X").given("Y").on("Z = t(cbind(t(X), t(Y)))").doesNotFire();
  }

  @Test
  void dropWholeIndexing() {
    Rule rule = new DropWholeIndexing();
    rule(rule).given("X", 4, 7).on("Y = X[1:4, 1:7]").becomes("Y = X").withSameResult();
    rule(rule).given("X", 1, 7).on("Y = X[1, ]").becomes("Y = X").withSameResult();
    rule(rule).given("X", 4, 7).on("Y = X[1:3, ]").doesNotFire();
    rule(rule).given("X").on("Y = X[1:4, 1:7]").doesNotFire();
    rule(rule).given("X", 1, 7).on("i = as.integer(sum(X)); Y = X[i, ]").doesNotFire();
  }

  @Test
  void dropWholeAssignment() {
    Rule rule = new DropWholeAssignment();
    rule(rule)
        .given("X", 4, 7)
        .given("Y", 4, 7)
        .on("X[1:4, 1:7] = Y")
        .becomes("X = Y")
        .withSameResult();
    rule(rule).given("X", 4, 7).given("Y", 4, 7).on("X[, ] = Y").becomes("X = Y").withSameResult();
    rule(rule).given("X", 4, 7).given("Y", 1, 7).on("X[2, ] = Y").doesNotFire();
    rule(rule).given("X").given("Y").on("X[1:4, 1:7] = Y").doesNotFire();
  }

  @Test
  void fillWholeMatrix() {
    Rule rule = new FillWholeMatrix();
    rule(rule)
        .given("X", 4, 7)
        .on("X[1:4, 1:7] = 3")
        .becomes("X = matrix(3, 4, 7)")
        .withSameResult();
    rule(rule)
        .given("X", 1, 7)
        .on("X[1, ] = 2.5")
        .becomes("X = matrix(2.5, 1, 7)")
        .withSameResult();
    rule(rule).given("X", 4, 7).on("X[1, ] = 3").doesNotFire();
    rule(rule).given("X").on("X[, ] = 3").doesNotFire();
  }

  @Test
  void mergeIndexing() {
    Rule rule = new MergeIndexing();
    rule(rule)
        .given("X", 9, 8)
        .on("X = X[2:7, 3:8]; X = X[2:3, ]")
        .becomes("X = X[3:4, 3:8]")
        .withSameResult();
    rule(rule)
        .given("X", 9, 8)
        .on("X = X[, 4]; X = X[2:3, 1]")
        .becomes("X = X[2:3, 4:4]")
        .withSameResult();
    rule(rule).given("X", 9, 8).on("P = X[2:7, ]; Y = P[2:3, ]").doesNotFire();
    rule(rule).given("X").on("X = X[2:7, ]; X = X[2:3, ]").doesNotFire();
  }

  @Test
  void transposeOfDiagonalMatrix() {
    Rule rule = new TransposeOfDiagonalMatrix();
    rule(rule).given("X", 5, 1).on("Y = t(diag(X))").becomes("Y = diag(X)").withSameResult();
    rule(rule)
        .given("X", 5, 1)
        .on("D = diag(X); Y = t(D); Z = D + 1")
        .becomes("D = diag(X); Y = D; Z = D + 1")
        .withSameResult();
    rule(rule).given("X", 5, 5).on("Y = t(diag(X))").doesNotFire();
    rule(rule).given("X").on("Y = t(diag(X))").doesNotFire();
  }
}
