package dev.linden.parfor;

import dev.linden.lang.ParforOptions.TaskPartitioner;

/**
 * Hands out the tasks of a loop in the order of its iterations. A task is made when a worker asks
 * for it, so that the queue takes no memory however long the loop is.
 */
public final class TaskQueue {
  private final long first;
  private final long increment;
  private final long all;
  private final TaskPartitioner partitioner;
  private final int workers;
  private final long given;
  private final long multiple;

  private long next;
  private long waveSize;
  private int leftInWave;
  private int tasks;

  /**
   * @param all number of iterations
   * @param given {@code tasksize}
   * @param multiple sizes are rounded up to multiples of this number
   */
  public TaskQueue(
      long first,
      long increment,
      long all,
      TaskPartitioner partitioner,
      int workers,
      long given,
      long multiple) {
    this.first = first;
    this.increment = increment;
    this.all = all;
    this.partitioner = partitioner;
    this.workers = workers;
    this.given = given;
    this.multiple = multiple;
  }

  /** The next task, or null when there is none. */
  public synchronized Task next() {
    if (next >= all) {
      return null;
    }
    if (leftInWave == 0) {
      long size = Math.max(1, sizeOfWave());
      waveSize = ceilDiv(size, multiple) * multiple;
      leftInWave = workers;
    }
    leftInWave--;
    tasks++;
    long size = Math.min(waveSize, all - next);
    Task task = Task.of(next, first + next * increment, increment, size);
    next += size;
    return task;
  }

  /** Size of each of the next tasks, one for each worker. */
  private long sizeOfWave() {
    // Half of what is left, in equal parts (equation 1 of the paper).
    long half = ceilDiv(all - next, 2L * workers);
    return switch (partitioner) {
      case FIXED -> given;
      case NAIVE -> 1;
      case STATIC -> ceilDiv(all, workers);
      case FACTORING -> half;
      case FACTORING_CMIN -> Math.max(half, given);
      case FACTORING_CMAX -> Math.min(half, given);
    };
  }

  public static long ceilDiv(long a, long b) {
    return -Math.floorDiv(-a, b);
  }

  /** Tasks handed out so far. */
  public synchronized int tasks() {
    return tasks;
  }
}
