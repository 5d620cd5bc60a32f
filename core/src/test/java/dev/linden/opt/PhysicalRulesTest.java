package dev.linden.opt;

import static dev.linden.opt.RuleTester.rule;

import dev.linden.plan.physical.Chain;
import dev.linden.plan.physical.PhysicalRule;
import dev.linden.plan.physical.ResidualChain;
import dev.linden.plan.physical.SelectionOfRows;
import dev.linden.plan.physical.SingleCell;
import dev.linden.plan.physical.SumOfProduct;
import dev.linden.plan.physical.SumOfSquares;
import dev.linden.plan.physical.SumOfTripleProduct;
import dev.linden.plan.physical.TransposedLeft;
import dev.linden.plan.physical.TransposedRight;
import dev.linden.plan.physical.TsmmLeft;
import dev.linden.plan.physical.TsmmRight;
import dev.linden.plan.physical.WeightedChain;
import org.junit.jupiter.api.Test;

/** Rules of physical operators: that they fire, that they do not, and that results agree. */
class PhysicalRulesTest {
  private static RuleTester given(PhysicalRule rule) {
    return rule(rule)
        .given("X", 7, 4)
        .given("Y", 7, 4)
        .given("Z", 7, 4)
        .given("v", 4, 1)
        .given("V", 4, 6)
        .given("w", 7, 1)
        .given("r", 1, 4);
  }

  @Test
  void singleCells() {
    given(new SingleCell()).on("s = as.scalar(X[2,3])").becomes("X[i,j]").withSameResult();
    given(new SingleCell()).on("s = as.scalar(X[2:2,3])").doesNotFire();
  }

  @Test
  void sumsOfSquares() {
    given(new SumOfSquares()).on("s = sum(X^2)").becomes("sum(X^2)").withSameResult();
    given(new SumOfSquares()).on("s = rowSums(X^2)").becomes("rowSums(X^2)").withSameResult();
    given(new SumOfSquares()).on("s = colSums(X^2)").becomes("colSums(X^2)").withSameResult();
    given(new SumOfSquares()).on("s = sum(X^3)").doesNotFire();
    given(new SumOfSquares()).on("A = X^2; s = sum(A)").doesNotFire();
  }

  @Test
  void sumsOfProducts() {
    given(new SumOfProduct()).on("s = sum(X * Y)").becomes("sum(A*B)").withSameNumbers();
    given(new SumOfProduct()).on("s = sum(X * r)").doesNotFire();
    given(new SumOfProduct()).on("A = X * Y; s = sum(A)").doesNotFire();
    given(new SumOfTripleProduct())
        .on("s = sum(X * Y * Z)")
        .becomes("sum(A*B*C)")
        .withSameNumbers();
    given(new SumOfTripleProduct()).on("s = sum(X * Y * r)").doesNotFire();
    given(new SumOfTripleProduct()).on("A = X * Y; s = sum(A * Z)").doesNotFire();
  }

  @Test
  void selectionsOfRows() {
    given(new SelectionOfRows())
        .on("S = removeEmpty(target=diag(w), margin=\"rows\") %*% X")
        .becomes("removeEmpty(diag(v))%*%X")
        .withSameNumbers();
    given(new SelectionOfRows())
        .on("S = removeEmpty(target=diag(w), margin=\"cols\") %*% X[1:1,]")
        .doesNotFire();
  }

  @Test
  void productsOfMatricesWithThemselves() {
    given(new TsmmLeft()).on("S = t(X) %*% X").becomes("t(X)%*%X").withSameNumbers();
    given(new TsmmLeft()).on("S = t(X) %*% Y").doesNotFire();
    given(new TsmmRight()).on("S = X %*% t(X)").becomes("X%*%t(X)").withSameNumbers();
    given(new TsmmRight()).on("S = X %*% t(Y)").doesNotFire();
  }

  @Test
  void chains() {
    given(new Chain()).on("S = t(X) %*% (X %*% v)").becomes("t(X)%*%(X%*%v)").withSameNumbers();
    given(new Chain()).on("S = t(X) %*% (X %*% V)").doesNotFire();
    given(new Chain()).on("A = X %*% v; S = t(X) %*% A").doesNotFire();
    given(new WeightedChain())
        .on("S = t(X) %*% (w * (X %*% v))")
        .becomes("t(X)%*%(w*(X%*%v))")
        .withSameNumbers();
    given(new WeightedChain())
        .on("S = t(X) %*% ((X %*% v) * w)")
        .becomes("t(X)%*%(w*(X%*%v))")
        .withSameNumbers();
    given(new WeightedChain()).on("S = t(X) %*% (w * (X %*% V))").doesNotFire();
    given(new ResidualChain())
        .on("S = t(X) %*% (X %*% v - w)")
        .becomes("t(X)%*%((X%*%v)-y)")
        .withSameNumbers();
    given(new ResidualChain()).on("S = t(X) %*% (w - X %*% v)").doesNotFire();
  }

  @Test
  void transposedOperands() {
    given(new TransposedLeft()).on("S = t(X) %*% Y").becomes("t(A)%*%B").withSameNumbers();
    given(new TransposedLeft()).on("T = t(X); S = T %*% Y").doesNotFire();
    given(new TransposedRight()).on("S = X %*% t(Y)").becomes("A%*%t(B)").withSameNumbers();
    given(new TransposedRight()).on("T = t(Y); S = X %*% T").doesNotFire();
  }
}
