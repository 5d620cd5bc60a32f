package dev.linden.parfor.decide;

import dev.linden.hop.Memory;
import java.util.List;
import java.util.Map;

/**
 * Where a result is too large for a worker, it holds only what its task writes of it.
 *
 * @param budget bytes from which a write counts as too large
 * @param taskSize iterations of a task whose parts fit into memory; 0 if all results fit as a whole
 */
record ResultPartitioning(double budget, long taskSize) {
  static final ResultPartitioning NONE = new ResultPartitioning(Double.POSITIVE_INFINITY, 0);

  static ResultPartitioning of(PlanNode.Loop loop, double budget) {
    long size =
        loop.operations().stream()
            .filter(operation -> isLarge(operation, budget))
            .mapToLong(write -> (long) Math.max(1, budget / Math.max(1, 4 * written(write))))
            .min()
            .orElse(0);
    return new ResultPartitioning(budget, size);
  }

  private static boolean isLarge(PlanNode.Operation operation, double budget) {
    return Estimates.writes(operation) && !operation.fits(budget);
  }

  /** Bytes of the part that is written. */
  private static double written(PlanNode.Operation write) {
    return Memory.of(write.call().inputs().get(1).info());
  }

  boolean any() {
    return taskSize > 0;
  }

  PlanNode.Loop apply(PlanNode.Loop loop) {
    return loop.mapOperations(
        o ->
            isLarge(o, budget)
                ? new PlanNode.Operation(o.call(), 2 * written(o), Map.of(), o.onSpark())
                : o);
  }

  List<String> notes() {
    return any() ? List.of("result partitioning: tasks hold their part of the result") : List.of();
  }
}
