package dev.linden.matrix.compress.plan;

import java.util.SplittableRandom;

/**
 * Which rows a plan looks at: n^0.65 of them, at least 4096, all of a small matrix; the same ones
 * every time.
 */
public final class SampledRows {
  private static final long SEED = 0x5EED;
  private static final double POWER = 0.65;
  private static final int LEAST = 4096;

  /** Up to so many rows, all of them. */
  private static final int SMALL = 2 * LEAST;

  /** Cells of the sample: 128 MB. */
  private static final long MOST_CELLS = 1 << 24;

  private SampledRows() {}

  /** Their numbers, ascending. */
  public static long[] of(long rows, long cols) {
    return some(rows, count(rows, cols));
  }

  /** For a first look; null if that would be no less work than the sample. */
  public static long[] few(long rows) {
    return Glance.isFor(rows) ? some(rows, Glance.ROWS) : null;
  }

  static int count(long rows, long cols) {
    long most = Math.max(64, MOST_CELLS / Math.max(1, cols));
    double wanted = rows <= SMALL ? rows : Math.max(LEAST, Math.pow(rows, POWER));
    return (int) Math.min(Math.min(rows, wanted), most);
  }

  /** So many of them, no more than there are. */
  static long[] some(long rows, int count) {
    long[] result = new long[count];
    SplittableRandom random = new SplittableRandom(SEED);
    // one of each stretch, so that rows ascend and none is there twice
    for (int s = 0; s < count; s++) {
      long from = stretch(s, rows, count);
      long to = stretch(s + 1L, rows, count);
      result[s] = from + random.nextInt((int) Math.min(Integer.MAX_VALUE, Math.max(1, to - from)));
    }
    return result;
  }

  /** {@code s * rows / count} without overflow. */
  private static long stretch(long s, long rows, int count) {
    return s * (rows / count) + s * (rows % count) / count;
  }
}
