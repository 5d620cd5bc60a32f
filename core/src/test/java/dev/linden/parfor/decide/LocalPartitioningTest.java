package dev.linden.parfor.decide;

import static dev.linden.parfor.decide.Trees.MB;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.linden.op.Info;
import dev.linden.op.Size;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Which matrices get a transposed copy. */
class LocalPartitioningTest {
  /** Of 7.6 MB. */
  private static final Info X = Info.matrix(1000, 1000);

  private static List<String> columns(PlanNode.Loop loop, double budget) {
    return LocalPartitioning.of(loop, budget).columns();
  }

  @Test
  void manyColumnsPayForTheCopy() {
    assertEquals(List.of("X"), columns(Trees.over(X, 1000, "sum(X[,i])"), 100 * MB));
    assertEquals(List.of(), columns(Trees.over(X, 999, "sum(X[,i])"), 100 * MB));
    assertEquals(
        List.of("X"),
        columns(Trees.over(X, 999, "sum(X[,i])", ", datapartitioner=LOCAL"), 100 * MB));
  }

  @Test
  void rowsAndSparseMatricesNeedNone() {
    assertEquals(List.of(), columns(Trees.over(X, 1000, "sum(X[i,])"), 100 * MB));
    Info sparse = Info.matrix(Size.of(100_000, 1000, 1_000_000));
    assertEquals(List.of(), columns(Trees.over(sparse, 1000, "sum(X[,i])"), 1000 * MB));
  }

  @Test
  void thereMustBeRoom() {
    assertEquals(List.of(), columns(Trees.over(X, 1000, "sum(X[,i])"), 15 * MB));
  }

  @Test
  void loopsAsTheScriptSaysAreLeftAlone() {
    assertEquals(List.of(), columns(Trees.over(X, 1000, "sum(X[,i])", ", opt=NONE"), 100 * MB));
  }
}
