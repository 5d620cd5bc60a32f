package dev.linden.matrix.kernel.tree;

import dev.linden.matrix.Matrix;
import dev.linden.matrix.Plain;
import dev.linden.matrix.Workers;
import java.util.Arrays;

/**
 * The columns of a matrix as small numbers: what trees are grown on. The bins of a feature are
 * stretches of its values in ascending order; missing values (NaN) have a bin of their own behind
 * them.
 */
final class FeatureBins {
  /** Codes are shorts, one of which is for missing values. */
  static final int MOST_BINS = Short.MAX_VALUE - 1;

  /** Cuts of longer columns are those of this many of their rows, at even distances. */
  private static final int SAMPLED_ROWS = 200_000;

  /** How many bins a feature gets. */
  @FunctionalInterface
  interface Parts {
    int of(int feature, int distinct);
  }

  private final int rows;
  private final short[][] codes;

  /** The largest value in each bin, by feature. */
  private final double[][] largest;

  /** The smallest value in each bin, by feature. */
  private final double[][] smallest;

  private final boolean[] missing;

  private FeatureBins(int rows, int features) {
    this.rows = rows;
    codes = new short[features][];
    largest = new double[features][];
    smallest = new double[features][];
    missing = new boolean[features];
  }

  static FeatureBins of(Matrix matrix, Parts parts, Workers workers) {
    Plain x = matrix.plain(workers);
    FeatureBins bins = new FeatureBins(x.rows(), x.cols());
    workers.forRanges(
        x.cols(),
        1,
        (start, end) -> {
          for (int f = start; f < end; f++) {
            bins.bin(x, f, parts);
          }
        });
    return bins;
  }

  /** Bytes for this many cells: codes, and a column per thread while it is sorted. */
  static double bytes(double rows, double features, int threads) {
    return 2 * rows * features + threads * 2 * 8 * rows;
  }

  int rows() {
    return rows;
  }

  int features() {
    return codes.length;
  }

  short[] codes(int feature) {
    return codes[feature];
  }

  /** Bins with values. */
  int count(int feature) {
    return largest[feature].length;
  }

  /** Bins, that of missing values included. */
  int size(int feature) {
    return largest[feature].length + (missing[feature] ? 1 : 0);
  }

  boolean hasMissing(int feature) {
    return missing[feature];
  }

  /** The largest value of a bin. */
  double largest(int feature, int bin) {
    return largest[feature][bin];
  }

  /** A value above all of a bin and above none of the next: half-way between them. */
  double border(int feature, int bin) {
    double below = largest[feature][bin];
    if (bin == largest[feature].length - 1) {
      return Double.POSITIVE_INFINITY;
    }
    double above = smallest[feature][bin + 1];
    double middle = below + (above - below) / 2;
    return middle > below && middle <= above ? middle : above;
  }

  private void bin(Plain x, int f, Parts parts) {
    double[] column = new double[rows];
    for (int i = 0; i < rows; i++) {
      column[i] = x.get(i, f);
    }
    cut(f, sortedSample(column), parts);
    double[] cuts = largest[f];
    short[] own = new short[rows];
    boolean anyMissing = false;
    for (int i = 0; i < rows; i++) {
      double value = column[i];
      if (Double.isNaN(value)) {
        own[i] = (short) cuts.length;
        anyMissing = true;
      } else {
        own[i] = (short) find(cuts, value);
      }
    }
    codes[f] = own;
    missing[f] = anyMissing;
  }

  /** Values in ascending order, without the missing ones. */
  private static double[] sortedSample(double[] column) {
    int step = (column.length - 1) / SAMPLED_ROWS + 1;
    double[] sample = new double[(column.length - 1) / step + 1];
    int count = 0;
    for (int i = 0; i < column.length; i += step) {
      if (!Double.isNaN(column[i])) {
        sample[count++] = column[i];
      }
    }
    sample = Arrays.copyOf(sample, count);
    Arrays.sort(sample);
    return sample;
  }

  /** Bins of about as many rows each; all rows of a value are in the same. */
  private void cut(int f, double[] sorted, Parts parts) {
    int distinct = 0;
    for (int i = 0; i < sorted.length; i++) {
      if (i == 0 || sorted[i] != sorted[i - 1]) {
        distinct++;
      }
    }
    int wanted = Math.min(distinct, Math.max(1, parts.of(f, distinct)));
    double[] last = new double[wanted];
    double[] first = new double[wanted];
    int bins = 0;
    int begin = 0;
    int valuesLeft = distinct;
    for (int end = 1; end <= sorted.length; end++) {
      if (end < sorted.length && sorted[end] == sorted[end - 1]) {
        continue;
      }
      valuesLeft--;
      int binsLeft = wanted - bins;
      boolean full = (double) (end - begin) * binsLeft >= sorted.length - begin;
      if (full || valuesLeft < binsLeft) {
        first[bins] = sorted[begin];
        last[bins++] = sorted[end - 1];
        begin = end;
      }
    }
    smallest[f] = Arrays.copyOf(first, bins);
    largest[f] = Arrays.copyOf(last, bins);
  }

  /** The first bin that reaches up to the value; the last one for larger values. */
  private static int find(double[] cuts, double value) {
    int low = 0;
    int high = cuts.length - 1;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (value <= cuts[middle]) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return low;
  }
}
