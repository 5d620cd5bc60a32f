package dev.linden.matrix.lapack;

import dev.linden.matrix.Workers;

/**
 * Real eigenvalues and vectors of a matrix without symmetry: reduction to Hessenberg form, Francis'
 * double-shift QR steps to triangular form (Golub and Van Loan, section 7.5), back substitution.
 * Gives up at the first pair of eigenvalues that is not real.
 */
final class GeneralEigen {
  private static final double EPSILON = Math.ulp(1.0) / 2;

  /** Steps on one eigenvalue after which unusual shifts break a cycle. */
  private static final int PATIENCE = 10;

  private static final double LARGE = 1e100;

  private final int n;

  /** From Hessenberg to triangular form. */
  private final double[] h;

  /** Schur vectors as rows. */
  private final double[] z;

  private GeneralEigen(int n, double[] h, double[] z) {
    this.n = n;
    this.h = h;
    this.z = z;
  }

  static boolean compute(int n, double[] a, double[] values, double[] vectors, Workers workers) {
    double scale = Rows.powerOfTwoScale(Rows.maxAbs(a, 0, n * n));
    Rows.scale(scale, a, 0, n * n);
    double[] z = Transpose.of(n, n, toHessenberg(n, a, workers).product(workers));
    GeneralEigen problem = new GeneralEigen(n, a, z);
    if (!problem.triangularize()) {
      return false;
    }
    Transpose.into(n, n, problem.vectorsByRow(), vectors);
    for (int i = 0; i < n; i++) {
      values[i] = a[i * n + i] / scale;
    }
    return true;
  }

  private static Reflectors toHessenberg(int n, double[] a, Workers workers) {
    Reflectors reflectors = new Reflectors(n, Math.max(0, n - 2), 1);
    double[] vectors = reflectors.vectors();
    for (int k = 0; k < n - 2; k++) {
      double beta = reflectors.make(k, a, (k + 1) * n + k, n);
      a[(k + 1) * n + k] = beta;
      for (int i = k + 2; i < n; i++) {
        a[i * n + k] = 0;
      }
      reflectors.applyOne(k, a, n, k + 1, n, workers);
      double tau = reflectors.tau(k);
      int v = reflectors.start(k);
      int first = k + 1;
      int length = n - first;
      workers.forRanges(
          n,
          Grains.items(4.0 * length),
          (start, end) -> {
            for (int i = start; i < end; i++) {
              int row = i * n + first;
              double product = 0;
              for (int j = 0; j < length; j++) {
                product += a[row + j] * vectors[v + j];
              }
              Rows.addScaled(-tau * product, vectors, v, a, row, length);
            }
          });
    }
    return reflectors;
  }

  private boolean triangularize() {
    int high = n - 1;
    int steps = 0;
    while (high > 0) {
      int low = high;
      while (low > 0 && !isSmall(low)) {
        low--;
      }
      if (low == high) {
        high--;
        steps = 0;
      } else if (low == high - 1) {
        if (!splitPair(low)) {
          return false;
        }
        high -= 2;
        steps = 0;
      } else {
        if (++steps > 30 * PATIENCE) {
          throw NoConvergence.of("eigen", n, n);
        }
        step(low, high, steps % PATIENCE == 0);
      }
    }
    return true;
  }

  /** Sets a negligible cell left of the diagonal to zero. */
  private boolean isSmall(int row) {
    double around = Math.abs(h[(row - 1) * n + row - 1]) + Math.abs(h[row * n + row]);
    double e = Math.abs(h[row * n + row - 1]);
    // Numbers were scaled to about 1.
    boolean small = e <= EPSILON * around || e <= EPSILON * EPSILON;
    if (small) {
      h[row * n + row - 1] = 0;
    }
    return small;
  }

  /** Makes the 2x2 block at k triangular; false if its eigenvalues are not real. */
  private boolean splitPair(int k) {
    double lowerLeft = h[(k + 1) * n + k];
    double half = (h[k * n + k] - h[(k + 1) * n + k + 1]) / 2;
    double square = half * half + h[k * n + k + 1] * lowerLeft;
    if (square < 0) {
      return false;
    }
    // (x, lowerLeft) is an eigenvector of the block.
    double x = half + Math.copySign(Math.sqrt(square), half);
    double r = Math.hypot(x, lowerLeft);
    double c = x / r;
    double s = lowerLeft / r;
    Rows.rotate(h, k * n + k, (k + 1) * n + k, c, s, n - k);
    for (int i = 0; i <= k + 1; i++) {
      double left = h[i * n + k];
      double right = h[i * n + k + 1];
      h[i * n + k] = c * left + s * right;
      h[i * n + k + 1] = c * right - s * left;
    }
    Rows.rotate(z, k * n, (k + 1) * n, c, s, n);
    h[(k + 1) * n + k] = 0;
    return true;
  }

