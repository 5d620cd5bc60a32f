package dev.linden.spark.operator;

import dev.linden.storage.text.ChunkResults;
import org.apache.spark.TaskContext;
import org.apache.spark.util.TaskCompletionListener;

/** Files that are read while a task runs. */
final class FileTasks {
  private FileTasks() {}

  /** What is read from a file that is closed with the task, however it ends. */
  static <T> ChunkResults<T> closing(ChunkResults<T> results) {
    TaskCompletionListener listener = task -> results.close();
    TaskContext.get().addTaskCompletionListener(listener);
    return results;
  }
}
