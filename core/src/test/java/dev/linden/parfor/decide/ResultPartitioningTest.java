package dev.linden.parfor.decide;

import static dev.linden.parfor.decide.Trees.MB;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import org.junit.jupiter.api.Test;

/** Results too large for a worker. */
class ResultPartitioningTest {
  /** Rows of 78 KB go into a matrix of 76 MB. */
  private static final PlanNode.Loop LOOP =
      Trees.of(
          "R = matrix(0, 1000, 10000)\n"
              + "parfor (i in 1:1000) { R[i,] = matrix(i, 1, 10000) }\nprint(sum(R))",
          Map.of());

  @Test
  void whatFitsIsHeldAsAWhole() {
    assertFalse(ResultPartitioning.of(LOOP, 1000 * MB).any());
  }

  @Test
  void tasksHoldTheirPart() {
    ResultPartitioning parts = ResultPartitioning.of(LOOP, 50 * MB);
    assertTrue(parts.any());
    assertEquals(163, parts.taskSize(), "a quarter of the memory in rows");
    assertTrue(Estimates.of(LOOP).unshared() > 76 * MB);
    assertTrue(Estimates.of(parts.apply(LOOP)).unshared() < MB);
  }
}
