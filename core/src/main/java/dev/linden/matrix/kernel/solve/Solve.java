package dev.linden.matrix.kernel.solve;

import dev.linden.base.InputError;
import dev.linden.matrix.Matrix;
import dev.linden.matrix.Workers;
import dev.linden.matrix.kernel.rows.Flat;
import dev.linden.matrix.kernel.rows.Grain;
import dev.linden.matrix.lapack.Lapack;
import java.util.Locale;

/** Linear systems, inverse and determinant, by LU factorisation with partial pivoting. */
public final class Solve {
  /** Below this reciprocal condition, rounding errors of the input decide the whole answer. */
  private static final double SINGULAR = Math.ulp(1.0) / 2;

  private Solve() {}

  /**
   * x with A x = b for square A. An A that is singular up to rounding errors is an InputError; rows
   * and columns of very different scale are no such case, because they are scaled before.
   */
  public static Matrix solve(Matrix a, Matrix b, Workers workers) {
    int n = Flat.order(a, "solve");
    if (b.rows() != n) {
      throw new InputError(
          "solve needs a right-hand side of "
              + n
              + " rows for a matrix of size "
              + a.shape()
              + ", but found "
              + b.shape());
    }
    int columns = b.cols();
    double[] factors = Flat.cells(a, "solve", workers);
    double[] x = Flat.cells(b, "solve", workers);
    double work = 2.0 / 3 * n * n * n + 2.0 * n * n * columns;
    try (Lapack lapack = Lapack.forWork(work, workers)) {
      solve(lapack, n, factors, columns, x, workers);
    }
    workers.arrays().recycle(factors);
    return Flat.matrix(n, columns, x, workers);
  }

  private static void solve(
      Lapack lapack, int n, double[] factors, int columns, double[] x, Workers workers) {
    int[] pivots = new int[n];
    if (!Double.isNaN(Flat.largest(factors, workers))) {
      Equilibration scales = Equilibration.apply(n, factors, workers);
      double norm = columnSumNorm(n, factors, workers);
      lapack.factor(n, factors, pivots);
      needRegular("solve", n, factors);
      double condition = norm * InverseNorm.estimate(lapack, n, factors, pivots);
      if (condition > 1 / SINGULAR) {
        throw new InputError(
            String.format(
                Locale.ROOT,
                "solve: the %dx%d matrix is singular up to rounding errors"
                    + " (reciprocal condition %.1e)",
                n,
                n,
                1 / condition));
      }
      scales.scaleRows(x, columns);
      lapack.solveFactored(n, factors, pivots, columns, x);
      scales.scaleSolution(x, columns);
    } else {
      // NaN and infinities go through, as in any arithmetic.
      lapack.factor(n, factors, pivots);
      lapack.solveFactored(n, factors, pivots, columns, x);
    }
  }

  /** Exactly singular input is an InputError; nearly singular input has huge cells. */
  public static Matrix inverse(Matrix a, Workers workers) {
    int n = Flat.order(a, "inv");
    double[] cells = Flat.cells(a, "inv", workers);
    try (Lapack lapack = Lapack.forWork(2.0 * n * n * n, workers)) {
      int[] pivots = new int[n];
      lapack.factor(n, cells, pivots);
      needRegular("inv", n, cells);
      lapack.invertFactored(n, cells, pivots);
    }
    return Flat.matrix(n, n, cells, workers);
  }

  public static double determinant(Matrix a, Workers workers) {
    int n = Flat.order(a, "det");
    double[] cells = Flat.cells(a, "det", workers);
    int[] pivots = new int[n];
    try (Lapack lapack = Lapack.forWork(2.0 / 3 * n * n * n, workers)) {
      lapack.factor(n, cells, pivots);
    }
    double[] diagonal = new double[n];
    for (int k = 0; k < n; k++) {
      diagonal[k] = cells[k * n + k];
    }
    workers.arrays().recycle(cells);
    // Exponents are added apart: a part of the product may overflow where all of it does not.
    double fraction = 1;
    long exponent = 0;
    for (int k = 0; k < n; k++) {
      double x = diagonal[k];
      if (x == 0 || !Double.isFinite(x)) {
        fraction *= x;
      } else {
        fraction *= fractionOf(x);
        exponent += Math.getExponent(x);
        exponent += Math.getExponent(fraction);
        fraction = fractionOf(fraction);
      }
      if (pivots[k] != k) {
        fraction = -fraction;
      }
    }
    // + 0.0: no negative zero.
    return Math.scalb(fraction, (int) Math.max(-5000, Math.min(5000, exponent))) + 0.0;
  }

  /** x without its exponent; zero, subnormal numbers, NaN and infinities as they are. */
  private static double fractionOf(double x) {
    int exponent = Math.getExponent(x);
    return exponent > Double.MAX_EXPONENT ? x : Math.scalb(x, -exponent);
  }

  private static void needRegular(String operation, int n, double[] factors) {
    for (int k = 0; k < n; k++) {
      if (factors[k * n + k] == 0) {
        throw new InputError(
            operation
                + ": the "
                + n
                + "x"
                + n
                + " matrix is singular (pivot "
                + (k + 1)
                + " is zero)");
      }
    }
  }

  private static double columnSumNorm(int n, double[] cells, Workers workers) {
    int grain = Grain.rows(n);
    double[][] sumsOfRange = new double[Workers.rangeCount(n, grain)][];
    workers.forRanges(
        n,
        grain,
        (start, end) -> {
          double[] sums = new double[n];
          for (int i = start; i < end; i++) {
            addMagnitudes(cells, i * n, sums);
          }
          sumsOfRange[start / grain] = sums;
        });
    double[] sums = new double[n];
    for (double[] ofRange : sumsOfRange) {
      addMagnitudes(ofRange, 0, sums);
    }
    double max = 0;
    for (double sum : sums) {
      max = Math.max(max, sum);
    }
    return max;
  }

  private static void addMagnitudes(double[] cells, int from, double[] sums) {
    for (int j = 0; j < sums.length; j++) {
      sums[j] += Math.abs(cells[from + j]);
    }
  }
}
