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

  /** Hands over an array that nobody references any more. */
  void recycle(double[] array);

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
    public void recycle(double[] array) {
      // left to the garbage collector
    }
  }
}
