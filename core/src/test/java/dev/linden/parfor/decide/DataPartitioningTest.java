package dev.linden.parfor.decide;

import static dev.linden.parfor.decide.Trees.MB;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.linden.lang.ParforOptions.DataPartitioner;
import dev.linden.op.Info;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Which matrices a cluster keeps in slices. */
class DataPartitioningTest {
  /** Of 76 MB. */
  private static final Info X = Info.matrix(10_000, 1000);

  private static final PlanNode.Loop COLUMNS = Trees.over(X, 100, "sum(X[,i])");

  @Test
  void whatFitsStaysWhole() {
    assertEquals(DataPartitioning.NONE, DataPartitioning.of(COLUMNS, 100 * MB, null));
  }

  @Test
  void whatIsTooLargeIsCut() {
    DataPartitioning found = DataPartitioning.of(COLUMNS, 50 * MB, null);
    assertEquals(List.of("data partitioner: X by column, 78.2KB each"), found.notes());
  }

  @Test
  void slicesMustFitTwice() {
    assertFalse(DataPartitioning.of(COLUMNS, 0.1 * MB, null).has("X"));
  }

  @Test
  void whatIsReadAsAWholeIsNotCut() {
    PlanNode.Loop both = Trees.over(X, 100, "sum(X[,i]) + sum(X * i)");
    assertFalse(DataPartitioning.of(both, 50 * MB, null).has("X"));
  }

  @Test
  void theScriptMayAskForItOrForbidIt() {
    assertTrue(DataPartitioning.of(COLUMNS, 100 * MB, DataPartitioner.LOCAL).has("X"));
    assertFalse(DataPartitioning.of(COLUMNS, 50 * MB, DataPartitioner.NONE).has("X"));
  }

  @Test
  void toTakeASliceIsToCopyIt() {
    DataPartitioning cut = DataPartitioning.of(COLUMNS, 50 * MB, null);
    assertTrue(Estimates.of(COLUMNS).unshared() > 76 * MB);
    double slice = cut.parts().get("X").bytes();
    assertEquals(2 * slice, Estimates.of(cut.apply(COLUMNS)).unshared());
  }
}
