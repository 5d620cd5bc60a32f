package dev.linden.matrix.kernel.solve;

import dev.linden.matrix.lapack.Lapack;
import java.util.Arrays;

/**
 * Estimates the largest column sum of |inverse of A| from a few solutions with its factors (Hager
 * 1984, Higham 1988): a lower bound that is hardly ever off by more than a factor of 3.
 */
final class InverseNorm {
  private static final int MOST_STEPS = 5;

  private InverseNorm() {}

  static double estimate(Lapack lapack, int n, double[] factors, int[] pivots) {
    if (n == 0) {
      return 0;
    }
    double[] x = new double[n];
    Arrays.fill(x, 1.0 / n);
    double best = 0;
    int unit = -1;
    for (int step = 0; step < MOST_STEPS; step++) {
      lapack.solveFactored(n, factors, pivots, 1, x);
      double norm = sumOfMagnitudes(x);
      if (step > 0 && norm <= best) {
        break;
      }
      best = norm;
      for (int i = 0; i < n; i++) {
        x[i] = x[i] < 0 ? -1 : 1;
      }
      lapack.solveTransposed(n, factors, pivots, x);
      int steepest = 0;
      for (int i = 1; i < n; i++) {
        if (Math.abs(x[i]) > Math.abs(x[steepest])) {
          steepest = i;
        }
      }
      if (steepest == unit) {
        break;
      }
      unit = steepest;
      Arrays.fill(x, 0);
      x[unit] = 1;
    }
    // A vector of alternating signs catches matrices that are made to deceive the steps above.
    for (int i = 0; i < n; i++) {
      x[i] = (i % 2 == 0 ? 1 : -1) * (1 + (n == 1 ? 0 : i / (n - 1.0)));
    }
    lapack.solveFactored(n, factors, pivots, 1, x);
    return Math.max(best, 2 * sumOfMagnitudes(x) / (3.0 * n));
  }

  private static double sumOfMagnitudes(double[] x) {
    double sum = 0;
    for (double v : x) {
      sum += Math.abs(v);
    }
    return sum;
  }
}
