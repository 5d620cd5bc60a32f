package dev.linden.parfor;

/**
 * How many iterations a task gets (Boehm et al.: Hybrid Parallelization Strategies for Large-Scale
 * Machine Learning in SystemML, 3.1).
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

  /**
   * Size of the tasks of a wave of {@code workers} tasks; for factoring half of what is left, in
   * equal parts (equation 1).
   *
   * @param all iterations of the loop
   * @param left iterations that no earlier wave has
   * @param given {@code tasksize}
   */
  long size(long all, long left, int workers, long given) {
    long half = ceilDiv(left, 2L * workers);
    return switch (this) {
      case FIXED -> given;
      case NAIVE -> 1;
      case STATIC -> ceilDiv(all, workers);
      case FACTORING -> half;
      case FACTORING_CMIN -> Math.max(half, given);
      case FACTORING_CMAX -> Math.min(half, given);
    };
  }

  static long ceilDiv(long a, long b) {
    return -Math.floorDiv(-a, b);
  }
}