  /** One double-shift step on the block of rows {@code [low, high]} of at least three rows. */
  private void step(int low, int high, boolean unusual) {
    double sum = h[(high - 1) * n + high - 1] + h[high * n + high];
    double product =
        h[(high - 1) * n + high - 1] * h[high * n + high]
            - h[(high - 1) * n + high] * h[high * n + high - 1];
    if (unusual) {
      double w = Math.abs(h[high * n + high - 1]) + Math.abs(h[(high - 1) * n + high - 2]);
      sum = 1.5 * w;
      product = w * w;
    }
    double h00 = h[low * n + low];
    double h10 = h[(low + 1) * n + low];
    double[] x = new double[3];
    x[0] = h00 * (h00 - sum) + h[low * n + low + 1] * h10 + product;
    x[1] = h10 * (h00 + h[(low + 1) * n + low + 1] - sum);
    x[2] = h10 * h[(low + 2) * n + low + 1];
    for (int k = low; k < high; k++) {
      int size = k < high - 1 ? 3 : 2;
      reflect(k, size, low, high, x);
      for (int i = 0; i < 3; i++) {
        x[i] = k + 1 + i <= high ? h[(k + 1 + i) * n + k] : 0;
      }
    }
  }

  /** Applies the reflector that maps x to its first cell to rows and columns k, k+1 (, k+2). */
  private void reflect(int k, int size, int low, int high, double[] x) {
    Reflectors small = new Reflectors(size, 1, 0);
    double first = small.make(0, x, 0, 1);
    double tau = small.tau(0);
    if (tau == 0) {
      return;
    }
    double[] v = small.vectors();
    int from = Math.max(low, k - 1);
    reflectRows(h, k, size, from, tau, v);
    if (k > low) {
      h[k * n + k - 1] = first;
      for (int i = 1; i < size; i++) {
        h[(k + i) * n + k - 1] = 0;
      }
    }
    int lastRow = Math.min(high, k + 3);
    for (int i = 0; i <= lastRow; i++) {
      int at = i * n + k;
      double product = 0;
      for (int j = 0; j < size; j++) {
        product += h[at + j] * v[j];
      }
      for (int j = 0; j < size; j++) {
        h[at + j] -= tau * product * v[j];
      }
    }
    reflectRows(z, k, size, 0, tau, v);
  }

  private void reflectRows(double[] a, int k, int size, int from, double tau, double[] v) {
    int r0 = k * n;
    int r1 = r0 + n;
    int r2 = size == 3 ? r1 + n : r1;
    double v2 = size == 3 ? v[2] : 0;
    for (int j = from; j < n; j++) {
      double product = tau * (a[r0 + j] + v[1] * a[r1 + j] + v2 * a[r2 + j]);
      a[r0 + j] -= product;
      a[r1 + j] -= product * v[1];
      a[r2 + j] -= product * v2;
    }
  }

  /** Eigenvectors of the triangular form, taken back to the original coordinates. */
  private double[] vectorsByRow() {
    double smallest = Math.max(EPSILON * Rows.maxAbs(h, 0, n * n), Double.MIN_NORMAL);
    double[] vectors = new double[n * n];
    double[] y = new double[n];
    for (int k = 0; k < n; k++) {
      double value = h[k * n + k];
      y[k] = 1;
      for (int i = k - 1; i >= 0; i--) {
        double sum = 0;
        for (int j = i + 1; j <= k; j++) {
          sum += h[i * n + j] * y[j];
        }
        double difference = h[i * n + i] - value;
        // Equal eigenvalues: a perturbation within the rounding errors separates them.
        y[i] = -sum / (Math.abs(difference) < smallest ? smallest : difference);
        if (Math.abs(y[i]) > LARGE) {
          Rows.scale(1 / Math.abs(y[i]), y, i, k - i + 1);
        }
      }
      Rows.addCombination(1, y, 0, k + 1, z, 0, n, vectors, k * n, n);
      normalize(vectors, k * n);
    }
    return vectors;
  }

  private void normalize(double[] a, int at) {
    Rows.scale(1 / Rows.maxAbs(a, at, n), a, at, n);
    double squares = 0;
    for (int j = 0; j < n; j++) {
      squares += a[at + j] * a[at + j];
    }
    Rows.scale(1 / Math.sqrt(squares), a, at, n);
  }
}
