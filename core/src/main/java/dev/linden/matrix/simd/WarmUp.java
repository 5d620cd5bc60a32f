package dev.linden.matrix.simd;

/**
 * Runs loops on a few cells until the JIT compiler has translated them. Until then a loop over
 * vectors makes an object of each and a call of each step: a cell takes fifty times as long as in a
 * plain loop.
 */
public final class WarmUp {
  /** Calls between two looks at how fast a loop has become. */
  private static final int CALLS = 500;

  /** The JIT compiler translates a loop well before, unless it is very busy. */
  private static final long LONGEST_NANOS = 300_000_000;

  private WarmUp() {}

  /**
   * Calls a loop on few cells again and again until it is no slower than what it replaces; false if
   * that has not come about, so that the loop is not to be used yet.
   */
  public static boolean run(Runnable loop, Runnable replaced) {
    long end = System.nanoTime() + LONGEST_NANOS;
    long before;
    long now;
    do {
      before = nanos(replaced);
      now = nanos(loop);
    } while (now > before && System.nanoTime() < end);
    return now <= before;
  }

  private static long nanos(Runnable loop) {
    long start = System.nanoTime();
    for (int call = 0; call < CALLS; call++) {
      loop.run();
    }
    return System.nanoTime() - start;
  }
}
