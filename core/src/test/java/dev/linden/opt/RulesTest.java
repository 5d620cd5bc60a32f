package dev.linden.opt;

import static dev.linden.opt.RuleTester.rule;

import dev.linden.opt.rule.DropDoubleNegation;
import dev.linden.opt.rule.DropDoubleTranspose;
import dev.linden.opt.rule.TraceOfProduct;
import org.junit.jupiter.api.Test;

class RulesTest {
  @Test
  void doubleTranspose() {
    rule(new DropDoubleTranspose()).given("X", 4, 7).on("Y = t(t(X))").becomes("Y = X");
    rule(new DropDoubleTranspose()).given("X").on("Y = t(t(X)) + 1").becomes("Y = X + 1");
    rule(new DropDoubleTranspose()).given("X", 4, 7).on("Y = t(X)").doesNotFire();
  }

  @Test
  void doubleNegation() {
    rule(new DropDoubleNegation()).given("X", 4, 7).on("Y = -(-X)").becomes("Y = X");
    rule(new DropDoubleNegation()).given("X", 4, 7).on("Y = -X").doesNotFire();
  }

  @Test
  void traceOfProduct() {
    rule(new TraceOfProduct())
        .given("A", 4, 7)
        .given("B", 7, 4)
        .on("s = trace(A %*% B)")
        .becomes("s = sum(A * t(B))");
    rule(new TraceOfProduct())
        .given("A", 4, 7)
        .given("B", 7, 4)
        .on("C = A %*% B; s = trace(C) + sum(C)")
        .doesNotFire();
  }
}
