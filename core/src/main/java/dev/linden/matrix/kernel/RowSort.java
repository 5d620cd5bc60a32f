package dev.linden.matrix.kernel;

import dev.linden.matrix.Matrix;

/**
 * Stable order of rows by one or more columns: for each column, from the least significant one, a
 * radix sort of the permutation by keys whose unsigned order is the order of the doubles. Equal
 * values (0 and -0 too) keep their places.
 */
final class RowSort {
  private static final int BITS = 8;
  private static final int BUCKETS = 1 << BITS;

  /** Below this many rows, insertion beats eight passes over the buckets. */
  private static final int SMALL = 64;

  private RowSort() {}

  /** Place i of the result is taken by row {@code permutation[i]}. NaN is the largest value. */
  static int[] permutation(Matrix a, int[] by, boolean decreasing) {
    int[] order = new int[a.rows()];
    for (int i = 0; i < order.length; i++) {
      order[i] = i;
    }
    long[] keys = new long[a.rows()]; // of the row at each place of the order
    for (int b = by.length - 1; b >= 0; b--) {
      for (int i = 0; i < order.length; i++) {
        long key = key(a.get(order[i], by[b]));
        keys[i] = decreasing ? ~key : key;
      }
      if (order.length <= SMALL) {
        insertionSort(keys, order);
      } else {
        order = radixSort(keys, order);
      }
    }
    return order;
  }

  /** Bits whose unsigned order is that of the doubles; all NaN are one. */
  static long key(double value) {
    long bits = Double.doubleToLongBits(value + 0.0); // + 0.0 turns -0 into 0
    return bits < 0 ? ~bits : bits ^ Long.MIN_VALUE;
  }

  private static void insertionSort(long[] keys, int[] order) {
    for (int i = 1; i < keys.length; i++) {
      long key = keys[i];
      int row = order[i];
      int at = i;
      while (at > 0 && Long.compareUnsigned(keys[at - 1], key) > 0) {
        keys[at] = keys[at - 1];
        order[at] = order[at - 1];
        at--;
      }
      keys[at] = key;
      order[at] = row;
    }
  }

  /**
   * Sorts {@code order} by {@code keys}, whose contents are lost; returns one of two arrays used in
   * turn.
   */
  private static int[] radixSort(long[] keys, int[] order) {
    int n = keys.length;
    long[] fromKeys = keys;
    long[] toKeys = new long[n];
    int[] from = order;
    int[] to = new int[n];
    for (int shift = 0; shift < Long.SIZE; shift += BITS) {
      int[] places = new int[BUCKETS + 1];
      for (int i = 0; i < n; i++) {
        places[bucket(fromKeys[i], shift) + 1]++;
      }
      if (places[bucket(fromKeys[0], shift) + 1] == n) {
        continue; // all in one bucket
      }
      for (int bucket = 0; bucket < BUCKETS; bucket++) {
        places[bucket + 1] += places[bucket];
      }
      for (int i = 0; i < n; i++) {
        int place = places[bucket(fromKeys[i], shift)]++;
        toKeys[place] = fromKeys[i];
        to[place] = from[i];
      }
      long[] swappedKeys = fromKeys;
      fromKeys = toKeys;
      toKeys = swappedKeys;
      int[] swapped = from;
      from = to;
      to = swapped;
    }
    return from;
  }

  private static int bucket(long key, int shift) {
    return (int) (key >>> shift) & (BUCKETS - 1);
  }
}
