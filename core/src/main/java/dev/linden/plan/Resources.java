package dev.linden.plan;

import dev.linden.base.Settings;

/**
 * Where operators may run and the memory they may take there.
 *
 * @param localBudget bytes that one local operation may take
 * @param cluster null when nothing is known of it
 */
public record Resources(Settings.Exec mode, double localBudget, ClusterProfile cluster) {
  /**
   * Share of the heap, or of the memory of the driver, that matrices and operations may take; the
   * rest is for small objects and what the collector has not found yet.
   */
  public static final double LOCAL_SHARE = 0.7;

  /** Everything runs in this process, whatever it takes. */
  public static final Resources LOCAL =
      new Resources(Settings.Exec.LOCAL, Double.POSITIVE_INFINITY, null);

  /** The cluster, or this machine as one of a single executor that shares the memory. */
  ClusterProfile profile() {
    long memory = (long) Math.min(Long.MAX_VALUE, localBudget / LOCAL_SHARE);
    return cluster != null
        ? cluster
        : new ClusterProfile(
            1,
            Runtime.getRuntime().availableProcessors(),
            memory,
            ClusterProfile.DEFAULT_DATA_FRACTION,
            ClusterProfile.DEFAULT_BROADCAST_FRACTION,
            memory);
  }

  public static Resources of(Settings.Exec mode, long heap, ClusterProfile cluster) {
    return new Resources(mode, LOCAL_SHARE * heap, cluster);
  }
}
