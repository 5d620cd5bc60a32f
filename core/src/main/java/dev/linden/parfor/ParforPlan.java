package dev.linden.parfor;

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
    List<String> columns)
    implements Serializable {
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
        columns);
  }
}
