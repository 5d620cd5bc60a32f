package dev.linden.parfor.decide;

import dev.linden.base.ResourceError;
import dev.linden.lang.ParforOptions;
import dev.linden.parfor.TaskQueue;
import dev.linden.plan.OperationMemory;
import dev.linden.plan.distribute.Cluster;
import java.util.ArrayList;
import java.util.List;

/**
 * How many workers there are. Parallelism is used as high in the tree as memory allows; what
 * workers leave of the threads helps inside them.
 *
 * @param workers iterations that run at once; 1: in sequence
 * @param kernelThreads threads that operators of one worker may use
 * @param budget bytes for operations of one worker
 * @param sequential why the loop runs in sequence; null if it does not
 * @param seconds estimate for all iterations; infinite where workers are wanted in any case
 */
record Degree(
    int workers,
    int kernelThreads,
    double budget,
    String sequential,
    double seconds,
    List<String> notes) {
  /** Seconds of work below which workers cost more than they bring. */
  private static final double LEAST_WORK = 2e-4;

  /**
   * Workers in this process: as memory allows, with what they share counted once.
   *
   * @param copies bytes of copies that workers share
   * @param sequential a reason to run in sequence that is known before; null if there is none
   * @param seconds of all iterations on one thread
   * @param strict what can't be had is refused
   */
  static Degree local(
      PlanNode.Loop loop,
      int threads,
      double budget,
      double copies,
      String sequential,
      double seconds,
      boolean strict) {
    ParforOptions options = loop.source().options();
    Estimates estimates = Estimates.of(loop);
    long iterations = loop.repeats();
    // Operations on the cluster need memory in this process as well.
    double forOperations = estimates.anyOnSpark() ? budget / 2 : budget;
    double own = estimates.own();
    double shared = copies + estimates.shared();
    long most = own <= 0 ? Integer.MAX_VALUE : (long) ((forOperations - shared) / own);
    long wanted = options.workers() != null ? options.workers() : threads;
    long useful = Math.min(wanted, iterations);
    if (options.workers() != null && useful > Math.max(1, most) && strict) {
      throw new ResourceError(
          "parfor with par="
              + wanted
              + " may need "
              + OperationMemory.text(shared + useful * own)
              + " of memory ("
              + OperationMemory.text(own)
              + " for each worker and "
              + OperationMemory.text(shared)
              + " that they share), but the budget is "
              + OperationMemory.text(forOperations)
              + ", enough for par="
              + Math.max(1, most));
    }
    List<String> notes = new ArrayList<>();
    if (most < useful) {
      notes.add(
          "degree of parallelism: memory for "
              + Math.max(1, most)
              + " workers of "
              + OperationMemory.text(own));
    }
    int workers = (int) Math.max(1, Math.min(useful, most));
    boolean exactly =
        options.workers() != null || options.optimization() == ParforOptions.Optimization.NONE;
    boolean weighed = sequential == null && workers > 1 && !exactly;
    String reason = sequential;
    if (reason == null && workers == 1) {
      reason = wanted == 1 ? "one thread" : iterations == 1 ? "one iteration" : "memory";
    } else if (weighed && seconds < LEAST_WORK) {
      reason = "too little work";
    }
    if (reason != null) {
      workers = 1;
      notes.add("unnecessary parfor: runs as for, " + reason);
    } else {
      notes.add("recompile memory budget: " + OperationMemory.text(forOperations / workers));
    }
    return new Degree(
        workers,
        Math.max(1, threads / workers),
        budget / workers,
        reason,
        weighed ? seconds : Double.POSITIVE_INFINITY,
        notes);
  }

  /**
   * Tasks on the cluster: one for each core, fewer where memory does not suffice; the cores left
   * help inside a task.
   */
  static Degree remote(PlanNode.Loop loop, Machine machine, boolean strict) {
    Cluster cluster = machine.cluster();
    Integer given = loop.source().options().workers();
    double each = Estimates.of(loop).unshared();
    int fitting = (int) Math.max(1, machine.cluster().loopBudget() / Math.max(1, each));
    int perExecutor = Math.min(cluster.coresPerExecutor(), fitting);
    int workers = cluster.executors() * perExecutor;
    if (given != null) {
      long wanted = Math.min(given, Math.max(1, loop.repeats()));
      long atOnce =
          Math.min(cluster.coresPerExecutor(), TaskQueue.ceilDiv(wanted, cluster.executors()));
      if (atOnce > fitting && strict) {
        throw new ResourceError(
            "parfor with par="
                + given
                + " may need "
                + OperationMemory.text(atOnce * each)
                + " of memory of an executor ("
                + OperationMemory.text(each)
                + " for each of "
                + atOnce
                + " workers), but its budget is "
                + OperationMemory.text(machine.cluster().loopBudget())
                + ", enough for par="
                + workers);
      }
      perExecutor = (int) atOnce;
      workers = given;
    }
    int threads = Math.max(1, cluster.coresPerExecutor() / perExecutor);
    List<String> notes = new ArrayList<>();
    notes.add("operations execution strategy: all operations of the body in the tasks");
    if (threads > 1) {
      notes.add("nested parallelism: " + threads + " threads in each task");
    }
    double budget = machine.cluster().loopBudget() / perExecutor;
    return new Degree(workers, threads, budget, null, Double.POSITIVE_INFINITY, notes);
  }
}
