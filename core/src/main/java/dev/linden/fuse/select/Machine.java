package dev.linden.fuse.select;

/**
 * What the cost model knows of the machine, for all threads together.
 *
 * @param readBandwidth bytes per second
 * @param writeBandwidth bytes per second
 * @param flops simple operations on cells per second, inside a loop that stays in the cache
 */
public record Machine(double readBandwidth, double writeBandwidth, double flops) {
  private static final double READ_PER_THREAD = 10e9;
  private static final double WRITE_PER_THREAD = 6e9;
  private static final double FLOPS_PER_THREAD = 4e9;

  /** Threads that together saturate the memory of an ordinary machine. */
  private static final int SATURATING = 8;

  /** Usual figures of a machine with this many threads. */
  public static Machine usual(int threads) {
    int streams = Math.min(threads, SATURATING);
    return new Machine(
        READ_PER_THREAD * streams, WRITE_PER_THREAD * streams, FLOPS_PER_THREAD * threads);
  }

  /** Each figure at most this many times larger or smaller than that of another machine. */
  Machine within(double factor, Machine other) {
    return new Machine(
        within(readBandwidth, factor, other.readBandwidth),
        within(writeBandwidth, factor, other.writeBandwidth),
        within(flops, factor, other.flops));
  }

  private static double within(double figure, double factor, double other) {
    return Math.min(Math.max(figure, other / factor), other * factor);
  }
}
