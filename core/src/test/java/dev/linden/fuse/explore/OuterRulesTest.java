package dev.linden.fuse.explore;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.linden.op.Info;
import dev.linden.op.Size;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Candidates of outer products that a sparse matrix drives. */
class OuterRulesTest {
  private static final Map<String, Info> INPUTS =
      Map.of(
          "U", Info.matrix(2000, 10),
          "V", Info.matrix(3000, 10),
          "S", Info.matrix(Size.of(2000, 3000, 6000)),
          "D", Info.matrix(2000, 3000));

  private static boolean lastHasOuter(String expression) {
    return Candidates.of("x = " + expression, INPUTS).stream()
        .findFirst()
        .filter(line -> line.contains(" O("))
        .isPresent();
  }

  @Test
  void productsOfTallMatricesBegin() {
    OuterRules rules = new OuterRules();
    assertTrue(rules.opens(Candidates.value("x = U %*% t(V)", INPUTS)));
    assertFalse(rules.opens(Candidates.value("x = t(U) %*% U", INPUTS)));
  }

  @Test
  void aSparseMatrixDrives() {
    assertTrue(lastHasOuter("sum(S * (U %*% t(V)))"));
    assertTrue(lastHasOuter("(S * (U %*% t(V))) %*% V"));
    assertTrue(lastHasOuter("sum(S * log(U %*% t(V) + 1e-15))"));
  }

  @Test
  void withoutDriverThereIsNone() {
    assertFalse(lastHasOuter("sum(D * (U %*% t(V)))"), "dense");
    assertFalse(lastHasOuter("sum(S + (U %*% t(V)))"), "cells where S is zero count");
  }

  @Test
  void zerosOfWhichMatrix() {
    assertEquals(1, zeros("S * D"));
    assertEquals(0, zeros("S + D"));
    assertEquals(0, zeros("S + 1"));
    assertEquals(1, zeros("S * 2"));
    assertEquals(1, zeros("sqrt(S)"));
    assertEquals(0, zeros("exp(S)"));
  }

  private static int zeros(String expression) {
    return Zeros.of(
            Candidates.value("x = " + expression, INPUTS),
            x -> Zeros.isSparse(x) ? Set.of(x) : Set.of())
        .size();
  }
}
