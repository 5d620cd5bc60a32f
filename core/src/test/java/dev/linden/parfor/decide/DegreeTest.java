package dev.linden.parfor.decide;

import static dev.linden.parfor.decide.Trees.CLUSTER;
import static dev.linden.parfor.decide.Trees.MB;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.linden.base.ResourceError;
import dev.linden.op.Info;
import org.junit.jupiter.api.Test;

/** How many workers. */
class DegreeTest {
  /** Of 7.6 MB, which workers share; each makes one more, and half of one besides. */
  private static final Info X = Info.matrix(1000, 1000);

  private static PlanNode.Loop loop(int iterations, String options) {
    return Trees.over(X, iterations, "sum(X * i)", options);
  }

  private static Degree local(PlanNode.Loop loop, int threads, double budget, double seconds) {
    return Degree.local(loop, threads, budget, 0, null, seconds, true);
  }

  @Test
  void aWorkerForEachThread() {
    Degree degree = local(loop(100, ""), 4, 100 * MB, 1);
    assertEquals(4, degree.workers());
    assertEquals(1, degree.kernelThreads());
    assertEquals(25 * MB, degree.budget());
    assertNull(degree.sequential());
  }

  @Test
  void threadsLeftHelpInsideWorkers() {
    Degree degree = local(loop(3, ""), 8, 100 * MB, 1);
    assertEquals(3, degree.workers());
    assertEquals(2, degree.kernelThreads());
  }

  @Test
  void memoryBoundsWorkers() {
    Degree degree = local(loop(100, ""), 16, 60 * MB, 1);
    assertEquals(4, degree.workers());
    assertEquals("degree of parallelism: memory for 4 workers of 12.2MB", degree.notes().get(0));
  }

  @Test
  void reasonsToRunInSequence() {
    assertEquals("one thread", local(loop(100, ""), 1, 100 * MB, 1).sequential());
    assertEquals("one iteration", local(loop(1, ""), 4, 100 * MB, 1).sequential());
    assertEquals("memory", local(loop(100, ""), 4, 16 * MB, 1).sequential());
    assertEquals("too little work", local(loop(100, ""), 4, 100 * MB, 1e-4).sequential());
    assertNull(local(loop(100, ", par=4"), 4, 100 * MB, 1e-4).sequential());
    assertEquals(
        "known", Degree.local(loop(100, ""), 4, 100 * MB, 0, "known", 1, true).sequential());
  }

  @Test
  void moreThanMemoryAllowsIsRefused() {
    ResourceError error =
        assertThrows(ResourceError.class, () -> local(loop(100, ", par=16"), 4, 60 * MB, 1));
    assertTrue(error.getMessage().endsWith("enough for par=4"), error.getMessage());
  }

  @Test
  void aTaskForEachCoreOfTheCluster() {
    Degree degree = Degree.remote(loop(100, ""), CLUSTER, true);
    assertEquals(8, degree.workers());
    assertEquals(1, degree.kernelThreads());
  }

  /** 0.7 GB of an executor hold one operation of 457 MB. */
  @Test
  void coresLeftHelpInsideTasks() {
    PlanNode.Loop large = Trees.over(Info.matrix(20_000, 1500), 100, "sum(X * i)");
    Degree degree = Degree.remote(large, CLUSTER, true);
    assertEquals(4, degree.workers());
    assertEquals(2, degree.kernelThreads());
  }
}
