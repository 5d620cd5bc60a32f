package dev.linden.matrix.lapack;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.linden.testkit.RandomTests;

/** Errors in units of {@code n eps}: LAPACK's own tests accept 30. */
public final class Residual {
  private static final double EPSILON = Math.ulp(1.0) / 2;
  private static final double ACCEPTED = 30;

  private Residual() {}

  /** The m x n product of an m x k and a k x n matrix. */
  public static double[] product(int m, int k, int n, double[] a, double[] b) {
    double[] c = new double[m * n];
    for (int i = 0; i < m; i++) {
      for (int p = 0; p < k; p++) {
        double x = a[i * k + p];
        for (int j = 0; j < n; j++) {
          c[i * n + j] += x * b[p * n + j];
        }
      }
    }
    return c;
  }

  /** Largest column sum of magnitudes. */
  static double norm(int m, int n, double[] a) {
    double max = 0;
    for (int j = 0; j < n; j++) {
      double sum = 0;
      for (int i = 0; i < m; i++) {
        sum += Math.abs(a[i * n + j]);
      }
      max = Math.max(max, sum);
      if (Double.isNaN(sum)) {
        return Double.NaN;
      }
    }
    return max;
  }

  /** |A - B| is small against {@code scale}. */
  public static void assertClose(int m, int n, double[] a, double[] b, double scale, String what) {
    // Divided first, because sums of huge cells overflow.
    double unit = scale == 0 ? 1 : scale;
    double[] difference = new double[m * n];
    for (int p = 0; p < difference.length; p++) {
      difference[p] = a[p] / unit - b[p] / unit;
    }
    double ratio = norm(m, n, difference) / (Math.max(1, Math.max(m, n)) * EPSILON);
    assertTrue(
        ratio <= ACCEPTED,
        () -> what + " seed " + RandomTests.SEED + ": residual is " + ratio + " n eps");
  }

  /** The columns of an m x k matrix are orthonormal. */
  public static void assertOrthonormal(int m, int k, double[] q, String what) {
    double[] identity = new double[k * k];
    for (int i = 0; i < k; i++) {
      identity[i * k + i] = 1;
    }
    double[] gram = product(k, m, k, Transpose.of(m, k, q), q);
    double[] difference = new double[k * k];
    for (int p = 0; p < difference.length; p++) {
      difference[p] = gram[p] - identity[p];
    }
    double ratio = norm(k, k, difference) / (Math.max(1, m) * EPSILON);
    assertTrue(
        ratio <= ACCEPTED,
        () -> what + " seed " + RandomTests.SEED + ": orthogonality is off by " + ratio + " n eps");
  }
}
