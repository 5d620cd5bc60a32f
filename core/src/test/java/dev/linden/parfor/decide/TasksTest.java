package dev.linden.parfor.decide;

import static dev.linden.parfor.decide.Trees.MB;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.linden.op.Info;
import org.junit.jupiter.api.Test;

/** Tasks of a loop. */
class TasksTest {
  private static String tasks(int iterations, String options, double slice) {
    PlanNode.Loop loop = Trees.over(Info.matrix(100, 100), iterations, "sum(X) * i", options);
    return Tasks.of(loop, ResultPartitioning.NONE, slice, Trees.workers(4, 100 * MB)).text();
  }

  @Test
  void fewIterationsAreTasksOfTheirOwn() {
    assertEquals("NAIVE", tasks(8, "", 0));
    assertEquals("FACTORING", tasks(9, "", 0));
  }

  @Test
  void theScriptMaySay() {
    assertEquals("STATIC", tasks(100, ", taskpartitioner=STATIC", 0));
    assertEquals("FIXED(1)", tasks(100, ", opt=NONE", 0));
    assertEquals("FIXED(7)", tasks(100, ", opt=NONE, tasksize=7", 0));
  }

  /** Half of the memory of a task is for its slices, each with room for a copy. */
  @Test
  void slicesBoundTheTasks() {
    assertEquals("FACTORING_CMAX(5)", tasks(100, "", 5 * MB));
    assertEquals("FACTORING", tasks(100, "", MB));
  }

  @Test
  void partsOfResultsBoundTheTasks() {
    PlanNode.Loop loop = Trees.over(Info.matrix(100, 100), 100, "sum(X) * i");
    ResultPartitioning results = new ResultPartitioning(MB, 3);
    Degree degree = Trees.workers(4, 100 * MB);
    assertEquals("FACTORING_CMAX(3)", Tasks.of(loop, results, 0, degree).text());
  }
}
