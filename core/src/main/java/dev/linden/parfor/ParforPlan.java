package dev.linden.parfor;

/**
 * How one execution of a parfor loop runs.
 *
 * @param workers iterations that run at once; 1: in sequence, without workers
 * @param kernelThreads threads that operators of one worker may use
 * @param taskSize for partitioners that need one
 * @param workerBudget bytes of memory for operations of one worker
 */
public record ParforPlan(
    int workers,
    int kernelThreads,
    TaskPartitioner partitioner,
    long taskSize,
    ParforOptions.MergeMethod merge,
    double workerBudget) {}
