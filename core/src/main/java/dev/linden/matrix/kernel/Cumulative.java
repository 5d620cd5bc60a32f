package dev.linden.matrix.kernel;

import dev.linden.base.InputError;
import dev.linden.matrix.Dense;
import dev.linden.matrix.Formats;
import dev.linden.matrix.Matrix;
import dev.linden.matrix.Workers;
import dev.linden.matrix.simd.CompensatedSum;
import java.util.Arrays;

/**
 * Running aggregates down each column, and sums along rows. Columns (rows) are independent, so
 * matrices are split between them.
 */
public final class Cumulative {
  /** Columns of one range: 4 KB of each row, a whole page. */
  private static final int COLUMN_GRAIN = 512;

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
    workers.forRanges(
        a.cols(),
        COLUMN_GRAIN,
        (start, end) -> {
          switch (kind) {
            case SUM -> sum(from, to, start, end);
            case PROD -> product(from, to, start, end);
            case MIN -> min(from, to, start, end);
            case MAX -> max(from, to, start, end);
          }
        });
    to.forgetNnz();
    return a.isSparse() ? Formats.adapt(to, workers) : to;
  }

  private static void sum(Dense a, Dense c, int colStart, int colEnd) {
    int n = colEnd - colStart;
    double[] sums = new double[n];
    double[] compensations = new double[n];
    for (int i = 0; i < a.rows(); i++) {
      double[] x = a.panelOf(i);
      int xi = a.offset(i) + colStart;
      double[] y = c.panelOf(i);
      int yi = c.offset(i) + colStart;
      for (int j = 0; j < n; j++) {
        double cell = x[xi + j];
        double sum = sums[j];
        double next = sum + cell;
        double taken = next - sum;
        compensations[j] += (sum - (next - taken)) + (cell - taken);
        sums[j] = next;
        y[yi + j] = CompensatedSum.value(next, compensations[j]);
      }
    }
  }

  private static void product(Dense a, Dense c, int colStart, int colEnd) {
    int n = colEnd - colStart;
    double[] products = new double[n];
    Arrays.fill(products, 1);
    for (int i = 0; i < a.rows(); i++) {
      double[] x = a.panelOf(i);
      int xi = a.offset(i) + colStart;
      double[] y = c.panelOf(i);
      int yi = c.offset(i) + colStart;
      for (int j = 0; j < n; j++) {
        products[j] *= x[xi + j];
        y[yi + j] = products[j];
      }
    }
  }

  private static void min(Dense a, Dense c, int colStart, int colEnd) {
    int n = colEnd - colStart;
    double[] smallest = new double[n];
    Arrays.fill(smallest, Double.POSITIVE_INFINITY);
    for (int i = 0; i < a.rows(); i++) {
      double[] x = a.panelOf(i);
      int xi = a.offset(i) + colStart;
      double[] y = c.panelOf(i);
      int yi = c.offset(i) + colStart;
      for (int j = 0; j < n; j++) {
        smallest[j] = Math.min(smallest[j], x[xi + j]);
        y[yi + j] = smallest[j];
      }
    }
  }

  private static void max(Dense a, Dense c, int colStart, int colEnd) {
    int n = colEnd - colStart;
    double[] largest = new double[n];
    Arrays.fill(largest, Double.NEGATIVE_INFINITY);
    for (int i = 0; i < a.rows(); i++) {
      double[] x = a.panelOf(i);
      int xi = a.offset(i) + colStart;
      double[] y = c.panelOf(i);
      int yi = c.offset(i) + colStart;
      for (int j = 0; j < n; j++) {
        largest[j] = Math.max(largest[j], x[xi + j]);
        y[yi + j] = largest[j];
      }
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
