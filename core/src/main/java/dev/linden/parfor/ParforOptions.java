package dev.linden.parfor;

import java.util.Map;
import java.util.Set;

/**
 * The options in the header of a loop; null where the script says nothing.
 *
 * @param explains {@code log=DEBUG} or more: the decisions of each execution are reported
 * @param profile what the workers have done is reported
 */
public record ParforOptions(
    Integer workers,
    Mode mode,
    TaskPartitioner partitioner,
    Long taskSize,
    DataPartitioner dataPartitioner,
    MergeMethod merge,
    Optimization optimization,
    boolean explains,
    boolean profile) {

  /** Where the workers run. */
  public enum Mode {
    LOCAL,
    REMOTE_SPARK,
    REMOTE_SPARK_DP
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

  /** {@code options} as the compiler has checked them; MapReduce of old scripts means Spark. */
  public static ParforOptions of(Map<String, String> options) {
    return new ParforOptions(
        options.containsKey("par") ? Integer.valueOf(options.get("par")) : null,
        constant(Mode.class, options.get("mode")),
        constant(TaskPartitioner.class, options.get("taskpartitioner")),
        options.containsKey("tasksize") ? Long.valueOf(options.get("tasksize")) : null,
        constant(DataPartitioner.class, options.get("datapartitioner")),
        constant(MergeMethod.class, options.get("resultmerge")),
        options.containsKey("opt")
            ? Optimization.valueOf(options.get("opt"))
            : Optimization.RULEBASED,
        Set.of("ALL", "TRACE", "DEBUG").contains(options.getOrDefault("log", "INFO")),
        "1".equals(options.get("profile")));
  }

  private static <E extends Enum<E>> E constant(Class<E> type, String word) {
    return word == null ? null : Enum.valueOf(type, word.replace("REMOTE_MR", "REMOTE_SPARK"));
  }
}
