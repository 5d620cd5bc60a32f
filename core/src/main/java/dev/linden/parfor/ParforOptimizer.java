package dev.linden.parfor;

import dev.linden.base.ResourceError;
import dev.linden.hop.Hop;
import dev.linden.hop.HopBlock;
import dev.linden.hop.HopProgram;
import dev.linden.hop.Memory;
import dev.linden.lang.ParforOptions;
import dev.linden.lang.ParforOptions.TaskPartitioner;
import dev.linden.matrix.Formats;
import dev.linden.op.Environment;
import dev.linden.op.IndexOps;
import dev.linden.op.Info;
import dev.linden.op.Size;
import dev.linden.opt.LoopFacts;
import dev.linden.plan.ClusterProfile;
import dev.linden.plan.OperationMemory;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Chooses how a parfor loop runs (Boehm et al.: Hybrid Parallelization Strategies for Large-Scale
 * Machine Learning in SystemML, section 4). Works on a plan tree, from the top: parallelism is used
 * as high in the tree as memory allows. First come the rewrites that change estimates (partitioning
 * of data and results), then execution type and degree of parallelism, then what depends on these.
 *
 * <p>Memory is a hard constraint: an operation needs its operands, intermediates and results. What
 * all workers read is in memory once. Operations whose size is not known count as nothing here; the
 * buffer pool lets them wait for each other when they turn out large.
 */
public final class ParforOptimizer {
  /** In place of a number of iterations that is not known. */
  private static final long UNKNOWN_ITERATIONS = 10;

  /**
   * A loop that takes more rounds of all local workers goes to the cluster if it can. Chosen so
   * that decisions without time estimates are those that the paper reports (5.2, 5.3).
   */
  private static final long MOST_LOCAL_ROUNDS = 6;

  /** Seconds of work on all local threads below which a cluster is not worth the way. */
  private static final double LEAST_REMOTE_WORK = 5;

  /** Bytes of a matrix below which its columns are near enough. */
  private static final double LEAST_PARTITIONED = 1 << 20;

  /** Columns to take, as a share of all, from which a transposed copy pays. */
  private static final double COLUMNS_TO_PAY = 1;

  /** Seconds of work below which workers cost more than they bring. */
  private static final double LEAST_WORK = 2e-4;

  /**
   * Where a loop may run.
   *
   * @param threads of this process
   * @param budget bytes for operations here
   * @param cluster null if there is none
   */
  public record Machine(int threads, double budget, ClusterProfile cluster) {
    /** What data and shuffles leave of an executor. */
    double executorBudget() {
      return dev.linden.plan.Resources.LOCAL_SHARE
          * (1 - cluster.dataFraction())
          * cluster.executorMemory();
    }
  }

  private final PlanNode root;
  private final Machine machine;
  private final TimeModel times;

  private ParforOptimizer(PlanNode root, Machine machine, TimeModel times) {
    this.root = root;
    this.machine = machine;
    this.times = times;
  }

  /**
   * Plans one execution.
   *
   * @param variables what is known of the variables that have a value now
   * @param log may ask for the decisions as text
   * @throws ResourceError when the script asks for more workers than memory allows
   */
  public static ParforPlan plan(
      HopBlock.For loop,
      Map<String, HopProgram.HopFunction> functions,
      Map<String, Info> variables,
      long iterations,
      Machine machine,
      TimeModel times,
      Environment environment,
      Consumer<Supplier<String>> log) {
    HopBlock.For sized = LoopFacts.update(loop, variables, environment);
    PlanNode tree = PlanTree.of(sized, functions, environment);
    tree.iterations = iterations;
    new ParforOptimizer(tree, machine, times).optimize(true);
    log.accept(() -> ParforExplain.decisions(tree));
    return new ParforPlan(
        mode(tree.execution),
        tree.workers,
        tree.kernelThreads,
        tree.partitioner,
        tree.taskSize,
        tree.merge,
        tree.budget,
        tree.sliced,
        tree.seconds,
        List.copyOf(tree.columns),
        List.copyOf(tree.partitioned));
  }

