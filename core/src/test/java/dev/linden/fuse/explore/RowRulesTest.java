package dev.linden.fuse.explore;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.linden.op.Info;
import java.util.Comparator;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Candidates of operators on rows. */
class RowRulesTest {
  private static final Map<String, Info> INPUTS =
      Map.of(
          "X", Info.matrix(1000, 50),
          "v", Info.matrix(50, 1),
          "V", Info.matrix(50, 16),
          "P", Info.matrix(1000, 16),
          "Q", Info.matrix(1000, 17),
          "Y", Info.matrix(50, 1000),
          "W", Info.matrix(50, 17));

  private static boolean opens(String expression) {
    return new RowRules().opens(Candidates.value("x = " + expression, INPUTS));
  }

  @Test
  void productsWithNarrowMatricesBegin() {
    assertTrue(opens("X %*% v"));
    assertTrue(opens("X %*% V"));
    assertFalse(opens("X %*% W"), "blocks are faster");
    assertFalse(opens("t(v) %*% t(X)"), "a single row");
  }

  @Test
  void oneFactorOfATransposedProductIsNarrow() {
    assertTrue(opens("t(X) %*% P"));
    assertTrue(opens("t(P) %*% X"));
    assertFalse(opens("t(X) %*% Q"), "blocks are faster");
    assertFalse(opens("t(Q) %*% X"), "blocks are faster");
    assertFalse(opens("t(P) %*% t(Y)"), "no rows of a matrix that is there");
  }

  @Test
  void aggregatesOfRowsBeginAndThoseOfColumnsEnd() {
    assertTrue(opens("rowSums(X)"));
    assertFalse(opens("colSums(X)"));
    assertFalse(opens("rowSums(v)"), "rows of one cell");
  }

  /** {@code t(X) %*% (X %*% v)} in one pass over the rows of X. */
  @Test
  void productsWithTheTransposedMatrixEnd() {
    String last = Candidates.of("x = t(X) %*% (X %*% v)", INPUTS).get(0);
    assertEquals("4 %*%: R(1,3) R(1,-1) R(-1,3)", sorted(last));
  }

  /** The order of candidates does not matter. */
  private static String sorted(String line) {
    String[] parts = line.split(": ", 2);
    return parts[0]
        + ": "
        + java.util.Arrays.stream(parts[1].split(" "))
            .sorted(Comparator.reverseOrder())
            .collect(java.util.stream.Collectors.joining(" "));
  }
}
