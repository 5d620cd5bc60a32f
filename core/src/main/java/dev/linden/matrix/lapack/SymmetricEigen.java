package dev.linden.matrix.lapack;

import dev.linden.matrix.Workers;
import java.util.Arrays;

/**
 * Eigenvalues and vectors of a symmetric matrix: reduction to tridiagonal form by Householder
 * reflectors, then implicit QR steps with Wilkinson's shift (Golub and Van Loan, section 8.3).
 */
final class SymmetricEigen {
  private static final double EPSILON = Math.ulp(1.0) / 2;

  private final int n;
  private final Workers workers;
  private final double[] diagonal;

  /** Cell k couples k and k + 1. */
  private final double[] off;

  private Rotations rotations;

  private SymmetricEigen(int n, Workers workers) {
    this.n = n;
    this.workers = workers;
    this.diagonal = new double[n];
    this.off = new double[n];
  }

  static void compute(int n, double[] a, double[] values, Workers workers) {
    double scale = Rows.powerOfTwoScale(Rows.maxAbs(a, 0, n * n));
    Rows.scale(scale, a, 0, n * n);
    SymmetricEigen problem = new SymmetricEigen(n, workers);
    Reflectors reflectors = problem.tridiagonalize(a);
    double[] byRow = Transpose.of(n, n, reflectors.product(workers));
    problem.rotations = new Rotations(byRow, n, workers);
    problem.diagonalize();
    problem.rotations.apply();
    Ascending.order(n, problem.diagonal, byRow);
    Transpose.into(n, n, byRow, a);
    for (int i = 0; i < n; i++) {
      values[i] = problem.diagonal[i] / scale;
    }
  }

  private Reflectors tridiagonalize(double[] a) {
    Reflectors reflectors = new Reflectors(n, Math.max(0, n - 2), 1);
    double[] p = new double[n];
    for (int k = 0; k < n; k++) {
      diagonal[k] = a[k * n + k];
      if (k < n - 2) {
        off[k] = reflectors.make(k, a, k * n + k + 1, 1);
        if (reflectors.tau(k) != 0) {
          applyBothSides(a, k + 1, reflectors, k, p);
        }
      } else if (k == n - 2) {
        off[k] = a[k * n + k + 1];
      }
    }
    return reflectors;
  }

  /**
   * The trailing block A from row {@code first} on becomes H A H = A - v t(w) - w t(v), with w = p
   * - (tau/2) (t(p) v) v and p = tau A v.
   */
  private void applyBothSides(double[] a, int first, Reflectors reflectors, int k, double[] p) {
    double tau = reflectors.tau(k);
    double[] vectors = reflectors.vectors();
    int v = reflectors.start(k);
    int length = n - first;
    // A v by columns, which are rows as well.
    workers.forRanges(
        length,
        Grains.columns(2.0 * length),
        (start, end) -> {
          Arrays.fill(p, start, end, 0);
          int corner = first * n + first + start;
          Rows.addCombination(1, vectors, v, length, a, corner, n, p, start, end - start);
        });
    double product = 0;
    for (int i = 0; i < length; i++) {
      p[i] *= tau;
      product += p[i] * vectors[v + i];
    }
    Rows.addScaled(-tau / 2 * product, vectors, v, p, 0, length);
    workers.forRanges(
        length,
        Grains.items(4.0 * length),
        (start, end) -> {
          for (int i = start; i < end; i++) {
            double vi = vectors[v + i];
            double wi = p[i];
            int row = (first + i) * n + first;
            for (int j = 0; j < length; j++) {
              a[row + j] -= vi * p[j] + wi * vectors[v + j];
            }
          }
        });
  }

  private void diagonalize() {
    int high = n - 1;
    long steps = 0;
    while (high > 0) {
      int low = high;
      while (low > 0 && !isSmall(low - 1)) {
        low--;
      }
      if (low == high) {
        high--;
        continue;
      }
      if (++steps > 60L * n) {
        throw NoConvergence.of("eigen", n, n);
      }
      step(low, high);
    }
  }

  /** Sets a negligible coupling to zero. */
  private boolean isSmall(int k) {
    double e = Math.abs(off[k]);
    boolean small =
        e <= EPSILON * (Math.abs(diagonal[k]) + Math.abs(diagonal[k + 1]))
            || e < Double.MIN_NORMAL / EPSILON;
    if (small) {
      off[k] = 0;
    }
    return small;
  }

  /** One implicit QR step on the block of rows {@code [low, high]}. */
  private void step(int low, int high) {
    double half = (diagonal[high - 1] - diagonal[high]) / 2;
    double last = off[high - 1];
    double root = Math.copySign(Math.hypot(half, last), half);
    double shift = diagonal[high] - last * (last / (half + root));
    double x = diagonal[low] - shift;
    double z = off[low];
    for (int k = low; k < high; k++) {
      double r = Math.hypot(x, z);
      double c = r == 0 ? 1 : x / r;
      double s = r == 0 ? 0 : z / r;
      if (k > low) {
        off[k - 1] = r;
      }
      double upper = diagonal[k];
      double lower = diagonal[k + 1];
      double between = off[k];
      double change = s * (s * (lower - upper) + 2 * c * between);
      diagonal[k] = upper + change;
      diagonal[k + 1] = lower - change;
      off[k] = c * s * (lower - upper) + (c - s) * (c + s) * between;
      if (k < high - 1) {
        x = off[k];
        z = s * off[k + 1];
        off[k + 1] *= c;
      }
      rotations.add(k, k + 1, c, s);
    }
  }
}
