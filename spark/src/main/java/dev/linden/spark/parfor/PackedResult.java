package dev.linden.spark.parfor;

import com.esotericsoftware.kryo.DefaultSerializer;
import dev.linden.run.TaskResult;
import java.util.Set;

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

  /** The same without what stays on the executors. */
  PackedResult without(Set<String> variables) {
    TaskResult rest = new TaskResult(result.index());
    if (result.failedAt() >= 0) {
      rest.failed(result.failedAt(), result.failure());
    }
    rest.printed(result.printed());
    rest.nanos(result.nanos());
    rest.patches().putAll(result.patches());
    rest.patches().keySet().removeAll(variables);
    rest.elements().putAll(result.elements());
    rest.sums().putAll(result.sums());
    return new PackedResult(rest);
  }
}
