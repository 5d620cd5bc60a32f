package dev.linden.spark.parfor;

import org.apache.spark.Partitioner;

/** Tasks by number, in order, so that early iterations run first. */
final class TaskPartitions extends Partitioner {
  private static final long serialVersionUID = 1L;

  private final int tasks;
  private final int partitions;

  TaskPartitions(int tasks, int most) {
    this.tasks = tasks;
    this.partitions = Math.min(tasks, most);
  }

  @Override
  public int numPartitions() {
    return partitions;
  }

  @Override
  public int getPartition(Object task) {
    return (int) ((long) (Integer) task * partitions / tasks);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof TaskPartitions that
        && tasks == that.tasks
        && partitions == that.partitions;
  }

  @Override
  public int hashCode() {
    return 31 * tasks + partitions;
  }
}