  private static ParforOptions.Mode mode(PlanNode.Execution execution) {
    return switch (execution) {
      case LOCAL, SPARK -> ParforOptions.Mode.LOCAL;
      case REMOTE -> ParforOptions.Mode.REMOTE_SPARK;
      case REMOTE_DP -> ParforOptions.Mode.REMOTE_SPARK_DP;
    };
  }

  /** The plan tree of a loop as the compiler knows it. */
  static PlanNode explain(
      HopBlock.For loop,
      Map<String, HopProgram.HopFunction> functions,
      Machine machine,
      TimeModel times,
      Environment environment) {
    PlanNode tree = PlanTree.of(loop, functions, environment);
    new ParforOptimizer(tree, machine, times).optimize(false);
    return tree;
  }

  /** {@code strict}: what can't be had is refused. */
  private void optimize(boolean strict) {
    removeRecursive(root, new TreeSet<>());
    decide(root, machine.threads(), machine.budget(), strict);
  }

  // ------------------------------------------------------------------------- structural rewrites

  /** A parfor loop in a function that calls itself would multiply workers without end. */
  private void removeRecursive(PlanNode node, Set<String> functions) {
    for (PlanNode child : node.children) {
      Set<String> inside = new TreeSet<>(functions);
      if (child.type == PlanNode.Type.FUNCTION) {
        inside.add(child.label);
        boolean recursive =
            child.label.endsWith("(recursive)") || contains(child, child.label + " (recursive)");
        if (recursive) {
          child.forEach(
              below -> {
                if (below.type == PlanNode.Type.PARFOR) {
                  below.sequential = "in a recursive function";
                }
              });
        }
      }
      removeRecursive(child, inside);
    }
  }

  private static boolean contains(PlanNode node, String label) {
    return node.children.stream()
        .anyMatch(child -> child.label.equals(label) || contains(child, label));
  }

  // ---------------------------------------------------------------------------------- decisions

  /** Decides about all parfor loops at and below a node, given the threads and memory for it. */
  private void decide(PlanNode node, int threads, double budget, boolean strict) {
    int below = threads;
    double budgetBelow = budget;
    if (node.type == PlanNode.Type.PARFOR) {
      loop(node, threads, budget, strict);
      below = node.kernelThreads;
      budgetBelow = node.budget;
    }
    for (PlanNode child : node.children) {
      decide(child, below, budgetBelow, strict);
    }
  }

  private void loop(PlanNode loop, int threads, double budget, boolean strict) {
    ParforOptions options = loop.loop.options();
    Estimates estimates = new Estimates(loop);
    boolean top = loop == root;
    if (top && machine.cluster() != null) {
      partitionData(loop, estimates, budget, options);
    }
    partitionResults(loop, estimates, budget);
    long iterations = loop.iterations < 0 ? UNKNOWN_ITERATIONS : loop.iterations;
    boolean onSpark = estimates.markSpark(budget, machine.cluster() != null);
    if (loop.sequential == null) {
      double here = onSpark ? budget / 2 : budget;
      execution(loop, estimates, options, iterations, threads, here, top, strict);
    }
    if (loop.execution == PlanNode.Execution.LOCAL) {
      if (estimates.joinPartitions()) {
        onSpark = estimates.markSpark(budget, machine.cluster() != null);
      }
      if (onSpark) {
        loop.rewrites.add("memory budget halved: the body holds operations on the cluster");
      }
      double local = onSpark ? budget / 2 : budget;
      if (top) {
        partitionHere(loop, estimates, budget, options);
      }
      degree(loop, estimates, options, iterations, threads, local, strict);
      loop.budget = budget / loop.workers;
      Set<String> there = estimates.readOnSpark();
      there.retainAll(loop.loop.liveness().in()); // what functions read is theirs
      if (loop.workers > 1 && !there.isEmpty()) {
        loop.rewrites.add(
            "eager caching: " + String.join(", ", there) + " before the workers start");
      }
    } else {
      remoteDegree(loop, estimates, options, iterations, strict);
    }
    tasks(loop, estimates, options, iterations);
    merge(loop, estimates, options, budget);
  }

