package dev.linden.parfor.decide;

import dev.linden.lang.ParforOptions;
import dev.linden.lang.ParforOptions.TaskPartitioner;
import dev.linden.parfor.TaskQueue;

/**
 * How iterations are grouped to tasks.
 *
 * @param size for partitioners that need one
 */
record Tasks(TaskPartitioner partitioner, long size) {
  /**
   * @param slice bytes that come to a task for each of its iterations; 0 if nothing does
   */
  static Tasks of(PlanNode.Loop loop, ResultPartitioning results, double slice, Degree degree) {
    ParforOptions options = loop.source().options();
    Tasks limited =
        results.any() ? atMost(results.taskSize()) : new Tasks(TaskPartitioner.FACTORING, 1);
    if (slice > 0) {
      limited = limited.forSlices(slice, degree, loop.repeats());
    }
    TaskPartitioner partitioner = limited.partitioner;
    if (options.taskPartitioner() != null) {
      partitioner = options.taskPartitioner();
    } else if (options.optimization() == ParforOptions.Optimization.NONE) {
      partitioner = TaskPartitioner.FIXED;
    } else if (partitioner == TaskPartitioner.FACTORING
        && loop.repeats() <= 2L * degree.workers()) {
      partitioner = TaskPartitioner.NAIVE;
    }
    return new Tasks(partitioner, options.taskSize() != null ? options.taskSize() : limited.size);
  }

  private static Tasks atMost(long size) {
    return new Tasks(TaskPartitioner.FACTORING_CMAX, size);
  }

  /** All slices of a task come to it together: half of its memory is for them. */
  private Tasks forSlices(double slice, Degree degree, long iterations) {
    long most = (long) Math.max(1, degree.budget() / Math.max(1, 4 * slice));
    long largest = TaskQueue.ceilDiv(iterations, 2L * degree.workers());
    if (partitioner == TaskPartitioner.FACTORING_CMAX) {
      return atMost(Math.min(size, most));
    }
    return largest > most ? atMost(most) : this;
  }

  /** As plans show it. */
  String text() {
    return partitioner + (partitioner.needsSize() ? "(" + size + ")" : "");
  }
}
