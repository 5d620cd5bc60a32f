package dev.linden.run;

import dev.linden.op.MatrixValue;
import dev.linden.op.Value;
import dev.linden.parfor.ParforPlan;
import dev.linden.parfor.ShippedLoop;
import dev.linden.parfor.Task;
import dev.linden.plan.distribute.Cluster;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** Runs the iterations of parfor loops on other machines, each loop as one job. */
public interface RemoteParfor {
  /** The machines; a connection to them is made if there is none yet. */
  Cluster cluster();

  /**
   * Runs the tasks and tells of each when it has ended, in any order, on the calling thread. Stops
   * early when nothing more is wanted.
   */
  void run(Loop loop, Results results);

  /**
   * One execution of a loop.
   *
   * @param id of the body: the same in all executions of one loop that can share what is compiled
   * @param title what people see of it
   * @param body made when it has not been sent yet
   * @param tasks in the order of the iterations
   * @param iterations of all tasks together
   * @param seed of the loop
   * @param inputs values of variables when the loop begins; of results to which iterations add only
   *     the shape counts
   * @param mergedThere results that are to be put together on the machines
   * @param directory what relative paths are relative to
   */
  record Loop(
      String id,
      String title,
      Supplier<ShippedLoop> body,
      ParforPlan plan,
      List<Task> tasks,
      long iterations,
      long seed,
      Map<String, Value> inputs,
      List<String> mergedThere,
      Path directory) {}

  /** Hears of the tasks. */
  interface Results {
    /** False when the other tasks are not needed any more. */
    boolean ended(TaskResult result);

    /** Now and then while tasks run: ends the loop by an exception when it is not wanted. */
    void check();

    /** After all tasks have ended well: a result that was put together on the machines. */
    void merged(String variable, MatrixValue value);
  }
}