  /** Execution strategy: here, or all iterations as one job on the cluster. */
  private void execution(
      PlanNode loop,
      Estimates estimates,
      ParforOptions options,
      long iterations,
      int threads,
      double budget,
      boolean top,
      boolean strict) {
    boolean possible = top && machine.cluster() != null && !estimates.anySpark;
    if (options.mode() != null) {
      if (options.mode() != ParforOptions.Mode.LOCAL && possible) {
        remote(
            loop,
            options.mode() == ParforOptions.Mode.REMOTE_SPARK_DP,
            estimates,
            "as the script says");
      }
      return;
    }
    if (!possible || estimates.unshared() > machine.executorBudget()) {
      return;
    }
    long wanted = Math.min(threads, iterations);
    // As in the paper, what workers share counts for each of them here: under memory pressure the
    // cluster is the robust choice.
    long fitting = (long) (budget / Math.max(1, estimates.unshared()));
    long rounds = TaskQueue.ceilDiv(iterations, Math.max(1, wanted));
    String reason =
        fitting < wanted
            ? "memory for " + fitting + " of " + wanted + " local workers"
            : rounds > MOST_LOCAL_ROUNDS ? rounds + " rounds of local workers" : null;
    boolean worthwhile =
        !strict
            || fitting < wanted
            || iterations * times.secondsOf(loop) / Math.max(1, wanted) > LEAST_REMOTE_WORK;
    if (reason != null && worthwhile) {
      Map<String, AccessPatterns.Access> accesses = AccessPatterns.of(loop.loop);
      boolean slices =
          accesses.size() == 1
              && accesses.values().iterator().next().own()
              && estimates.partitioned.containsKey(accesses.keySet().iterator().next());
      remote(loop, slices, estimates, reason);
    }
  }

  /** {@code slices}: over slices of the largest matrix of which iterations take theirs only. */
  private static void remote(PlanNode loop, boolean slices, Estimates estimates, String reason) {
    String largest = null;
    Map<String, AccessPatterns.Access> accesses = AccessPatterns.of(loop.loop);
    for (String variable : slices ? accesses.keySet() : Set.<String>of()) {
      AccessPatterns.Access access = accesses.get(variable);
      boolean larger =
          largest == null || Memory.of(access.size()) > Memory.of(accesses.get(largest).size());
      if (access.own() && larger) {
        largest = variable;
      }
    }
    loop.execution = PlanNode.Execution.REMOTE;
    if (largest != null) {
      AccessPatterns.Access access = accesses.get(largest);
      loop.execution = PlanNode.Execution.REMOTE_DP;
      loop.sliced =
          new ShippedLoop.Sliced(
              largest, access.slices(), access.size().rows(), access.size().cols());
      if (!estimates.partitioned.containsKey(largest)) {
        estimates.partition(largest, access.slices());
      }
    }
    estimates.partitioned.forEach(
        (variable, slice) -> {
          Slices taken = accesses.get(variable).slices();
          if (loop.sliced == null || !loop.sliced.variable().equals(variable)) {
            loop.partitioned.add(
                new ParforPlan.Partitioned(variable, taken.byRow(), taken.width()));
          }
          loop.rewrites.add(
              "data partitioner: "
                  + variable
                  + " by "
                  + taken.text()
                  + ", "
                  + OperationMemory.text(slice)
                  + " each");
        });
    loop.rewrites.add("execution strategy: " + loop.execution + ", " + reason);
  }

