package dev.linden.spark.operator;

import dev.linden.matrix.kernel.group.ValueOrder;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/** Values in ascending order, each with how often it occurs and what its cells weigh together. */
final class Runs implements Serializable {
  private static final long serialVersionUID = 1L;

  static final Runs NONE = new Runs(new long[0], new long[0], new double[0]);

  /** {@link ValueOrder} of the values. */
  private final long[] keys;

  private final long[] counts;
  private final double[] weights;

  private Runs(long[] keys, long[] counts, double[] weights) {
    this.keys = keys;
    this.counts = counts;
    this.weights = weights;
  }

  /** Collects single cells. */
  static final class Builder {
    private long[] keys = new long[16];
    private double[] weights = new double[16];
    private int size;

    void add(long key, double weight) {
      if (size == keys.length) {
        keys = Arrays.copyOf(keys, 2 * size);
        weights = Arrays.copyOf(weights, 2 * size);
      }
      keys[size] = key;
      weights[size++] = weight;
    }

    Runs build() {
      Integer[] order = new Integer[size];
      Arrays.setAll(order, k -> k);
      Arrays.sort(order, Comparator.comparingLong(k -> keys[k]));
      long[] distinct = new long[size];
      long[] counts = new long[size];
      double[] sums = new double[size];
      int last = -1;
      for (int k : order) {
        last += last < 0 || distinct[last] != keys[k] ? 1 : 0;
        distinct[last] = keys[k];
        counts[last]++;
        sums[last] += weights[k];
      }
      return new Runs(distinct, counts, sums).part(0, last + 1);
    }
  }

  /** Pairs of neighbours first: no run is copied often. */
  static Runs merged(Iterable<Runs> parts) {
    List<Runs> left = new ArrayList<>();
    parts.forEach(left::add);
    while (left.size() > 1) {
      List<Runs> next = new ArrayList<>();
      for (int k = 0; k < left.size(); k += 2) {
        next.add(k + 1 < left.size() ? left.get(k).merge(left.get(k + 1)) : left.get(k));
      }
      left = next;
    }
    return left.isEmpty() ? NONE : left.get(0);
  }

  private Runs merge(Runs other) {
    int most = keys.length + other.keys.length;
    long[] allKeys = new long[most];
    long[] allCounts = new long[most];
    double[] allWeights = new double[most];
    int size = 0;
    int i = 0;
    int j = 0;
    while (i < keys.length || j < other.keys.length) {
      boolean first = j == other.keys.length || (i < keys.length && keys[i] <= other.keys[j]);
      long key = first ? keys[i] : other.keys[j];
      allKeys[size] = key;
      if (i < keys.length && keys[i] == key) {
        allCounts[size] += counts[i];
        allWeights[size] += weights[i++];
      }
      if (j < other.keys.length && other.keys[j] == key) {
        allCounts[size] += other.counts[j];
        allWeights[size] += other.weights[j++];
      }
      size++;
    }
    return new Runs(
        Arrays.copyOf(allKeys, size),
        Arrays.copyOf(allCounts, size),
        Arrays.copyOf(allWeights, size));
  }

  /** Different values. */
  int size() {
    return keys.length;
  }

  long key(int k) {
    return keys[k];
  }

  double weight(int k) {
    return weights[k];
  }

  long cells() {
    return Arrays.stream(counts).sum();
  }

  /** Those from place {@code from} to place {@code to}. */
  Runs part(int from, int to) {
    return new Runs(
        Arrays.copyOfRange(keys, from, to),
        Arrays.copyOfRange(counts, from, to),
        Arrays.copyOfRange(weights, from, to));
  }

  /** Cells before each value. */
  long[] starts() {
    long[] starts = new long[keys.length];
    for (int k = 1; k < starts.length; k++) {
      starts[k] = starts[k - 1] + counts[k - 1];
    }
    return starts;
  }

  /** The values of this many cells from the {@code first}th on. */
  double[] values(long[] starts, long first, int length) {
    double[] values = new double[length];
    int found = Arrays.binarySearch(starts, first);
    int k = found >= 0 ? found : -found - 2;
    for (int at = 0; at < length; k++) {
      int end = (int) Math.min(length, starts[k] + counts[k] - first);
      Arrays.fill(values, at, end, ValueOrder.value(keys[k]));
      at = end;
    }
    return values;
  }
}
