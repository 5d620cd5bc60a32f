package dev.linden.matrix.kernel;

import dev.linden.base.InputError;
import dev.linden.matrix.Dense;
import dev.linden.matrix.Formats;
import dev.linden.matrix.Matrix;
import dev.linden.matrix.Workers;
import dev.linden.matrix.simd.CompensatedSum;

/**
 * Statistics of column vectors, numerically stable; {@code weights} may be null and count as
 * multiplicities. Means are found first, then powers of the deviations from them are summed, all
 * with compensation. Without any cell results are NaN.
 */
public final class Moments {
  private Moments() {}

  /** What a cell adds to a sum; y is 0 and w is 1 where there is no such vector. */
  private interface Term {
    double of(double x, double y, double w);
  }

  /** Biased central moment of order 2, 3 or 4. */
  public static double centralMoment(Matrix x, Matrix weights, int order, Workers workers) {
    if (order < 2 || order > 4) {
      throw new InputError("the order of a central moment is 2, 3 or 4, but got " + order);
    }
    Sums sums = new Sums(x, null, weights, workers);
    double mean = sums.mean((v, y) -> v);
    double moment =
        sums.of(
            (v, y, w) -> {
              double d = v - mean;
              double square = d * d;
              return w * (order == 2 ? square : order == 3 ? square * d : square * square);
            });
    return moment / sums.weight;
  }

  /** Unbiased covariance. */
  public static double covariance(Matrix x, Matrix y, Matrix weights, Workers workers) {
    Sums sums = new Sums(x, y, weights, workers);
    double meanX = sums.mean((v, u) -> v);
    double meanY = sums.mean((v, u) -> u);
    return sums.of((v, u, w) -> w * (v - meanX) * (u - meanY)) / (sums.weight - 1);
  }

  public static double weightedMean(Matrix x, Matrix weights, Workers workers) {
    Sums sums = new Sums(x, null, weights, workers);
    return sums.of((v, y, w) -> w * v) / sums.weight;
  }

  /** Sums over all cells of up to three matrices of one shape. */
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
      weight = w == null ? x.cells() : of((v, u, m) -> m);
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

    /** Which of the two cells. */
    private interface Pick {
      double of(double x, double y);
    }

    /** Measured from the first cell, so that the mean of equal cells is exactly their value. */
    double mean(Pick pick) {
      if (x.cells() == 0) {
        return Double.NaN;
      }
      double origin = pick.of(x.get(0, 0), y == null ? 0 : y.get(0, 0));
      return origin + of((v, u, m) -> m * (pick.of(v, u) - origin)) / weight;
    }

    double of(Term term) {
      int cols = x.cols();
      int grain = Grain.rows(cols);
      CompensatedSum[] partials = new CompensatedSum[Workers.rangeCount(x.rows(), grain)];
      workers.forRanges(
          x.rows(),
          grain,
          (start, end) -> {
            CompensatedSum sum = new CompensatedSum();
            int next;
            for (int i = start; i < end; i = next) {
              next = Math.min(end, x.panelEnd(i));
              next = y == null ? next : Math.min(next, y.panelEnd(i));
              next = w == null ? next : Math.min(next, w.panelEnd(i));
              add(term, i, (next - i) * cols, sum);
            }
            partials[start / grain] = sum;
          });
      CompensatedSum total = new CompensatedSum();
      for (CompensatedSum partial : partials) {
        total.add(partial);
      }
      return total.value();
    }

    private void add(Term term, int row, int n, CompensatedSum sum) {
      double[] xs = x.panelOf(row);
      int xi = x.offset(row);
      double[] ys = y == null ? null : y.panelOf(row);
      int yi = y == null ? 0 : y.offset(row);
      double[] ws = w == null ? null : w.panelOf(row);
      int wi = w == null ? 0 : w.offset(row);
      for (int k = 0; k < n; k++) {
        sum.add(term.of(xs[xi + k], ys == null ? 0 : ys[yi + k], ws == null ? 1 : ws[wi + k]));
      }
    }
  }
}
