package dev.linden.matrix.kernel.group;

import java.util.Arrays;

/**
 * Estimates the number of distinct values from the k smallest of their hashes (k minimum values;
 * Bar-Yossef et al. 2002, Beyer et al. 2007): if the k-th smallest of uniform hashes in (0,1) is u,
 * there are about (k-1)/u values. Exact below k; the standard error is 1/sqrt(k-2), 3 %. What it
 * holds does not depend on the order of values.
 */
final class DistinctSketch {
  static final int K = 1024;

  /** Hashes, not sorted and perhaps repeated until {@link #compact()}; room to sort rarely. */
  private final long[] hashes = new long[4 * K];

  private int size;
  private long largestKept = Long.MAX_VALUE;

  void add(double value) {
    // + 0.0 turns -0 into 0; the constant keeps 0 from being its own hash
    long bits = Double.doubleToLongBits(value + 0.0) + 0x9E3779B97F4A7C15L;
    addHash(DoubleSet.mix(bits) >>> 1);
  }

  private void addHash(long hash) {
    if (hash > largestKept) {
      return;
    }
    hashes[size++] = hash;
    if (size == hashes.length) {
      compact();
    }
  }

  void addAll(DistinctSketch other) {
    for (int i = 0; i < other.size; i++) {
      addHash(other.hashes[i]);
    }
  }

  void clear() {
    size = 0;
    largestKept = Long.MAX_VALUE;
  }

  private void compact() {
    Arrays.sort(hashes, 0, size);
    int distinct = 0;
    for (int i = 0; i < size && distinct < K; i++) {
      if (distinct == 0 || hashes[i] != hashes[distinct - 1]) {
        hashes[distinct++] = hashes[i];
      }
    }
    size = distinct;
    if (size == K) {
      largestKept = hashes[K - 1];
    }
  }

  long estimate() {
    compact();
    return estimate(size, largestKept);
  }

  /**
   * @param kept how many of the smallest hashes, at most {@link #K}
   */
  static long estimate(int kept, long largestKept) {
    return kept < K ? kept : Math.round((K - 1) / (largestKept * 0x1p-63));
  }

  /** Ascending, at most {@link #K}. */
  long[] smallestHashes() {
    compact();
    return Arrays.copyOf(hashes, size);
  }
}
