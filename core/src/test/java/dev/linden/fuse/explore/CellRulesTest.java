package dev.linden.fuse.explore;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.linden.op.Info;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Candidates of cell-wise operators. */
class CellRulesTest {
  private static final Map<String, Info> INPUTS =
      Map.of("X", Info.matrix(100, 50), "Y", Info.matrix(100, 50), "r", Info.matrix(1, 50));

  private static boolean opens(String expression) {
    return new CellRules().opens(Candidates.value("x = " + expression, INPUTS));
  }

  @Test
  void cellwiseOperatorsAndSumsBegin() {
    assertTrue(opens("exp(X)"));
    assertTrue(opens("X * Y"));
    assertTrue(opens("colSums(X)"));
    assertFalse(opens("t(X)"));
    assertFalse(opens("X %*% t(Y)"));
  }

  @Test
  void aChainEndsWithItsSum() {
    assertEquals(
        List.of("4 sum: C(3)", "3 *: C(-1,-1) C(1,-1)", "1 exp: C(-1)"),
        Candidates.of("x = sum(exp(X) * Y)", INPUTS));
  }

  /** Nothing goes on behind an aggregate. */
  @Test
  void sumsAreNotJoined() {
    assertFalse(
        new CellRules().merges(Candidates.value("x = colSums(X) * r", INPUTS), 0),
        "a sum is complete when all cells have passed");
  }
}
