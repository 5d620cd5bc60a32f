package dev.linden.lang;

import java.io.Serializable;

/**
 * The options in the header of a {@code parfor} loop, as the checker has read them; null where the
 * script leaves it to the optimizer.
 *
 * @param check whether iterations that depend on each other are refused
 * @param workers iterations that run at once
 * @param taskSize for those task partitioners that need one
 * @param explains {@code log=DEBUG} or more: the decisions of each execution are reported
 * @param profile what the workers have done is reported
 */
public record ParforOptions(
    boolean check,
    Integer workers,
    Mode mode,
    TaskPartitioner taskPartitioner,
    Long taskSize,
    DataPartitioner dataPartitioner,
    MergeMethod merge,
    Optimization optimization,
    boolean explains,
    boolean profile)
    implements Serializable {

  /** Where a script says nothing. */
  public static final ParforOptions DEFAULTS =
      new ParforOptions(
          true, null, null, null, null, null, null, Optimization.RULEBASED, false, false);

  /** Where the workers run. */
  public enum Mode {
    LOCAL,
    REMOTE_SPARK,
    /** The same over slices of a partitioned matrix. */
    REMOTE_SPARK_DP
  }

  /**
   * How many iterations a task gets (Boehm et al.: Hybrid Parallelization Strategies for
   * Large-Scale Machine Learning in SystemML, 3.1).
   */
  public enum TaskPartitioner {
    /** A given number. */
    FIXED,
    /** One: the best balance, the most communication. */
    NAIVE,
    /** As many as there are per worker: one task each. */
    STATIC,
    /** Waves of tasks of halving sizes: few tasks, and small ones at the end for balance. */
    FACTORING,
    /** The same with at least a given number. */
    FACTORING_CMIN,
    /** The same with at most a given number. */
    FACTORING_CMAX;

    /** Whether it asks for {@link ParforOptions#taskSize}. */
    public boolean needsSize() {
      return this == FIXED || this == FACTORING_CMIN || this == FACTORING_CMAX;
    }
  }

  /** Where read-only matrices are partitioned. */
  public enum DataPartitioner {
    NONE,
    LOCAL,
    REMOTE_SPARK
  }

  /** How the results of workers are put together. */
  public enum MergeMethod {
    LOCAL_MEM,
    LOCAL_FILE,
    LOCAL_AUTOMATIC,
    REMOTE_SPARK
  }

  /** Who decides what the script leaves open. */
  public enum Optimization {
    NONE,
    RULEBASED,
    CONSTRAINED,
    HEURISTIC,
    GREEDY,
    FULL_DP
  }
}
