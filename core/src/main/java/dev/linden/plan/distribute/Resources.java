package dev.linden.plan.distribute;

import dev.linden.base.Settings;

/**
 * Where operators may run and the memory they may take there.
 *
 * @param localBudget bytes that one local operation may take
 * @param cluster where distributed operators run
 * @param described whether the user has described the cluster; else it is this process
 */
public record Resources(
    Settings.Exec mode, double localBudget, Cluster cluster, boolean described) {
  /**
   * Share of the heap, or of the memory of the driver, that matrices and operations may take; the
   * rest is for small objects and what the collector has not found yet.
   */
  public static final double LOCAL_SHARE = 0.7;

  /** Everything runs in this process, whatever it takes. */
  public static final Resources LOCAL =
      new Resources(
          Settings.Exec.LOCAL, Double.POSITIVE_INFINITY, Cluster.of(Settings.DEFAULTS), false);

  /**
   * @param given the cluster that the user describes; null for this process
   */
  public static Resources of(Settings settings, Cluster given) {
    long memory =
        given == null || settings.isSet(Settings.MEMORY)
            ? settings.get(Settings.MEMORY)
            : given.driverMemory();
    Cluster cluster =
        given == null
            ? Cluster.of(settings)
            : given.withBlocksOf(settings.get(Settings.SPARK_BLOCK_SIZE));
    return new Resources(settings.get(Settings.EXEC), LOCAL_SHARE * memory, cluster, given != null);
  }

  /** The same where one local operation may take so many bytes. */
  public Resources withLocalBudget(double bytes) {
    return new Resources(mode, bytes, cluster, described);
  }

  /** The same where all operators run in this process. */
  public Resources local() {
    return new Resources(Settings.Exec.LOCAL, localBudget, cluster, false);
  }

  /** Null if the user has described none. */
  public Cluster describedCluster() {
    return described ? cluster : null;
  }
}