  /** Degree of parallelism here: as memory allows, with what workers share counted once. */
  private void degree(
      PlanNode loop,
      Estimates estimates,
      ParforOptions options,
      long iterations,
      int threads,
      double budget,
      boolean strict) {
    long most =
        estimates.own() <= 0
            ? Integer.MAX_VALUE
            : (long) ((budget - estimates.shared()) / estimates.own());
    long wanted = options.workers() != null ? options.workers() : threads;
    if (options.workers() != null && Math.min(wanted, iterations) > Math.max(1, most) && strict) {
      throw new ResourceError(
          "parfor with par="
              + wanted
              + " may need "
              + OperationMemory.text(
                  estimates.shared() + Math.min(wanted, iterations) * estimates.own())
              + " of memory ("
              + OperationMemory.text(estimates.own())
              + " for each worker and "
              + OperationMemory.text(estimates.shared())
              + " that they share), but the budget is "
              + OperationMemory.text(budget)
              + ", enough for par="
              + Math.max(1, most));
    }
    long workers = Math.max(1, Math.min(wanted, Math.min(most, iterations)));
    if (most < Math.min(wanted, iterations)) {
      loop.rewrites.add(
          "degree of parallelism: memory for "
              + Math.max(1, most)
              + " workers of "
              + OperationMemory.text(estimates.own()));
    }
    boolean exactly =
        options.workers() != null || options.optimization() == ParforOptions.Optimization.NONE;
    if (loop.sequential == null && workers == 1) {
      loop.sequential = wanted == 1 ? "one thread" : iterations == 1 ? "one iteration" : "memory";
    } else if (loop.sequential == null && !exactly) {
      loop.seconds = iterations * times.secondsOf(loop);
      if (loop.seconds < LEAST_WORK) {
        loop.sequential = "too little work";
      }
    }
    if (loop.sequential != null) {
      workers = 1;
      loop.rewrites.add("unnecessary parfor: runs as for, " + loop.sequential);
    }
    loop.workers = (int) workers;
    loop.kernelThreads = Math.max(1, threads / loop.workers);
    if (loop.workers > 1) {
      loop.rewrites.add("recompile memory budget: " + OperationMemory.text(budget / loop.workers));
    }
  }

  /** One task per core, fewer where memory does not suffice; the cores left help inside a task. */
  private void remoteDegree(
      PlanNode loop, Estimates estimates, ParforOptions options, long iterations, boolean strict) {
    ClusterProfile cluster = machine.cluster();
    double each = estimates.unshared();
    int fitting = (int) Math.max(1, machine.executorBudget() / Math.max(1, each));
    int perExecutor = Math.min(cluster.coresPerExecutor(), fitting);
    loop.workers = cluster.executors() * perExecutor;
    if (options.workers() != null) {
      long wanted = Math.min(options.workers(), Math.max(1, iterations));
      long atOnce =
          Math.min(cluster.coresPerExecutor(), TaskQueue.ceilDiv(wanted, cluster.executors()));
      if (atOnce > fitting && strict) {
        throw new ResourceError(
            "parfor with par="
                + options.workers()
                + " may need "
                + OperationMemory.text(atOnce * each)
                + " of memory of an executor ("
                + OperationMemory.text(each)
                + " for each of "
                + atOnce
                + " workers), but its budget is "
                + OperationMemory.text(machine.executorBudget())
                + ", enough for par="
                + loop.workers);
      }
      perExecutor = (int) atOnce;
      loop.workers = options.workers();
    }
    loop.kernelThreads = Math.max(1, cluster.coresPerExecutor() / perExecutor);
    loop.budget = machine.executorBudget() / perExecutor;
    loop.rewrites.add("operations execution strategy: all operations of the body in the tasks");
    if (loop.kernelThreads > 1) {
      loop.rewrites.add("nested parallelism: " + loop.kernelThreads + " threads in each task");
    }
    if (loop.sliced != null) {
      loop.rewrites.add(
          "data colocation: tasks where slices of " + loop.sliced.variable() + " arrive");
    }
    if (!loop.partitioned.isEmpty()) {
      loop.rewrites.add("partition replication: on executors that take something out of them");
    }
    if (estimates.sharedVariables().stream().anyMatch(v -> !estimates.partitioned.containsKey(v))) {
      loop.rewrites.add("export replication: on every executor");
    }
  }

