package dev.linden.parfor.decide;

import dev.linden.base.Settings;
import dev.linden.lang.ParforOptions;
import dev.linden.plan.distribute.Cluster;
import dev.linden.plan.distribute.Resources;

/**
 * Where a loop may run.
 *
 * @param threads of this process
 * @param budget bytes for operations in this process
 * @param cluster null if there is none
 */
public record Machine(int threads, double budget, Cluster cluster) {
  /**
   * For a loop with this mode in the script, or null: it may use the machines that the user has
   * described or that it asks for, unless all is to run in this process.
   */
  public static Machine of(int threads, Resources resources, ParforOptions.Mode wanted) {
    boolean remote = wanted == null ? resources.described() : wanted != ParforOptions.Mode.LOCAL;
    return new Machine(
        threads,
        resources.localBudget(),
        remote && resources.mode() != Settings.Exec.LOCAL ? resources.cluster() : null);
  }

  /** The same without a cluster, or with another one. */
  public Machine with(Cluster other) {
    return new Machine(threads, budget, other);
  }
}
