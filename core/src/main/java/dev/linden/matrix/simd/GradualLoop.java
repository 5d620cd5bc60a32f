package dev.linden.matrix.simd;

/**
 * A long cell-wise loop, such as that of exp, that passes from its plain to its vector form. Until
 * the JIT compiler has translated a loop over dozens of vector operations, each of them is a call
 * that allocates, and a cell takes fifty times as long as in the plain loop. So a small part of
 * each array goes through the vector loop, which gets it compiled, until that part is the faster
 * one. Both forms give the same bits: results don't depend on when that is.
 */
public final class GradualLoop {
  /** The loop in the form that the first argument gives it. */
  @FunctionalInterface
  public interface Loop {
    void run(Simd form, double[] a, int ai, double[] c, int ci, int n);
  }

  /** One of this many cells takes the vector loop while that is slow. */
  private static final int SHARE = 16;

  private static final int LARGEST_PART = 1024;

  /** Stretches in a row that must have been faster, since one may be luck. */
  private static final int ENOUGH = 3;

  /** Cells after which no compiler needs more time, whatever the clock says. */
  private static final long MOST_CELLS = 1L << 26;

  private final Loop loop;

  // Threads may overwrite each other's counts: then it takes a few calls more.
  private volatile boolean vectorIsFast;
  private int faster;
  private long cells;

  public GradualLoop(Loop loop) {
    this.loop = loop;
  }

  public void run(double[] a, int ai, double[] c, int ci, int n) {
    Simd form = Simd.forLength(n);
    if (vectorIsFast || form == ScalarSimd.INSTANCE) {
      loop.run(form, a, ai, c, ci, n);
    } else {
      runBoth(form, a, ai, c, ci, n);
    }
  }

  private void runBoth(Simd vector, double[] a, int ai, double[] c, int ci, int n) {
    int part = Math.min(n / SHARE, LARGEST_PART);
    int rest = n - part;
    long start = System.nanoTime();
    loop.run(vector, a, ai, c, ci, part);
    long middle = System.nanoTime();
    loop.run(ScalarSimd.INSTANCE, a, ai + part, c, ci + part, rest);
    long end = System.nanoTime();
    boolean isFaster = (middle - start) * (double) rest < (end - middle) * (double) part;
    faster = isFaster ? faster + 1 : 0;
    cells += n;
    if (faster >= ENOUGH || cells >= MOST_CELLS) {
      vectorIsFast = true;
    }
  }
}
