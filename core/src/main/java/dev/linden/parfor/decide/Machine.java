package dev.linden.parfor.decide;

import dev.linden.plan.ClusterProfile;
import dev.linden.plan.Resources;

/**
 * Where a loop may run.
 *
 * @param threads of this process
 * @param budget bytes for operations in this process
 * @param cluster null if there is none
 */
public record Machine(int threads, double budget, ClusterProfile cluster) {
  /** What data and shuffles leave of an executor. */
  double executorBudget() {
    return Resources.LOCAL_SHARE * (1 - cluster.dataFraction()) * cluster.executorMemory();
  }
}
