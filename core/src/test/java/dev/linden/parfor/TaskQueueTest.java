package dev.linden.parfor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.linden.lang.ParforOptions.TaskPartitioner;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Task partitioning. */
class TaskQueueTest {
  private static List<Task> tasks(
      long all, TaskPartitioner partitioner, int workers, long given, long multiple) {
    TaskQueue queue = new TaskQueue(1, 1, all, partitioner, workers, given, multiple);
    List<Task> tasks = new ArrayList<>();
    for (Task task = queue.next(); task != null; task = queue.next()) {
      tasks.add(task);
    }
    assertEquals(tasks.size(), queue.tasks());
    return tasks;
  }

  private static List<Long> sizes(long all, TaskPartitioner partitioner, int workers, long given) {
    return tasks(all, partitioner, workers, given, 1).stream().map(Task::size).toList();
  }

  @Test
  void factoringHalvesTheSizesInWaves() {
    assertEquals(
        List.of(13L, 13L, 13L, 13L, 7L, 7L, 7L, 7L, 3L, 3L, 3L, 3L, 2L, 2L, 2L, 2L, 1L),
        sizes(101, TaskPartitioner.FACTORING, 4, 1));
  }

  @Test
  void factoringWithBounds() {
    assertEquals(
        List.of(13L, 13L, 13L, 13L, 7L, 7L, 7L, 7L, 5L, 5L, 5L, 5L, 1L),
        sizes(101, TaskPartitioner.FACTORING_CMIN, 4, 5));
    assertEquals(
        List.of(5L, 5L, 5L, 5L, 5L, 5L, 5L, 5L, 5L, 5L, 5L, 5L, 5L, 5L, 5L, 5L),
        sizes(101, TaskPartitioner.FACTORING_CMAX, 4, 5).subList(0, 16));
  }

  @Test
  void fixedNaiveAndStatic() {
    assertEquals(List.of(4L, 4L, 2L), sizes(10, TaskPartitioner.FIXED, 3, 4));
    assertEquals(List.of(1L, 1L, 1L), sizes(3, TaskPartitioner.NAIVE, 8, 4));
    assertEquals(List.of(4L, 4L, 2L), sizes(10, TaskPartitioner.STATIC, 3, 1));
  }

  @Test
  void smallTasksAreSetsAndLargeOnesRanges() {
    assertInstanceOf(Task.Values.class, tasks(6, TaskPartitioner.FIXED, 2, 3, 1).get(0));
    Task task = new TaskQueue(7, -3, 9, TaskPartitioner.FIXED, 2, 4, 1).next();
    assertEquals(new Task.Range(0, 7, -2, -3), task);
    List<Long> values = new ArrayList<>();
    task.forEachValue(values::add);
    assertEquals(List.of(7L, 4L, 1L, -2L), values);
  }

  /** Every iteration is in exactly one task, in order, whatever the parameters. */
  @Test
  void tasksCoverTheLoop() {
    for (TaskPartitioner partitioner : TaskPartitioner.values()) {
      for (int all : new int[] {1, 2, 7, 64, 1000}) {
        for (int workers : new int[] {1, 2, 5, 16}) {
          for (int multiple : new int[] {1, 3}) {
            long next = 0;
            for (Task task : tasks(all, partitioner, workers, 3, multiple)) {
              assertEquals(next, task.index());
              assertEquals(next + 1, task.value(0));
              assertTrue(next % multiple == 0);
              next += task.size();
            }
            assertEquals(all, next, partitioner + " " + workers);
          }
        }
      }
    }
  }
}
