package dev.linden.spark.parfor;

import com.esotericsoftware.kryo.DefaultSerializer;
import dev.linden.run.TaskResult;

/** What a task leaves behind, on its way to the driver. */
@DefaultSerializer(PackedResultSerializer.class)
final class PackedResult {
  private final TaskResult result;

  PackedResult(TaskResult result) {
    this.result = result;
  }

  TaskResult result() {
    return result;
  }
}
