package dev.linden.matrix.kernel.fold;

import dev.linden.base.InputError;
import dev.linden.matrix.Dense;
import dev.linden.matrix.Formats;
import dev.linden.matrix.Matrix;
import dev.linden.matrix.Workers;
import dev.linden.matrix.kernel.rows.Grain;
import dev.linden.matrix.simd.CompensatedSum;
import dev.linden.matrix.simd.Simd;
import java.util.Arrays;

/**
 * Running aggregates down each column, and sums along rows. Columns (rows) are independent, so
 * matrices are split between them; sums of few columns are split between rows.
 */
public final class Cumulative {
  /** Columns of one range at most: 4 KB of each row, a whole page. */
  private static final int COLUMN_GRAIN = 512;

  /** And at least: two cache lines of each row. */
  private static final int NARROWEST_GRAIN = 16;

  /** Sums of fewer columns are split between blocks of rows, which takes another pass over A. */
  private static final int WIDE = 32;

  /** Blocks of rows are a megabyte. */
  private static final int GRAINS_PER_BLOCK = 4;

  /** Rows are summed in groups of this many cells, which stay in the first-level cache. */
  private static final int CACHED_CELLS = 1 << 10;

  private Cumulative() {}

  /** What runs. */
  public enum Kind {
    SUM,
    PROD,
    MIN,
    MAX
  }

  /** NaN stays once met. {@code reuse}: A may be overwritten and returned. */
  public static Matrix cumulate(Kind kind, Matrix a, boolean reuse, Workers workers) {
    Dense from = Formats.toDense(a, workers);
    boolean inPlace = from != a || reuse;
    Dense to = inPlace ? from : Dense.allocateUncleared(a.rows(), a.cols(), workers);
    if (kind == Kind.SUM && a.cols() < WIDE) {
      sumByBlocks(from, to, workers);
    } else {
      // columns do not depend on each other, so that the grain shows in no result
      int share = (a.cols() / workers.threads() + 7) / 8 * 8;
      int grain = Math.max(NARROWEST_GRAIN, Math.min(COLUMN_GRAIN, share));
      workers.forRanges(
          a.cols(),
          grain,
          (start, end) -> {
            if (kind == Kind.SUM) {
              double[] sums = new double[end - start];
              double[] rest = new double[end - start];
              sum(from, to, 0, a.rows(), start, end, sums, rest);
            } else {
              fold(kind, from, to, start, end);
            }
          });
    }
    to.forgetNnz();
    return a.isSparse() ? Formats.adapt(to, workers) : to;
  }

  /**
   * First the sums of each block of rows, then, from the sums of all blocks above, those inside it:
   * one more pass over A, but both run on all threads.
   */
  private static void sumByBlocks(Dense a, Dense c, Workers workers) {
    int cols = a.cols();
    int grain = GRAINS_PER_BLOCK * Grain.rows(cols);
    ColumnFold[] totals = new ColumnFold[Workers.rangeCount(a.rows(), grain)];
    if (totals.length > 1) {
      workers.forRanges(
          a.rows(),
          grain,
          (start, end) ->
              totals[start / grain] =
                  Aggregate.foldDense(Aggregate.Kind.SUM, a, start, end, 0, cols));
    }
    double[][] sums = new double[totals.length][];
    double[][] compensations = new double[totals.length][];
    ColumnFold above = new ColumnFold(Aggregate.Kind.SUM, cols, false);
    for (int block = 0; block < totals.length; block++) {
      sums[block] = above.sums();
      compensations[block] = above.compensations();
      if (totals.length > 1) {
        above.add(totals[block]);
        totals[block] = null;
      }
    }
    workers.forRanges(
        a.rows(),
        grain,
        (start, end) -> {
          int block = start / grain;
          sum(a, c, start, end, 0, cols, sums[block], compensations[block]);
        });
  }