  // --------------------------------------------------------------------------------- partitioning

  /** Data partitioner: large matrices of which the body takes rows or columns only. */
  private void partitionData(
      PlanNode loop, Estimates estimates, double budget, ParforOptions options) {
    if (options.dataPartitioner() == ParforOptions.DataPartitioner.NONE) {
      return;
    }
    boolean forced = options.dataPartitioner() != null;
    AccessPatterns.of(loop.loop)
        .forEach(
            (variable, access) -> {
              double bytes = estimates.bytesOf(variable);
              double slice = estimates.slice(variable, access.slices());
              boolean large = bytes > budget && !Double.isInfinite(bytes);
              Size size = access.size();
              if ((forced || large)
                  && 2 * slice <= budget
                  && Math.max(size.rows(), size.cols()) <= Integer.MAX_VALUE) {
                estimates.partition(variable, access.slices());
              }
            });
  }

  /**
   * Columns of a matrix in memory lie scattered: to take one is to visit all of it. Where a loop
   * takes many, a transposed copy has them in one piece.
   */
  private static void partitionHere(
      PlanNode loop, Estimates estimates, double budget, ParforOptions options) {
    if (options.dataPartitioner() == ParforOptions.DataPartitioner.NONE
        || options.dataPartitioner() == null
            && options.optimization() == ParforOptions.Optimization.NONE) {
      return;
    }
    boolean forced = options.dataPartitioner() != null;
    AccessPatterns.of(loop.loop)
        .forEach(
            (variable, access) -> {
              double bytes = estimates.bytesOf(variable);
              double room = budget - estimates.unshared() - estimates.copies - bytes;
              double taken = estimates.taken(variable, loop, 1);
              boolean pays =
                  bytes >= LEAST_PARTITIONED && taken >= COLUMNS_TO_PAY * estimates.cols(variable);
              Slices slices = access.slices();
              boolean columns = !slices.byRow() && slices.width() == 1 && isDense(access.size());
              if (columns && room > 0 && (forced || pays)) {
                estimates.copies += bytes;
                loop.columns.add(variable);
                loop.rewrites.add("data partitioner: " + variable + " by column, in memory");
              }
            });
  }

  private static boolean isDense(Size size) {
    return size.known()
        && (!size.nnzKnown() || !Formats.sparse(size.rows(), size.cols(), size.nnz()));
  }

  /** Result partitioning: a worker holds only what its task writes of a result. */
  private void partitionResults(PlanNode loop, Estimates estimates, double budget) {
    if (machine.cluster() == null) {
      return;
    }
    for (PlanNode write : loop.operations()) {
      if (write.call.op() == IndexOps.ASSIGN
          && write.memory > budget
          && !Double.isInfinite(write.memory)) {
        double value = Memory.of(write.call.inputs().get(1).info());
        write.memory = 2 * value;
        write.reads.clear();
        loop.rewrites.add("result partitioning: tasks hold their part of the result");
        loop.partitioner = TaskPartitioner.FACTORING_CMAX;
        loop.taskSize = (long) Math.max(1, budget / Math.max(1, 4 * value));
      }
    }
  }

