package dev.linden.matrix.kernel.reorg;

import dev.linden.matrix.Dense;
import dev.linden.matrix.Matrix;
import dev.linden.matrix.Plain;
import dev.linden.matrix.Workers;
import dev.linden.matrix.kernel.rows.Grain;
import java.util.Arrays;

/**
 * Stable order of rows by one or more columns: for each column, from the least significant one, a
 * radix sort of the permutation by keys whose unsigned order is the order of the doubles. Equal
 * values (0 and -0 too) keep their places.
 *
 * <p>Many rows are first distributed by the leading bits in which their keys differ, several parts
 * of them at the same time; the buckets are then sorted independently, most of them within the
 * cache. Stability makes the result independent of the parts.
 */
public final class RowSort {
  private static final int BITS = 8;
  private static final int BUCKETS = 1 << BITS;

  /** Below this many rows, insertion beats eight passes over the buckets. */
  private static final int SMALL = 64;

  /** From this many rows on, keys are distributed by their leading bits first. */
  private static final int LARGE = 1 << 15;

  /** Bits of that first step: few enough buckets that each keeps its page and line at hand. */
  private static final int LEADING_BITS = 10;

  private long[] keys; // of the row at each place of the order
  private int[] order;
  private long[] otherKeys;
  private int[] otherOrder;
  private final Workers workers;

  private RowSort(int rows, Workers workers) {
    this.workers = workers;
    keys = new long[rows];
    order = new int[rows];
    for (int i = 0; i < rows; i++) {
      order[i] = i;
    }
    otherKeys = rows <= SMALL ? null : new long[rows];
    otherOrder = rows <= SMALL ? null : new int[rows];
  }

  /** Place i of the result is taken by row {@code permutation[i]}. NaN is the largest value. */
  public static int[] permutation(Matrix a, int[] by, boolean decreasing, Workers workers) {
    RowSort sort = new RowSort(a.rows(), workers);
    Plain cells = a.plain(workers);
    for (int b = by.length - 1; b >= 0; b--) {
      sort.loadKeys(cells, by[b], decreasing);
      sort.sort();
    }
    return sort.order;
  }

  private void loadKeys(Plain a, int col, boolean decreasing) {
    workers.forRanges(
        order.length,
        Grain.CELLS,
        (start, end) -> {
          for (int i = start; i < end; i++) {
            int row = order[i];
            double value =
                a instanceof Dense dense
                    ? dense.panelOf(row)[dense.offset(row) + col]
                    : a.get(row, col);
            long key = key(value);
            keys[i] = decreasing ? ~key : key;
          }
        });
  }

  /** Bits whose unsigned order is that of the doubles; all NaN are one. */
  static long key(double value) {
    long bits = Double.doubleToLongBits(value + 0.0); // + 0.0 turns -0 into 0
    return bits < 0 ? ~bits : bits ^ Long.MIN_VALUE;
  }

  private void sort() {
    int n = order.length;
    if (n < LARGE) {
      sortRange(0, n, Long.SIZE);
      return;
    }
    long lowest = keys[0];
    long highest = keys[0];
    for (long key : keys) {
      lowest = Long.compareUnsigned(key, lowest) < 0 ? key : lowest;
      highest = Long.compareUnsigned(key, highest) > 0 ? key : highest;
    }
    int differing = Long.SIZE - Long.numberOfLeadingZeros(highest - lowest);
    int shift = Math.max(0, differing - LEADING_BITS);
    int[] bucketStarts = distribute(lowest, shift);
    int buckets = bucketStarts.length - 1;
    // the lower bits of the distance from the lowest key are left to sort by
    long base = lowest;
    workers.forRanges(
        buckets,
        1,
        (start, end) -> {
          int from = bucketStarts[start];
          int to = bucketStarts[start + 1];
          for (int i = from; i < to; i++) {
            keys[i] -= base;
          }
          sortRange(from, to, shift);
        });
  }

  /** Moves keys and rows to their buckets, in order; the starts of the buckets and the end. */
  private int[] distribute(long lowest, int shift) {
    int n = order.length;
    int buckets = 1 << LEADING_BITS;
    int grain = (n - 1) / workers.threads() + 1;
    int[][] places = new int[Workers.rangeCount(n, grain)][];
    workers.forRanges(
        n,
        grain,
        (start, end) -> {
          int[] counts = new int[buckets];
          for (int i = start; i < end; i++) {
            counts[(int) ((keys[i] - lowest) >>> shift)]++;
          }
          places[start / grain] = counts;
        });
    int[] bucketStarts = new int[buckets + 1];
    int at = 0;
    for (int bucket = 0; bucket < buckets; bucket++) {
      for (int[] part : places) {
        int count = part[bucket];
        part[bucket] = at;
        at += count;
      }
      bucketStarts[bucket + 1] = at;
    }
    workers.forRanges(
        n,
        grain,
        (start, end) -> {
          int[] next = places[start / grain];
          for (int i = start; i < end; i++) {
            long key = keys[i];
            int place = next[(int) ((key - lowest) >>> shift)]++;
            otherKeys[place] = key;
            otherOrder[place] = order[i];
          }
        });
    long[] distributedKeys = otherKeys;
    otherKeys = keys;
    keys = distributedKeys;
    int[] distributed = otherOrder;
    otherOrder = order;
    order = distributed;
    return bucketStarts;
  }

  /** Sorts places {@code [start, end)} by the lowest bits of their keys. */
  private void sortRange(int start, int end, int bits) {
    if (end - start <= SMALL) {
      insertionSort(start, end);
    } else {
      radixSort(start, end, bits);
    }
  }

  private void insertionSort(int start, int end) {
    for (int i = start + 1; i < end; i++) {
      long key = keys[i];
      int row = order[i];
      int at = i;
      while (at > start && Long.compareUnsigned(keys[at - 1], key) > 0) {
        keys[at] = keys[at - 1];
        order[at] = order[at - 1];
        at--;
      }
      keys[at] = key;
      order[at] = row;
    }
  }

  private void radixSort(int start, int end, int bits) {
    long[] fromKeys = keys;
    long[] toKeys = otherKeys;
    int[] from = order;
    int[] to = otherOrder;
    int[] places = new int[BUCKETS + 1];
    for (int shift = 0; shift < bits; shift += BITS) {
      Arrays.fill(places, 0);
      for (int i = start; i < end; i++) {
        places[bucket(fromKeys[i], shift) + 1]++;
      }
      if (places[bucket(fromKeys[start], shift) + 1] == end - start) {
        continue; // all in one bucket
      }
      places[0] = start;
      for (int bucket = 0; bucket < BUCKETS; bucket++) {
        places[bucket + 1] += places[bucket];
      }
      for (int i = start; i < end; i++) {
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
    if (from != order) {
      System.arraycopy(from, start, order, start, end - start);
    }
  }

  private static int bucket(long key, int shift) {
    return (int) (key >>> shift) & (BUCKETS - 1);
  }
}
