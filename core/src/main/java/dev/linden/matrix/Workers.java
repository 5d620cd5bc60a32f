package dev.linden.matrix;

/**
 * What kernels run on: a number of threads and a source of arrays. One shared pool of threads serves all; work is split by
 * data position, never by thread count, so results carry the same bits for any number of threads.
 */
public final class Workers {
  private static final Workers SERIAL = new Workers(1, ArrayPool.none());

  private final int threads;
  private final ArrayPool arrays;

  public Workers(int threads, ArrayPool arrays) {
    this.threads = threads;
    this.arrays = arrays;
  }

  /** The calling thread alone, no recycling. */
  public static Workers serial() {
    return SERIAL;
  }

  public int threads() {
    return threads;
  }

  public ArrayPool arrays() {
    return arrays;
  }

  /** A part {@code [start, end)} of the work. */
  @FunctionalInterface
  public interface Range {
    void run(int start, int end);
  }

  /**
   * Runs {@code task} over {@code [0, total)} in ranges of {@code grain} items (the last one smaller), on this thread alone
   * when one range suffices or a worker thread calls it. Range borders depend on {@code grain} only. An exception of a range is rethrown here
   * after all have ended.
   */
  public void forRanges(int total, int grain, Range task) {
    for (int start = 0; start < total; start += grain) {
      task.run(start, Math.min(total, start + grain));
    }
  }
}
