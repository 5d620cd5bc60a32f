package dev.linden.plan;

/**
 * All that the compiler knows of a cluster, which need not be there: sizes and the fractions of
 * executor memory that data and broadcasts may take.
 *
 * @param executorMemory bytes of one executor
 * @param dataFraction share of executor memory that holds data
 * @param broadcastFraction share of the data memory that broadcasts may take
 * @param driverMemory bytes of the driver, which runs local operators
 */
public record ClusterProfile(
    int executors,
    int coresPerExecutor,
    long executorMemory,
    double dataFraction,
    double broadcastFraction,
    long driverMemory) {

  public static final double DEFAULT_DATA_FRACTION = 0.6;
  public static final double DEFAULT_BROADCAST_FRACTION = 0.3;

  /** Bytes that one broadcast may have. */
  public double broadcastBudget() {
    return broadcastFraction * dataFraction * executorMemory;
  }

  /** Bytes of data that all executors together hold in memory. */
  public double dataMemory() {
    return executors * dataFraction * executorMemory;
  }
}
