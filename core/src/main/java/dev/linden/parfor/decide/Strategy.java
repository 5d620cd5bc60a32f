package dev.linden.parfor.decide;

import dev.linden.hop.Memory;
import dev.linden.lang.ParforOptions.Mode;
import dev.linden.parfor.ParforPlan;
import dev.linden.parfor.ShippedLoop;
import dev.linden.parfor.TaskQueue;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Where the iterations run: in this process, or all of them as one job on the cluster, where the
 * body runs by local operations of the tasks.
 *
 * @param reason for the cluster
 * @param sliced the matrix over whose slices the job runs; null if there is none
 * @param partitioning matrices in slices on the cluster, {@code sliced} among them
 */
record Strategy(
    Mode mode, String reason, ShippedLoop.Sliced sliced, DataPartitioning partitioning) {
  static final Strategy LOCAL = new Strategy(Mode.LOCAL, null, null, DataPartitioning.NONE);

  /**
   * A loop that takes more rounds of all local workers goes to the cluster if it can. Chosen so
   * that decisions without time estimates are those that the paper reports (5.2, 5.3).
   */
  private static final long MOST_LOCAL_ROUNDS = 6;

  /** Seconds of work on all local threads below which a cluster is not worth the way. */
  private static final double LEAST_REMOTE_WORK = 5;

  /**
   * Decides for a loop that nothing but memory and time keeps from the cluster of the machine.
   *
   * @param loop with whole matrices
   * @param partitioning what the cluster would keep in slices
   * @param threads of this process
   * @param budget bytes for operations in this process
   * @param seconds of all iterations on one thread; infinite if not known
   */
  static Strategy of(
      PlanNode.Loop loop,
      DataPartitioning partitioning,
      Machine machine,
      int threads,
      double budget,
      double seconds) {
    Mode wanted = loop.source().options().mode();
    if (wanted != null) {
      return wanted == Mode.LOCAL
          ? LOCAL
          : remote(loop, partitioning, wanted == Mode.REMOTE_SPARK_DP, "as the script says");
    }
    // As in the paper, what workers share counts for each of them in this process: under memory
    // pressure the cluster is the robust choice.
    double each = Estimates.of(partitioning.apply(loop)).unshared();
    if (each > machine.cluster().loopBudget()) {
      return LOCAL;
    }
    long workers = Math.max(1, Math.min(threads, loop.repeats()));
    long fitting = (long) (budget / Math.max(1, each));
    long rounds = TaskQueue.ceilDiv(loop.repeats(), workers);
    if (fitting < workers) {
      String reason = "memory for " + fitting + " of " + workers + " local workers";
      return remote(loop, partitioning, takesOneInSlices(loop, partitioning), reason);
    }
    if (rounds > MOST_LOCAL_ROUNDS && seconds / workers > LEAST_REMOTE_WORK) {
      String reason = rounds + " rounds of local workers";
      return remote(loop, partitioning, takesOneInSlices(loop, partitioning), reason);
    }
    return LOCAL;
  }

  /** Whether there is a single matrix in slices, of which iterations take theirs only. */
  private static boolean takesOneInSlices(PlanNode.Loop loop, DataPartitioning partitioning) {
    Map<String, AccessPatterns.Access> accesses = AccessPatterns.of(loop.source());
    return accesses.size() == 1
        && accesses.values().iterator().next().own()
        && partitioning.has(accesses.keySet().iterator().next());
  }

  /** {@code overSlices}: of the largest matrix of which iterations take theirs only. */
  private static Strategy remote(
      PlanNode.Loop loop, DataPartitioning partitioning, boolean overSlices, String reason) {
    Map.Entry<String, AccessPatterns.Access> largest = null;
    for (Map.Entry<String, AccessPatterns.Access> found :
        AccessPatterns.of(loop.source()).entrySet()) {
      if (overSlices && found.getValue().own() && (largest == null || larger(found, largest))) {
        largest = found;
      }
    }
    if (largest == null) {
      return new Strategy(Mode.REMOTE_SPARK, reason, null, partitioning);
    }
    String variable = largest.getKey();
    AccessPatterns.Access access = largest.getValue();
    return new Strategy(
        Mode.REMOTE_SPARK_DP,
        reason,
        new ShippedLoop.Sliced(
            variable, access.slices(), access.size().rows(), access.size().cols()),
        partitioning.has(variable)
            ? partitioning
            : partitioning.and(variable, access.slices(), loop));
  }

  private static boolean larger(
      Map.Entry<String, AccessPatterns.Access> one,
      Map.Entry<String, AccessPatterns.Access> other) {
    return Memory.of(one.getValue().size()) > Memory.of(other.getValue().size());
  }

  boolean isLocal() {
    return mode == Mode.LOCAL;
  }

  /** As plans show it. */
  String word() {
    return switch (mode) {
      case LOCAL -> "LOCAL";
      case REMOTE_SPARK -> "REMOTE";
      case REMOTE_SPARK_DP -> "REMOTE_DP";
    };
  }

  /** Matrices of which tasks on the cluster fetch what they take. */
  List<ParforPlan.Partitioned> fetched() {
    List<ParforPlan.Partitioned> fetched = new ArrayList<>();
    partitioning
        .parts()
        .forEach(
            (variable, part) -> {
              if (sliced == null || !sliced.variable().equals(variable)) {
                fetched.add(
                    new ParforPlan.Partitioned(
                        variable, part.slices().byRow(), part.slices().width()));
              }
            });
    return fetched;
  }

  List<String> notes() {
    List<String> notes = new ArrayList<>();
    if (!isLocal()) {
      notes.addAll(partitioning.notes());
      notes.add("execution strategy: " + word() + ", " + reason);
    }
    return notes;
  }

  /** How data reaches the tasks on the cluster. */
  List<String> transport(Estimates estimates) {
    List<String> notes = new ArrayList<>();
    if (sliced != null) {
      notes.add("data colocation: tasks where slices of " + sliced.variable() + " arrive");
    }
    if (!fetched().isEmpty()) {
      notes.add("partition replication: on executors that take something out of them");
    }
    if (!partitioning.parts().keySet().containsAll(estimates.sharedVariables())) {
      notes.add("export replication: on every executor");
    }
    return notes;
  }
}
