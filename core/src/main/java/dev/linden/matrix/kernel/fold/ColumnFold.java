package dev.linden.matrix.kernel.fold;

import dev.linden.matrix.simd.CompensatedSum;
import dev.linden.matrix.simd.Simd;
import java.util.Arrays;

/**
 * One aggregate per column over a growing set of rows. {@code first} holds the sum, extreme,
 * product or mean of each column, {@code second} the compensation, the sum of squared deviations or
 * (product) non-zero once a stored cell is not finite.
 */
public final class ColumnFold {
  private final Aggregate.Kind kind;
  private final double[] first;
  private final double[] second;

  /** Stored cells per column; null when all rows are dense and {@code rows} says it. */
  private final long[] counts;

  private long rows;

  public ColumnFold(Aggregate.Kind kind, int cols, boolean sparse) {
    this.kind = kind;
    first = new double[cols];
    second = new double[cols];
    counts = sparse ? new long[cols] : null;
    switch (kind) {
      case MIN -> Arrays.fill(first, Double.POSITIVE_INFINITY);
      case MAX -> Arrays.fill(first, Double.NEGATIVE_INFINITY);
      case PROD -> Arrays.fill(first, 1);
      default -> {}
    }
  }

  /**
   * The next rows of a dense matrix, {@code n} cells each; {@code n} is the number of columns here,
   * or less for the last row of a fold that is {@link #folded} afterwards.
   */
  public void addRows(double[] a, int ai, int stride, int count, int n, Simd simd) {
    switch (kind) {
      case SUM, MEAN -> simd.addTo(first, second, a, ai, stride, count, n);
      case SUM_OF_SQUARES -> simd.addSquaresTo(first, second, a, ai, stride, count, n);
      default -> {
        for (int i = 0; i < count; i++) {
          addRow(a, ai + i * stride, n, rows + i + 1);
        }
      }
    }
    rows += count;
  }

  private void addRow(double[] a, int ai, int n, long count) {
    switch (kind) {
      case MIN -> {
        for (int j = 0; j < n; j++) {
          first[j] = Math.min(first[j], a[ai + j]);
        }
      }
      case MAX -> {
        for (int j = 0; j < n; j++) {
          first[j] = Math.max(first[j], a[ai + j]);
        }
      }
      case PROD -> {
        for (int j = 0; j < n; j++) {
          first[j] *= a[ai + j];
        }
      }
      default -> {
        // Welford: equal cells leave the deviations at exactly 0
        double share = 1.0 / count;
        for (int j = 0; j < n; j++) {
          double x = a[ai + j];
          double delta = x - first[j];
          double mean = first[j] + delta * share;
          second[j] += delta * (x - mean);
          first[j] = mean;
        }
      }
    }
  }

  /**
   * Of a fold whose columns are those of several rows side by side: one of {@code cols} columns
   * that has seen {@code rowCount} rows. Not for variances, which need to know the count of each.
   */
  ColumnFold folded(int cols, int rowCount) {
    ColumnFold result = new ColumnFold(kind, cols, false);
    System.arraycopy(first, 0, result.first, 0, cols);
    System.arraycopy(second, 0, result.second, 0, cols);
    for (int at = cols; at < first.length; at += cols) {
      for (int j = 0; j < cols; j++) {
        result.addAggregate(j, first[at + j], second[at + j]);
      }
    }
    result.rows = rowCount;
    return result;
  }

  /** One stored cell of a sparse row. */
  public void addCell(int j, double x) {
    counts[j]++;
    switch (kind) {
      case SUM, MEAN -> addSum(j, x, 0);
      case SUM_OF_SQUARES -> addSum(j, x * x, 0);
      case MIN -> first[j] = Math.min(first[j], x);
      case MAX -> first[j] = Math.max(first[j], x);
      case PROD -> {
        first[j] *= x;
        second[j] = Double.isFinite(x) ? second[j] : 1;
      }
      case VAR, SD -> {
        double delta = x - first[j];
        double mean = first[j] + delta / counts[j];
        second[j] += delta * (x - mean);
        first[j] = mean;
      }
    }
  }

  /** Adds the rows of another fold that lie below the ones seen here. */
  public void add(ColumnFold other) {
    for (int j = 0; j < first.length; j++) {
      if (kind == Aggregate.Kind.VAR || kind == Aggregate.Kind.SD) {
        addDeviations(j, other.count(j), other.first[j], other.second[j]);
      } else {
        addAggregate(j, other.first[j], other.second[j]);
      }
    }
    rows += other.rows;
    if (counts != null) {
      for (int j = 0; j < counts.length; j++) {
        counts[j] += other.counts[j];
      }
    }
  }

  /** What a sum of each column that goes on from here starts with. */
  double[] sums() {
    return first.clone();
  }

  double[] compensations() {
    return second.clone();
  }

  private void addAggregate(int j, double x, double secondary) {
    switch (kind) {
      case SUM, MEAN, SUM_OF_SQUARES -> addSum(j, x, secondary);
      case MIN -> first[j] = Math.min(first[j], x);
      case MAX -> first[j] = Math.max(first[j], x);
      case PROD -> {
        first[j] *= x;
        second[j] += secondary;
      }
      case VAR, SD -> throw new IllegalStateException("needs counts");
    }
  }

  private long count(int j) {
    return counts == null ? rows : counts[j];
  }

  private void addSum(int j, double x, double compensation) {
    double sum = first[j];
    double next = sum + x;
    double taken = next - sum;
    second[j] += (sum - (next - taken)) + (x - taken) + compensation;
    first[j] = next;
  }

  private void addDeviations(int j, long otherCount, double otherMean, double otherSquares) {
    long count = count(j);
    if (otherCount == 0) {
      return;
    }
    if (count == 0) {
      first[j] = otherMean;
      second[j] = otherSquares;
      return;
    }
    double delta = otherMean - first[j];
    double total = (double) count + otherCount;
    first[j] += delta * (otherCount / total);
    second[j] += otherSquares + delta * delta * (count * (otherCount / total));
  }

  /** Writes one result per column of a matrix with {@code total} rows; cells not seen are zeros. */
  public void results(int total, double[] to, int at) {
    for (int j = 0; j < first.length; j++) {
      to[at + j] = result(j, total);
    }
  }

  private double result(int j, int total) {
    boolean zeros = count(j) < total;
    return switch (kind) {
      case SUM, SUM_OF_SQUARES -> CompensatedSum.value(first[j], second[j]);
      case MEAN -> CompensatedSum.value(first[j], second[j]) / total;
      case MIN -> zeros ? Math.min(first[j], 0) : first[j];
      case MAX -> zeros ? Math.max(first[j], 0) : first[j];
      case PROD -> zeros ? (second[j] != 0 ? Double.NaN : 0) : first[j];
      case VAR -> variance(j, total);
      case SD -> Math.sqrt(variance(j, total));
    };
  }

  private double variance(int j, int total) {
    if (total == 0) {
      return Double.NaN;
    }
    addDeviations(j, total - count(j), 0, 0);
    return second[j] / Math.max(1, total - 1);
  }
}
