package dev.linden.parfor.decide;

import dev.linden.lang.ParforOptions.MergeMethod;
import dev.linden.parfor.ParforPlan;
import java.util.List;

/**
 * All that is decided about one loop.
 *
 * @param columns matrices that workers in this process find partitioned by column
 * @param notes what was changed and why, in the order of decisions
 */
record Decision(
    Strategy strategy,
    Degree degree,
    Tasks tasks,
    MergeMethod merge,
    List<String> columns,
    List<String> notes) {
  ParforPlan plan() {
    return new ParforPlan(
        strategy.mode(),
        degree.workers(),
        degree.kernelThreads(),
        tasks.partitioner(),
        tasks.size(),
        merge,
        degree.budget(),
        strategy.sliced(),
        degree.seconds(),
        List.copyOf(columns),
        List.copyOf(strategy.fetched()));
  }
}
