package dev.linden.matrix.compress.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.linden.matrix.Dense;
import dev.linden.matrix.compress.encode.Scheme;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Which workloads pay for compression, by the constants of the cost model. */
class GainTest {
  private static final int ROWS = 200_000;
  private static final int COLS = 20;

  private static final Dense X = Dense.zeros(ROWS, COLS);

  /** All columns in so many groups. */
  private static Scheme groups(int count) {
    List<int[]> coded =
        IntStream.range(0, count)
            .mapToObj(g -> IntStream.range(g * COLS / count, (g + 1) * COLS / count).toArray())
            .toList();
    return new Scheme(coded, new int[0], 1000, 1e6, (double) count * ROWS, 0);
  }

  private static boolean pays(Workload workload, int groups) {
    return Gain.beforeSample(X, workload).compress()
        && Gain.afterSample(X, groups(groups), 10, workload).compress();
  }

  @Test
  void aFewPassesDoNotPay() {
    assertFalse(pays(Workload.right(1), 2));
    assertFalse(pays(Workload.onGroups().times(3), 2));
    assertFalse(pays(Workload.selfProduct(), 2));
  }

  @Test
  void whatNeedsAllCellsNeverPays() {
    assertFalse(pays(Workload.onCells().times(1e6), 2));
  }

  @Test
  void manyProductsPayIfGroupsAreFew() {
    Workload chain = Workload.right(1).plus(Workload.left(1).inThePassBefore()).times(2000);
    assertTrue(pays(chain, 2));
    assertFalse(pays(chain, 20));
  }

  /** Twenty times sum(exp(X * i)) is worth it, twenty sums are not. */
  @Test
  void expensiveFunctionsOfCellsCount() {
    assertFalse(pays(Workload.onGroups().times(20), 4));
    assertTrue(pays(Workload.onGroups().plus(Workload.function(21)).times(20), 4));
  }

  @Test
  void fewerPassesPayIfCellsComeFromDisk() {
    Workload chain = Workload.right(1).plus(Workload.left(1).inThePassBefore()).times(60);
    assertFalse(pays(chain, 4));
    assertTrue(pays(chain.fromDisk(), 4));
    assertEquals(120, chain.fromDisk().times(2).restores());
    assertEquals(120, chain.fromDisk().plus(chain.fromDisk()).restores());
  }

  @Test
  void theReasonNamesBothTimes() {
    Decision decision = Gain.beforeSample(X, Workload.right(1));
    assertTrue(decision.reason().contains(" on cells; a sample takes "), decision::reason);
    assertEquals(
        "nothing that follows is faster on groups",
        Gain.beforeSample(X, Workload.onCells()).reason());
  }

  @Test
  void workloadsAreReadAsTheyAreWritten() {
    Workload all =
        new Workload(1, 2, 3, 4, 5, 6, 7, 8, 9)
            .plus(Workload.rowFold())
            .plus(Workload.selfProduct());
    assertEquals(all, Workload.parse(all.toString()));
    assertEquals(Workload.NONE, Workload.parse("nothing"));
    assertEquals(0.25, Workload.parse(Workload.right(0.25).toString()).right(), 1e-9);
  }
}
