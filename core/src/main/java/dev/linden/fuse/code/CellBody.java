package dev.linden.fuse.code;

/**
 * A cell program that can be run: the inner loop of a fused operator. Every form of it computes the
 * same bits. Instances hold no state; threads share them.
 */
public abstract class CellBody {
  /** Most cells of one call: the temporaries then stay in the first-level cache. */
  public static final int MOST_CELLS = 2048;

  /**
   * Computes {@code n} cells.
   *
   * @param in arrays of the program, from {@code at} on
   * @param out where the outputs go, from {@code outAt} on; an output may be an input at the same
   *     place
   * @param temporaries arrays of {@link #MOST_CELLS}, as many as {@link #temporaries()} says
   */
  public abstract void run(
      double[][] in,
      int[] at,
      double[] scalars,
      double[][] out,
      int[] outAt,
      double[][] temporaries,
      int n);

  public abstract int temporaries();

  /** Says that this many cells are about to be computed, so that this can be prepared. */
  public void expect(double cells) {}
}
