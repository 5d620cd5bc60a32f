package dev.linden.parfor;

import dev.linden.lang.ParforOptions;
import dev.linden.lang.ParforOptions.TaskPartitioner;
import java.io.Serializable;
import java.util.List;

/**
 * How one execution of a parfor loop runs.
 *
 * @param mode where: here, on other machines, there over slices of a partitioned matrix
 * @param workers iterations that run at once; 1: in sequence, without workers
 * @param kernelThreads threads that operators of one worker may use
 * @param taskSize for partitioners that need one
 * @param workerBudget bytes of memory for operations of one worker
 * @param sliced the partitioned matrix of {@link ParforOptions.Mode#REMOTE_SPARK_DP}, else null
 * @param seconds estimated for all iterations on one thread; infinite if the script says how many
 *     workers there are
 * @param columns matrices that workers here find partitioned by column
 * @param partitioned matrices that workers elsewhere find in partitions
 */
public record ParforPlan(
    ParforOptions.Mode mode,
    int workers,
    int kernelThreads,
    TaskPartitioner partitioner,
    long taskSize,
    ParforOptions.MergeMethod merge,
    double workerBudget,
    ShippedLoop.Sliced sliced,
    double seconds,
    List<String> columns,
    List<Partitioned> partitioned)
    implements Serializable {
  /**
   * A matrix of which workers fetch what they take.
   *
   * @param width rows (or columns) that are taken at once
   */
  public record Partitioned(String variable, boolean byRow, long width) implements Serializable {}

  /** The same over whole matrices. */
  public ParforPlan withoutSlices() {
    return new ParforPlan(
        mode,
        workers,
        kernelThreads,
        partitioner,
        taskSize,
        merge,
        workerBudget,
        null,
        seconds,
        columns,
        partitioned);
  }

  /** Of a partitioned matrix; null for others. */
  public Partitioned partitioned(String variable) {
    for (Partitioned candidate : partitioned) {
      if (candidate.variable().equals(variable)) {
        return candidate;
      }
    }
    return null;
  }
}
