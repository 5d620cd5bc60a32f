package dev.linden.matrix.kernel.fold;

import dev.linden.base.InputError;
import dev.linden.matrix.Dense;
import dev.linden.matrix.Formats;
import dev.linden.matrix.Matrix;
import dev.linden.matrix.Workers;
import dev.linden.matrix.kernel.reorg.RowSort;
import dev.linden.matrix.simd.CompensatedSum;
import java.util.Arrays;

/**
 * Order statistics of a column, perhaps with weights that count as multiplicities. NaN is the
 * largest value; a column without cells (or of weight 0) has the quantile NaN.
 */
public final class Quantiles {
  /** Sorted pieces of this length are merged; they fit the second-level cache. */
  private static final int PIECE = 1 << 16;

  /** Ascending. */
  private final double[] values;

  /** Weight of the values up to and including each; null when all weigh 1. */
  private final double[] reached;

  private final double total;

  /** {@code weights} may be null. */
  public Quantiles(Matrix x, Matrix weights, Workers workers) {
    if (x.cols() != 1) {
      throw new InputError("quantiles are those of a column (n x 1), but found " + x.shape());
    }
    if (weights == null) {
      values = sort(cells(x, workers), workers);
      reached = null;
      total = values.length;
      return;
    }
    if (weights.rows() != x.rows() || weights.cols() != 1) {
      throw new InputError(
          "weights must have the shape of their column, "
              + x.shape()
              + ", but are "
              + weights.shape());
    }
    double[] column = cells(x, workers);
    double[] multiples = cells(weights, workers);
    double[] sorted = new double[column.length];
    double[] sums = new double[column.length];
    int size = 0;
    CompensatedSum sum = new CompensatedSum();
    for (int i : RowSort.permutation(x, new int[] {0}, false, workers)) {
      if (!(multiples[i] >= 0)) {
        throw new InputError(
            "weights must be at least 0, but row " + (i + 1) + " has " + multiples[i]);
      }
      if (multiples[i] > 0) {
        sum.add(multiples[i]);
        sorted[size] = column[i];
        sums[size++] = sum.value();
      }
    }
    values = Arrays.copyOf(sorted, size);
    reached = Arrays.copyOf(sums, size);
    total = sum.value();
  }

  private static double[] cells(Matrix x, Workers workers) {
    return Formats.toDense(x, workers).toArray();
  }

  /** The value at position ceil(p * total), at least 1. */
  public double at(double p) {
    return values.length == 0 ? Double.NaN : values[position(p * total)];
  }

  /** A column for a column of probabilities. */
  public Matrix at(Matrix probabilities) {
    Dense result = Dense.zeros(probabilities.rows(), 1);
    for (int i = 0; i < probabilities.rows(); i++) {
      result.set(i, 0, at(probability(probabilities.get(i, 0))));
    }
    return result;
  }

  /** Checks that p is within 0..1. */
  public static double probability(double p) {
    if (!(p >= 0 && p <= 1)) {
      throw new InputError("p of quantile must be within 0..1, but is " + p);
    }
    return p;
  }

  /** Index of the first value with which so much weight is reached. */
  private int position(double weight) {
    if (reached == null) {
      return (int) Math.max(0, Math.min(values.length, Math.ceil(weight)) - 1);
    }
    int low = 0;
    int high = values.length - 1;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (reached[middle] >= weight) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return low;
  }

  private double reached(int position) {
    return reached == null ? position + 1.0 : reached[position];
  }

  /** The value in the middle, or the mean of the two there. */
  public double median() {
    if (values.length == 0) {
      return Double.NaN;
    }
    int position = position(total / 2);
    boolean between = reached(position) == total / 2 && position + 1 < values.length;
    return between ? values[position] / 2 + values[position + 1] / 2 : values[position];
  }

  /** Mean of the values between the quartiles, those at both ends with the part inside. */
  public double interQuartileMean() {
    if (values.length == 0) {
      return Double.NaN;
    }
    double a = 0.25 * total;
    double b = 0.75 * total;
    int first = position(a);
    int last = position(b);
    CompensatedSum sum = new CompensatedSum();
    for (int k = first + 1; k <= last; k++) {
      sum.add(reached == null ? values[k] : values[k] * (reached[k] - reached[k - 1]));
    }
    addPart(sum, reached(first) - a, values[first]);
    addPart(sum, b - reached(last), values[last]);
    return sum.value() / (total / 2);
  }

  /** A part of nothing adds nothing, be the value infinite. */
  private static void addPart(CompensatedSum sum, double part, double value) {
    if (part != 0) {
      sum.add(part * value);
    }
  }

  /**
   * The sorted values after the position of the p-quantile up to that of the (1-p)-quantile, as a
   * column; each once, whatever its weight.
   */
  public Matrix between(double p) {
    if (values.length == 0) {
      return Dense.zeros(0, 1);
    }
    // position 0 stands before the first value
    int first = p * total == 0 ? 0 : position(p * total) + 1;
    int last = position((1 - p) * total) + 1;
    return Dense.wrap(
        Math.max(0, last - first), 1, Arrays.copyOfRange(values, first, Math.max(first, last)));
  }

  // ---- sorting

  /** Sorts pieces on all workers, then merges pairs of them until one is left. */
  static double[] sort(double[] cells, Workers workers) {
    int n = cells.length;
    workers.forRanges(n, PIECE, (start, end) -> Arrays.sort(cells, start, end));
    double[] from = cells;
    double[] to = n > PIECE ? new double[n] : null;
    for (long width = PIECE; width < n; width *= 2) {
      double[] source = from;
      double[] target = to;
      long run = width;
      int pairs = (int) ((n + 2 * run - 1) / (2 * run));
      workers.forRanges(
          pairs,
          1,
          (start, end) -> {
            for (int pair = start; pair < end; pair++) {
              merge(source, target, pair * 2 * run, run);
            }
          });
      from = target;
      to = source;
    }
    return from;
  }

  private static void merge(double[] from, double[] to, long start, long run) {
    int left = (int) start;
    int leftEnd = (int) Math.min(from.length, start + run);
    int right = leftEnd;
    int end = (int) Math.min(from.length, start + 2 * run);
    for (int at = left; at < end; at++) {
      boolean takeLeft =
          right == end || (left < leftEnd && Double.compare(from[left], from[right]) <= 0);
      to[at] = takeLeft ? from[left++] : from[right++];
    }
  }
}
