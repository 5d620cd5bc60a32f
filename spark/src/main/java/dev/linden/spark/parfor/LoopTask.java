package dev.linden.spark.parfor;

import dev.linden.matrix.Matrix;
import dev.linden.parfor.Task;
import dev.linden.run.TaskResult;
import java.io.Serializable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.function.LongFunction;
import org.apache.spark.TaskContext;

/** Runs tasks of a loop on an executor. */
final class LoopTask implements Serializable {
  private static final long serialVersionUID = 1L;

  /** Functions in the body may call each other deeply. */
  private static final long STACK_BYTES = 512L << 20;

  private final LoopImage image;

  LoopTask(LoopImage image) {
    this.image = image;
  }

  /** As it is sent: first iteration, value of the variable there, increment, iterations. */
  static long[] packed(Task task) {
    long increment = task.size() > 1 ? task.value(1) - task.value(0) : 1;
    return new long[] {task.index(), task.value(0), increment, task.size()};
  }

  static Task unpacked(long[] numbers) {
    return Task.of(numbers[0], numbers[1], numbers[2], numbers[3]);
  }

  PackedResult run(long[] task) throws InterruptedException {
    return run(unpacked(task), null);
  }

  /** {@code slices} of the partitioned matrix by value of the loop variable, or null. */
  PackedResult run(Task task, LongFunction<Matrix> slices) throws InterruptedException {
    TaskContext context = TaskContext.get();
    FutureTask<TaskResult> work = new FutureTask<>(() -> run(task, slices, context));
    Thread thread = new Thread(null, work, "linden-task-" + task.index(), STACK_BYTES);
    thread.setContextClassLoader(LoopTask.class.getClassLoader());
    thread.setDaemon(true);
    thread.start();
    try {
      return new PackedResult(work.get());
    } catch (ExecutionException e) {
      if (e.getCause() instanceof Error error) {
        throw error;
      }
      throw (RuntimeException) e.getCause();
    }
  }

  private TaskResult run(Task task, LongFunction<Matrix> slices, TaskContext context) {
    ExecutorEngine.Run run = ExecutorEngine.begin(image);
    run.permits().acquireUninterruptibly();
    try {
      TaskResult result =
          run.loop()
              .run(
                  run.execution(),
                  task,
                  slices,
                  index -> index > run.failedAt().get() || context.isInterrupted());
      if (result.failure() != null) {
        run.failedAt().accumulateAndGet(result.failedAt(), Math::min);
      }
      return result;
    } finally {
      run.permits().release();
      run.end();
    }
  }
}