  /** Goes on from {@code sums} and their compensations, which are overwritten. */
  private static void sum(
      Dense a,
      Dense c,
      int rowStart,
      int rowEnd,
      int colStart,
      int colEnd,
      double[] sums,
      double[] compensations) {
    int n = colEnd - colStart;
    Simd simd = Simd.forManyOf(n, a.cells());
    int group = Math.max(1, CACHED_CELLS / Math.max(1, n));
    int next;
    for (int i = rowStart; i < rowEnd; i = next) {
      next = Math.min(Math.min(rowEnd, i + group), Math.min(a.panelEnd(i), c.panelEnd(i)));
      simd.runningSums(
          sums,
          compensations,
          a.panelOf(i),
          a.offset(i) + colStart,
          c.panelOf(i),
          c.offset(i) + colStart,
          a.cols(),
          next - i,
          n);
    }
  }

  /** Each row of the result is the one above it combined with the next of A. */
  private static void fold(Kind kind, Dense a, Dense c, int colStart, int colEnd) {
    int n = colEnd - colStart;
    double[] folds = new double[n];
    Arrays.fill(
        folds,
        kind == Kind.PROD
            ? 1
            : kind == Kind.MIN ? Double.POSITIVE_INFINITY : Double.NEGATIVE_INFINITY);
    for (int i = 0; i < a.rows(); i++) {
      double[] x = a.panelOf(i);
      int xi = a.offset(i) + colStart;
      double[] y = c.panelOf(i);
      int yi = c.offset(i) + colStart;
      switch (kind) {
        case PROD -> product(folds, x, xi, y, yi, n);
        case MIN -> min(folds, x, xi, y, yi, n);
        default -> max(folds, x, xi, y, yi, n);
      }
    }
  }

  // Plain loops: the compiler's own vectors are faster here than those of the Vector API, whose min
  // and max take half a dozen instructions each.

  private static void product(double[] folds, double[] x, int xi, double[] y, int yi, int n) {
    for (int j = 0; j < n; j++) {
      folds[j] *= x[xi + j];
      y[yi + j] = folds[j];
    }
  }

  private static void min(double[] folds, double[] x, int xi, double[] y, int yi, int n) {
    for (int j = 0; j < n; j++) {
      folds[j] = Math.min(folds[j], x[xi + j]);
      y[yi + j] = folds[j];
    }
  }

  private static void max(double[] folds, double[] x, int xi, double[] y, int yi, int n) {
    for (int j = 0; j < n; j++) {
      folds[j] = Math.max(folds[j], x[xi + j]);
      y[yi + j] = folds[j];
    }
  }

  /** Running sums along each row. {@code reuse}: A may be overwritten and returned. */
  public static Matrix sumAlongRows(Matrix a, boolean reuse, Workers workers) {
    Dense from = Formats.toDense(a, workers);
    Dense to = from != a || reuse ? from : Dense.allocateUncleared(a.rows(), a.cols(), workers);
    int cols = a.cols();
    workers.forRanges(
        a.rows(),
        Grain.rows(cols),
        (start, end) -> {
          CompensatedSum sum = new CompensatedSum();
          for (int i = start; i < end; i++) {
            double[] x = from.panelOf(i);
            int xi = from.offset(i);
            double[] y = to.panelOf(i);
            int yi = to.offset(i);
            sum.reset();
            for (int j = 0; j < cols; j++) {
              sum.add(x[xi + j]);
              y[yi + j] = sum.value();
            }
          }
        });
    to.forgetNnz();
    return a.isSparse() ? Formats.adapt(to, workers) : to;
  }

  /** z_i = y_i + w_i * z_(i-1) for A = (y, w), n x 2; z_0 = 0. */
  public static Matrix sumProduct(Matrix a, Workers workers) {
    if (a.cols() != 2) {
      throw new InputError("cumsumprod needs a matrix of 2 columns, but got " + a.shape());
    }
    Dense from = Formats.toDense(a, workers);
    Dense to = Dense.allocateUncleared(a.rows(), 1, workers);
    double z = 0;
    for (int i = 0; i < a.rows(); i++) {
      double[] x = from.panelOf(i);
      int xi = from.offset(i);
      z = x[xi] + x[xi + 1] * z;
      to.panelOf(i)[to.offset(i)] = z;
    }
    return to;
  }
}
