package dev.linden.parfor.decide;

import static dev.linden.parfor.decide.Trees.CLUSTER;
import static dev.linden.parfor.decide.Trees.MB;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.linden.op.Info;
import org.junit.jupiter.api.Test;

/** Here or on the cluster. */
class StrategyTest {
  /** Of 7.6 MB. */
  private static final Info X = Info.matrix(1000, 1000);

  private static String decide(PlanNode.Loop loop, double budget, double seconds) {
    DataPartitioning partitioning =
        DataPartitioning.of(loop, budget, loop.source().options().dataPartitioner());
    Strategy strategy = Strategy.of(loop, partitioning, CLUSTER, 4, budget, seconds);
    return strategy.isLocal() ? "LOCAL" : strategy.word() + ", " + strategy.reason();
  }

  private static PlanNode.Loop loop(int iterations, String options) {
    return Trees.over(X, iterations, "sum(X[i,])", options);
  }

  @Test
  void sixRoundsAreLocal() {
    assertEquals("LOCAL", decide(loop(24, ""), 100 * MB, 1e6));
    assertEquals("REMOTE, 7 rounds of local workers", decide(loop(25, ""), 100 * MB, 1e6));
  }

  @Test
  void littleWorkIsLocal() {
    assertEquals("LOCAL", decide(loop(25, ""), 100 * MB, 20));
    assertEquals("REMOTE, 7 rounds of local workers", decide(loop(25, ""), 100 * MB, 21));
  }

  @Test
  void memoryForTooFewWorkersIsAReason() {
    PlanNode.Loop whole = Trees.over(X, 4, "sum(X * i)");
    assertEquals("REMOTE, memory for 1 of 4 local workers", decide(whole, 30 * MB, 1));
  }

  /** Each iteration takes its own row of a matrix that is kept in slices. */
  @Test
  void tasksRunWhereTheirSlicesAre() {
    assertEquals("REMOTE_DP, 7 rounds of local workers", decide(loop(25, ""), 7 * MB, 1e6));
  }

  @Test
  void whatDoesNotFitExecutorsIsLocal() {
    PlanNode.Loop large = Trees.over(Info.matrix(100_000, 1000), 100, "sum(X * i)");
    assertEquals("LOCAL", decide(large, 1e12, 1e6));
  }

  @Test
  void theScriptMaySay() {
    assertEquals("LOCAL", decide(loop(100, ", mode=LOCAL"), 100 * MB, 1e6));
    assertEquals("REMOTE, as the script says", decide(loop(2, ", mode=REMOTE_MR"), 100 * MB, 0));
    assertEquals(
        "REMOTE_DP, as the script says", decide(loop(2, ", mode=REMOTE_SPARK_DP"), 100 * MB, 0));
  }
}
