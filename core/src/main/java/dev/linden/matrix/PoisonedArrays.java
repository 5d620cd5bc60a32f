package dev.linden.matrix;

import java.util.Arrays;

/**
 * No reuse, but the dangers of reuse: uncleared and recycled arrays are full of NaN, or of numbers
 * that are no index, and arrays for which more cells do no harm have more. A kernel that leaves a
 * cell unwritten, or a matrix that is used after its arrays were given back, shows in the results.
 */
public final class PoisonedArrays implements ArrayPool {
  @Override
  public double[] cleared(int length) {
    return new double[length];
  }

  @Override
  public double[] uncleared(int length) {
    double[] array = new double[length];
    Arrays.fill(array, Double.NaN);
    return array;
  }

  @Override
  public void recycle(double[] array) {
    Arrays.fill(array, Double.NaN);
  }

  @Override
  public int[] ints(int length) {
    int[] array = new int[length];
    Arrays.fill(array, Integer.MIN_VALUE);
    return array;
  }

  @Override
  public void recycle(int[] array) {
    Arrays.fill(array, Integer.MIN_VALUE);
  }

  @Override
  public int roomFor(int length) {
    return length + 3;
  }
}
