package dev.linden.matrix;

import dev.linden.base.Cancellation;

/**
 * What kernels run on: a number of threads and a source of arrays. One shared pool of threads
 * serves all; work is split by data position, never by thread count, so results carry the same bits
 * for any number of threads.
 */
public final class Workers {
  private static final Unpacked NOBODY = (bytes, nanos) -> {};
  private static final Workers SERIAL = new Workers(1, ArrayPool.none());

  private final int threads;
  private final ArrayPool arrays;
  private final boolean nativeCode;

  /** Told when an operand is unpacked. */
  private final Unpacked onUnpack;

  public Workers(int threads, ArrayPool arrays) {
    this(threads, arrays, true);
  }

  public Workers(int threads, ArrayPool arrays, boolean nativeCode) {
    this(threads, arrays, nativeCode, NOBODY);
  }

  private Workers(int threads, ArrayPool arrays, boolean nativeCode, Unpacked onUnpack) {
    this.threads = threads;
    this.arrays = arrays;
    this.nativeCode = nativeCode;
    this.onUnpack = onUnpack;
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

  /** Whether kernels may call native libraries, where there are any. */
  public boolean nativeCode() {
    return nativeCode;
  }

  /** A part {@code [start, end)} of the work. */
  @FunctionalInterface
  public interface Range {
    void run(int start, int end);
  }

  /**
   * Runs {@code task} over {@code [0, total)} in ranges of {@code grain} items (the last one
   * smaller), on this thread alone when one range suffices or when it is called from inside a
   * range. Range borders depend on {@code grain} only. An exception of a range is rethrown here
   * after all that were started have ended; of several, the one of the first range. When what the
   * calling thread executes is called off, no further range is started.
   *
   * <p>Reductions keep one partial result per range, at index {@code start / grain} of {@link
   * #rangeCount}, and combine them in that order.
   */
  public void forRanges(int total, int grain, Range task) {
    if (total <= grain) {
      if (total > 0) {
        task.run(0, total);
      }
      return;
    }
    int helpers = Math.min(threads, rangeCount(total, grain)) - 1;
    if (helpers > 0 && !WorkerPool.inJob()) {
      WorkerPool.run(total, grain, helpers, task);
      return;
    }
    Cancellation cancellation = Cancellation.ofThread();
    int start = 0;
    for (; start < total - grain; start += grain) {
      if (cancellation != null) {
        cancellation.check();
      }
      task.run(start, start + grain);
    }
    task.run(start, total);
  }

  /** The same threads and arrays for one of several that work at once, with fewer threads each. */
  public Workers withThreads(int fewer) {
    return new Workers(fewer, arrays, nativeCode, onUnpack);
  }

  /** The same for an operator about which somebody wants to know how often it has to unpack. */
  public Workers telling(Unpacked whenUnpacked) {
    return new Workers(threads, arrays, nativeCode, whenUnpacked);
  }

  /** A packed matrix has become plain, all of it. */
  void unpacked(double bytes, long nanos) {
    onUnpack.tell(bytes, nanos);
  }

  /** Hears of packed matrices that become plain. */
  @FunctionalInterface
  public interface Unpacked {
    /** {@code bytes}: of the plain one. */
    void tell(double bytes, long nanos);
  }

  /**
   * Runs {@code count} tasks at once, each with its number as {@code start}, on this thread and
   * others of the pool. Other than ranges of a kernel they may ask for help themselves: whoever
   * calls this sees to it that they do not ask for more threads than there are. A task for which no
   * thread was free runs after another one.
   */
  public void concurrently(int count, Range task) {
    WorkerPool.runIndependent(count, Math.max(threads, count) - 1, task);
  }

  /** Number of ranges that {@link #forRanges} makes. */
  public static int rangeCount(int total, int grain) {
    return total <= 0 ? 0 : (total - 1) / grain + 1;
  }
}
