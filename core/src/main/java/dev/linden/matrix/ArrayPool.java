package dev.linden.matrix;

/**
 * Keeps dead arrays for reuse: fresh memory costs zeroing and page faults, more than most
 * operations on it.
 */
public interface ArrayPool {
  /** Arrays below this many cells are left to the garbage collector. */
  int SMALLEST = 8192;

  /** An array of exactly this length, all zeros. */
  double[] cleared(int length);

  /** An array of exactly this length with any contents. */
  double[] uncleared(int length);

  /** An array of exactly this length with any contents. */
  int[] ints(int length);

  /** Hands over an array that nobody references any more. */
  void recycle(double[] array);

  /** Hands over an array that nobody references any more. */
  void recycle(int[] array);

  /**
   * How long to make an array of which {@code length} cells are needed and more do no harm, as with
   * the non-zeros of a sparse matrix: a length that later results of about this size ask for, too.
   */
  default int roomFor(int length) {
    return length;
  }

  /** No reuse at all. */
  static ArrayPool none() {
    return NoPool.INSTANCE;
  }

  /** {@link #none()}. */
  enum NoPool implements ArrayPool {
    INSTANCE;

    @Override
    public double[] cleared(int length) {
      return new double[length];
    }

    @Override
    public double[] uncleared(int length) {
      return new double[length];
    }

    @Override
    public int[] ints(int length) {
      return new int[length];
    }

    @Override
    public void recycle(double[] array) {
      // left to the garbage collector
    }

    @Override
    public void recycle(int[] array) {
      // left to the garbage collector
    }
  }
}
