package dev.linden.matrix.kernel.random;

/**
 * The counter-based generator Philox4x32-10 of Salmon, Moraes, Dror and Shaw, "Parallel random
 * numbers: as easy as 1, 2, 3" (SC 2011): a keyed bijection of 128-bit counters. The key is the
 * seed; the counter is a position (64 bits), a stream that tells uses of the same position apart
 * (32 bits), and the number of the draw at that position (32 bits). Whoever asks for the same place
 * gets the same bits, in any order and on any thread.
 */
final class Philox {
  /**
   * Streams: every use of random numbers has its own, so that equal seeds do not tie them together.
   */
  static final int UNIFORM = 0;

  static final int CELL_CHOICE = 1;
  static final int GAPS = 2;
  static final int SAMPLE = 3;
  static final int NORMAL = 4;
  static final int POISSON = 5;
  static final int TREES = 6;
  static final int BANDS = 7;

  private static final long MULTIPLIER_0 = 0xD2511F53L;
  private static final long MULTIPLIER_1 = 0xCD9E8D57L;
  private static final int WEYL_0 = 0x9E3779B9;
  private static final int WEYL_1 = 0xBB67AE85;
  private static final int ROUNDS = 10;
  private static final double TWO_POW_MINUS_53 = 0x1.0p-53;

  private final int key0;
  private final int key1;

  private long first;
  private long second;

  Philox(long seed) {
    key0 = (int) seed;
    key1 = (int) (seed >>> 32);
  }

  /** Computes the 128 bits of a place; {@link #first()} and {@link #second()} return them. */
  void moveTo(long position, int stream, int draw) {
    int c0 = (int) position;
    int c1 = (int) (position >>> 32);
    int c2 = stream;
    int c3 = draw;
    int k0 = key0;
    int k1 = key1;
    for (int round = 0; round < ROUNDS; round++) {
      long product0 = MULTIPLIER_0 * (c0 & 0xFFFFFFFFL);
      long product1 = MULTIPLIER_1 * (c2 & 0xFFFFFFFFL);
      c0 = (int) (product1 >>> 32) ^ c1 ^ k0;
      c1 = (int) product1;
      c2 = (int) (product0 >>> 32) ^ c3 ^ k1;
      c3 = (int) product0;
      k0 += WEYL_0;
      k1 += WEYL_1;
    }
    first = (long) c1 << 32 | c0 & 0xFFFFFFFFL;
    second = (long) c3 << 32 | c2 & 0xFFFFFFFFL;
  }

  long first() {
    return first;
  }

  long second() {
    return second;
  }

  /** The top 53 bits as a number in [0, 1). */
  static double unit(long bits) {
    return (bits >>> 11) * TWO_POW_MINUS_53;
  }

  /** The top 53 bits as a number in (0, 1], fit for logarithms. */
  static double positiveUnit(long bits) {
    return ((bits >>> 11) + 1) * TWO_POW_MINUS_53;
  }
}
