package dev.linden.matrix.kernel.fold;

import dev.linden.base.InputError;
import dev.linden.matrix.Dense;
import dev.linden.matrix.Formats;
import dev.linden.matrix.Matrix;
import dev.linden.matrix.Workers;
import dev.linden.matrix.kernel.rows.Grain;
import dev.linden.matrix.simd.CompensatedSum;
import dev.linden.matrix.simd.Simd;

/**
 * Statistics of column vectors, numerically stable; {@code weights} may be null and count as
 * multiplicities. Means are found first, then powers of the deviations from them are summed, all
 * with compensation. Without any cell results are NaN.
 */
public final class Moments {
  /** Cells that are handled together: three buffers stay in the first-level cache. */
  private static final int CHUNK = 1024;

  private Moments() {}

  /** Biased central moment of order 2, 3 or 4. */
  public static double centralMoment(Matrix x, Matrix weights, int order, Workers workers) {
    if (order < 2 || order > 4) {
      throw new InputError("the order of a central moment is 2, 3 or 4, but got " + order);
    }
    Sums sums = new Sums(x, null, weights, workers);
    return sums.ofPowers(sums.meanX(), order) / sums.weight;
  }

  /** Unbiased covariance. */
  public static double covariance(Matrix x, Matrix y, Matrix weights, Workers workers) {
    Sums sums = new Sums(x, y, weights, workers);
    return sums.ofProducts(sums.meanX(), sums.meanY()) / (sums.weight - 1);
  }

  public static double weightedMean(Matrix x, Matrix weights, Workers workers) {
    Sums sums = new Sums(x, null, weights, workers);
    return sums.ofPowers(0, 1) / sums.weight;
  }

  // ---- parts of them, for matrices that are in pieces

  /** Sum of {@code w * (x - center)^order}. */
  public static double sumOfPowers(
      Matrix x, Matrix weights, double center, int order, Workers workers) {
    return new Sums(x, null, weights, workers).ofPowers(center, order);
  }

  /** Sum of {@code w * (x - centerX) * (y - centerY)}. */
  public static double sumOfProducts(
      Matrix x, double centerX, Matrix y, double centerY, Matrix weights, Workers workers) {
    return new Sums(x, y, weights, workers).ofProducts(centerX, centerY);
  }

  /** Weighted sums over all cells of one matrix, or two of one shape. */
  private static final class Sums {
    private final Dense x;
    private final Dense y;
    private final Dense w;
    private final Workers workers;
    final double weight;

    Sums(Matrix x, Matrix y, Matrix w, Workers workers) {
      this.x = Formats.toDense(x, workers);
      this.y = other(x, y, workers);
      this.w = other(x, w, workers);
      this.workers = workers;
      weight = w == null ? x.cells() : Aggregate.all(Aggregate.Kind.SUM, this.w, workers);
    }

    private static Dense other(Matrix x, Matrix other, Workers workers) {
      if (other == null) {
        return null;
      }
      if (other.rows() != x.rows() || other.cols() != x.cols()) {
        throw new InputError(
            "vectors need equal shapes, but are " + x.shape() + " and " + other.shape());
      }
      return Formats.toDense(other, workers);
    }

    double meanX() {
      return mean(x);
    }

    double meanY() {
      return mean(y);
    }

    /** Measured from the first cell, so that the mean of equal cells is exactly their value. */
    private double mean(Dense a) {
      if (a.cells() == 0) {
        return Double.NaN;
      }
      double origin = a.get(0, 0);
      return origin + sum(a, origin, 1, null, 0) / weight;
    }

    /** Sum of {@code w * (x - center)^order}. */
    double ofPowers(double center, int order) {
      return sum(x, center, order, null, 0);
    }

    /** Sum of {@code w * (x - centerX) * (y - centerY)}. */
    double ofProducts(double centerX, double centerY) {
      return sum(x, centerX, 1, y, centerY);
    }

    /** Sum of {@code w * (a - centerA)^order * (b - centerB)}; b may be null. */
    private double sum(Dense a, double centerA, int order, Dense b, double centerB) {
      int cols = a.cols();
      int grain = Grain.rows(cols);
      CompensatedSum[] partials = new CompensatedSum[Workers.rangeCount(a.rows(), grain)];
      workers.forRanges(
          a.rows(),
          grain,
          (start, end) -> {
            Chunk chunk = new Chunk(centerA, order, centerB);
            int next;
            for (int i = start; i < end; i = next) {
              next = Math.min(end, a.panelEnd(i));
              next = b == null ? next : Math.min(next, b.panelEnd(i));
              next = w == null ? next : Math.min(next, w.panelEnd(i));
              int n = (next - i) * cols;
              for (int k = 0; k < n; k += CHUNK) {
                chunk.add(a, b, w, i, k, Math.min(CHUNK, n - k));
              }
            }
            partials[start / grain] = chunk.sum;
          });
      CompensatedSum total = new CompensatedSum();
      for (CompensatedSum partial : partials) {
        total.add(partial);
      }
      return total.value();
    }
  }

  /** Adds up terms, some of them at a time in buffers; one per range. */
  private static final class Chunk {
    private final double centerA;
    private final int order;
    private final double centerB;
    private final double[] terms = new double[CHUNK];
    private final double[] factors = new double[CHUNK];
    final CompensatedSum sum = new CompensatedSum();

    Chunk(double centerA, int order, double centerB) {
      this.centerA = centerA;
      this.order = order;
      this.centerB = centerB;
    }

    /** {@code n} cells from the {@code k}th behind the start of a row; b and w may be null. */
    void add(Dense a, Dense b, Dense w, int row, int k, int n) {
      Simd simd = Simd.forLength(n);
      simd.subtract(a.panelOf(row), a.offset(row) + k, centerA, terms, 0, n);
      if (order == 3) {
        simd.multiply(terms, 0, terms, 0, factors, 0, n);
        simd.multiply(terms, 0, factors, 0, terms, 0, n);
      } else {
        for (int power = 1; power < order; power *= 2) {
          simd.multiply(terms, 0, terms, 0, terms, 0, n);
        }
      }
      if (b != null) {
        simd.subtract(b.panelOf(row), b.offset(row) + k, centerB, factors, 0, n);
        simd.multiply(terms, 0, factors, 0, terms, 0, n);
      }
      if (w != null) {
        simd.multiply(terms, 0, w.panelOf(row), w.offset(row) + k, terms, 0, n);
      }
      simd.sum(terms, 0, n, sum);
    }
  }
}