  private static void tasks(
      PlanNode loop, Estimates estimates, ParforOptions options, long iterations) {
    boolean exactly = options.optimization() == ParforOptions.Optimization.NONE;
    if (loop.sliced != null) {
      limitSlices(loop, estimates.partitioned.get(loop.sliced.variable()), iterations);
    }
    if (options.taskPartitioner() != null) {
      loop.partitioner = options.taskPartitioner();
    } else if (exactly) {
      loop.partitioner = TaskPartitioner.FIXED;
    } else if (loop.partitioner == TaskPartitioner.FACTORING && iterations <= 2L * loop.workers) {
      loop.partitioner = TaskPartitioner.NAIVE;
    }
    if (options.taskSize() != null) {
      loop.taskSize = options.taskSize();
    }
  }

  /** All slices of a task come to it together: half of its memory is for them. */
  private static void limitSlices(PlanNode loop, double slice, long iterations) {
    long most = (long) Math.max(1, loop.budget / Math.max(1, 4 * slice));
    long largest = TaskQueue.ceilDiv(iterations, 2L * loop.workers);
    if (loop.partitioner == TaskPartitioner.FACTORING_CMAX) {
      loop.taskSize = Math.min(loop.taskSize, most);
    } else if (largest > most) {
      loop.partitioner = TaskPartitioner.FACTORING_CMAX;
      loop.taskSize = most;
    }
  }

  private static void merge(
      PlanNode loop, Estimates estimates, ParforOptions options, double budget) {
    if (options.merge() != null) {
      loop.merge = options.merge();
      return;
    }
    // The original, the result and the part of one worker.
    double together = 3 * estimates.largestResult();
    if (Double.isInfinite(together)) {
      loop.merge = ParforOptions.MergeMethod.LOCAL_AUTOMATIC;
    } else if (together <= budget) {
      loop.merge = ParforOptions.MergeMethod.LOCAL_MEM;
    } else {
      loop.merge =
          loop.execution == PlanNode.Execution.LOCAL
              ? ParforOptions.MergeMethod.LOCAL_FILE
              : ParforOptions.MergeMethod.REMOTE_SPARK;
    }
  }

  // ------------------------------------------------------------------------------------- estimates

  /** Aggregates of the operations below a loop (4.2.3). */
  private static final class Estimates {
    private final List<PlanNode> operations;
    private final Set<String> assigned = new TreeSet<>();

    /** Partitioned matrices with the bytes of a slice. */
    private final Map<String, Double> partitioned = new TreeMap<>();

    /** Undoes the partitioning. */
    private final List<Runnable> joins = new ArrayList<>();

    private boolean anySpark;

    /** Bytes of partitioned copies, which workers share. */
    private double copies;

    Estimates(PlanNode loop) {
      this.operations = loop.operations();
      HopBlock.addAssigned(loop.loop.body(), assigned);
    }

    private boolean isLocal(PlanNode operation) {
      return operation.execution == PlanNode.Execution.LOCAL
          && !Double.isInfinite(operation.memory);
    }

    /** Of the largest operation, with all its operands. */
    double unshared() {
      return operations.stream()
          .filter(this::isLocal)
          .mapToDouble(operation -> operation.memory)
          .max()
          .orElse(0);
    }

    /** Of the largest operation, without what all workers read. */
    double own() {
      return operations.stream()
          .filter(this::isLocal)
          .mapToDouble(operation -> operation.memory - sharedOf(operation))
          .max()
          .orElse(0);
    }

    /** What all workers read in an operation, at most. */
    double shared() {
      return copies
          + operations.stream().filter(this::isLocal).mapToDouble(this::sharedOf).max().orElse(0);
    }

    /** How many slices of a matrix an execution of a node takes; {@code times}: of the node. */
    double taken(String variable, PlanNode node, double times) {
      double sum = 0;
      if (node.type == PlanNode.Type.OPERATION) {
        boolean takes =
            node.call.op() == IndexOps.INDEX
                && node.call.inputs().get(0) instanceof Hop.Read read
                && read.variable().equals(variable);
        return takes ? times : 0;
      }
      boolean loops =
          node.type == PlanNode.Type.PARFOR
              || node.type == PlanNode.Type.FOR
              || node.type == PlanNode.Type.WHILE;
      double repeated =
          !loops ? times : times * (node.iterations < 0 ? UNKNOWN_ITERATIONS : node.iterations);
      for (PlanNode child : node.children) {
        sum += taken(variable, child, repeated);
      }
      return sum;
    }

