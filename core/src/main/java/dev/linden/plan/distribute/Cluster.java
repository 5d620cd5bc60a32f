package dev.linden.plan.distribute;

import dev.linden.base.Settings;
import dev.linden.op.Footprint;
import dev.linden.op.Size;

/**
 * All that decides how operators are distributed: the machines, their memory, and the blocks that
 * matrices are cut into. The one home of these facts; the compiler has a cluster that a file
 * describes or that the settings tell of, the backend the one it is connected to.
 *
 * @param executorMemory bytes of one executor
 * @param dataFraction share of executor memory that holds data
 * @param broadcastFraction share of the data memory that broadcasts may take
 * @param driverMemory bytes of the driver, which runs local operators
 * @param blockSize rows and columns of a block of a distributed matrix
 */
public record Cluster(
    int executors,
    int coresPerExecutor,
    long executorMemory,
    double dataFraction,
    double broadcastFraction,
    long driverMemory,
    int blockSize) {

  public static final double DEFAULT_DATA_FRACTION = 0.6;
  public static final double DEFAULT_BROADCAST_FRACTION = 0.3;

  /** This process as a cluster of one executor, which shares the memory with the driver. */
  public static Cluster of(Settings settings) {
    long memory = settings.get(Settings.MEMORY);
    return new Cluster(
        1,
        threads(settings.get(Settings.SPARK_MASTER)),
        memory,
        DEFAULT_DATA_FRACTION,
        DEFAULT_BROADCAST_FRACTION,
        settings.isSet(Settings.BUDGET)
            ? (long) (settings.get(Settings.BUDGET) / Resources.LOCAL_SHARE)
            : memory,
        settings.get(Settings.SPARK_BLOCK_SIZE));
  }

  /** Threads of {@code local}, {@code local[4]} and {@code local[4,2]}; else those there are. */
  private static int threads(String master) {
    if (master.equals("local")) {
      return 1;
    }
    String given = master.replaceFirst("^local\\[(\\d{1,6})[],].*", "$1");
    return given.equals(master)
        ? Runtime.getRuntime().availableProcessors()
        : Math.max(1, Integer.parseInt(given));
  }

  /** The same with executors of which more is known. */
  public Cluster with(int count, int cores, long memory) {
    return new Cluster(
        count, cores, memory, dataFraction, broadcastFraction, driverMemory, blockSize);
  }

  /** The same for matrices in other blocks. */
  public Cluster withBlocksOf(int cells) {
    return new Cluster(
        executors,
        coresPerExecutor,
        executorMemory,
        dataFraction,
        broadcastFraction,
        driverMemory,
        cells);
  }

  /** Tasks that run at the same time. */
  public int tasks() {
    return executors * coresPerExecutor;
  }

  /** Bytes that one broadcast may have on an executor. */
  public double broadcastBudget() {
    return broadcastFraction * dataFraction * executorMemory;
  }

  /** Bytes of data that all executors together hold in memory. */
  public double dataMemory() {
    return executors * dataFraction * executorMemory;
  }

  /** What data and shuffles leave of an executor: bytes for the bodies of parfor loops. */
  public double loopBudget() {
    return Resources.LOCAL_SHARE * (1 - dataFraction) * executorMemory;
  }

  /** Bytes that matrices may take on the driver. */
  public double driverBudget() {
    return Resources.LOCAL_SHARE * driverMemory;
  }

  /** Bytes that can go to all executors; the driver has them twice, as a matrix and in blocks. */
  double mostBroadcast() {
    return Math.min(broadcastBudget(), driverBudget() / 2);
  }

  /** Whether a matrix can be fetched, cut and sent to all executors. */
  public boolean fitsBroadcast(Size size) {
    return Footprint.of(size) <= mostBroadcast();
  }

  /** Blocks along a side of a matrix. */
  double blocks(long cells) {
    return Math.max(1, Math.ceil((double) cells / blockSize));
  }

  /** The matrix is one block. */
  public boolean isSingleBlock(Size size) {
    return size.known() && size.rows() <= blockSize && size.cols() <= blockSize;
  }
}