    /** Infinite if not known. */
    double cols(String variable) {
      double most = 0;
      for (PlanNode operation : operations) {
        if (operation.reads.containsKey(variable) && operation.call.op() == IndexOps.INDEX) {
          long cols = operation.call.inputs().get(0).info().size().cols();
          most = Math.max(most, cols < 0 ? Double.POSITIVE_INFINITY : cols);
        }
      }
      return most;
    }

    private double sharedOf(PlanNode operation) {
      return operation.reads.entrySet().stream()
          .filter(read -> !assigned.contains(read.getKey()))
          .mapToDouble(Map.Entry::getValue)
          .sum();
    }

    Set<String> sharedVariables() {
      Set<String> names = new TreeSet<>();
      operations.forEach(operation -> names.addAll(operation.reads.keySet()));
      names.removeAll(assigned);
      return names;
    }

    double bytesOf(String variable) {
      return operations.stream()
          .mapToDouble(operation -> operation.reads.getOrDefault(variable, 0.0))
          .max()
          .orElse(0);
    }

    /** Bytes of the largest slice that the body takes; {@code slices} tell its width. */
    double slice(String variable, Slices slices) {
      double most = 0;
      for (PlanNode operation : operations) {
        if (takes(operation, variable)) {
          Size whole = operation.call.inputs().get(0).info().size();
          Size size =
              slices.byRow() ? whole.withRows(slices.width()) : whole.withCols(slices.width());
          boolean bounded = size.known() && size.nnzKnown();
          Size slice = bounded ? size.withNnz(Math.min(size.nnz(), size.cells())) : size;
          most = Math.max(most, Memory.of(slice));
        }
      }
      return most;
    }

    /** From now on slices are found in one piece: to take one is to copy it at most. */
    void partition(String variable, Slices slices) {
      double slice = slice(variable, slices);
      for (PlanNode operation : operations) {
        if (takes(operation, variable)) {
          double memory = operation.memory;
          double whole = operation.reads.remove(variable);
          operation.memory = 2 * slice;
          joins.add(
              () -> {
                operation.memory = memory;
                operation.reads.put(variable, whole);
              });
        }
      }
      partitioned.put(variable, slice);
    }

    /** What was partitioned is whole again; false if nothing was. */
    boolean joinPartitions() {
      joins.forEach(Runnable::run);
      joins.clear();
      boolean any = !partitioned.isEmpty();
      partitioned.clear();
      return any;
    }

    private static boolean takes(PlanNode operation, String variable) {
      return operation.reads.containsKey(variable) && operation.call.op() == IndexOps.INDEX;
    }

    /** Operations too large for this process; true if there are any. */
    boolean markSpark(double budget, boolean cluster) {
      for (PlanNode operation : operations) {
        if (cluster && operation.memory > budget && !Double.isInfinite(operation.memory)) {
          operation.execution = PlanNode.Execution.SPARK;
          anySpark = true;
        }
      }
      return anySpark;
    }

    /** Read-only variables that operations on the cluster take. */
    Set<String> readOnSpark() {
      Set<String> names = new TreeSet<>();
      for (PlanNode operation : operations) {
        if (operation.execution == PlanNode.Execution.SPARK) {
          names.addAll(operation.reads.keySet());
        }
      }
      names.removeAll(assigned);
      return names;
    }

    /** Of the variables that are written cell by cell. */
    double largestResult() {
      return operations.stream()
          .filter(operation -> operation.call.op() == IndexOps.ASSIGN)
          .mapToDouble(operation -> Memory.of(operation.call.info()))
          .max()
          .orElse(0);
    }
  }
}
