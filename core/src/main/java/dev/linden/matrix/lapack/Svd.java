package dev.linden.matrix.lapack;

import dev.linden.matrix.Workers;
import dev.linden.matrix.simd.Simd;
import java.util.Arrays;

/**
 * Singular value decomposition: QR factorisation of a tall matrix, reduction of the square factor
 * to an upper bidiagonal one by reflectors from both sides, then implicit QR steps (Golub and Kahan
 * 1965; Golub and Van Loan, section 8.6).
 */
final class Svd {
  private static final double EPSILON = Math.ulp(1.0) / 2;

  private final int n;
  private final double[] diagonal;

  /** Cell k is right of the diagonal in row k. */
  private final double[] off;

  private final Rotations left;
  private final Rotations right;

  private Svd(int n, double[] diagonal, double[] off, Rotations left, Rotations right) {
    this.n = n;
    this.diagonal = diagonal;
    this.off = off;
    this.left = left;
    this.right = right;
  }

  static void compute(
      int m, int n, double[] a, double[] u, double[] s, double[] v, Workers workers) {
    if (m < n) {
      compute(n, m, Transpose.of(m, n, a), v, s, u, workers);
      return;
    }
    double scale = Rows.powerOfTwoScale(Rows.maxAbs(a, 0, m * n));
    Rows.scale(scale, a, 0, m * n);
    if (m == n) {
      square(n, a, u, s, v, workers);
    } else {
      Reflectors q = HouseholderQr.factor(m, n, a, workers);
      double[] r = new double[n * n];
      for (int i = 0; i < n; i++) {
        System.arraycopy(a, i * n + i, r, i * n + i, n - i);
      }
      Arrays.fill(u, 0);
      square(n, r, u, s, v, workers);
      q.applyAll(u, n, workers);
    }
    Rows.scale(1 / scale, s, 0, n);
  }

  /** U is written to the first n rows of {@code u}. */
  private static void square(
      int n, double[] a, double[] u, double[] s, double[] v, Workers workers) {
    double[] off = new double[n];
    Reflectors fromLeft = new Reflectors(n, n, 0);
    Reflectors fromRight = new Reflectors(n, Math.max(0, n - 1), 1);
    for (int k = 0; k < n; k++) {
      s[k] = fromLeft.make(k, a, k * n + k, n);
      fromLeft.applyOne(k, a, n, k + 1, n, workers);
      if (k < n - 1) {
        off[k] = fromRight.make(k, a, k * n + k + 1, 1);
        applyToRows(a, n, k, fromRight, workers);
      }
    }
    double[] leftRows = Transpose.of(n, n, fromLeft.product(workers));
    double[] rightRows = Transpose.of(n, n, fromRight.product(workers));
    Svd problem =
        new Svd(
            n, s, off, new Rotations(leftRows, n, workers), new Rotations(rightRows, n, workers));
    problem.diagonalize();
    problem.left.apply();
    problem.right.apply();
    for (int i = 0; i < n; i++) {
      if (s[i] < 0 || 1 / s[i] < 0) {
        Rows.scale(-1, rightRows, i * n, n);
      } else {
        s[i] = -s[i];
      }
    }
    // All are negative now: ascending order puts the largest magnitude first.
    Ascending.order(n, s, leftRows, rightRows);
    for (int i = 0; i < n; i++) {
      s[i] = Math.abs(s[i]);
    }
    Transpose.into(n, n, leftRows, u);
    Transpose.into(n, n, rightRows, v);
  }

  /** Rows below k times reflector k, which acts on the columns after k. */
  private static void applyToRows(
      double[] a, int n, int k, Reflectors reflectors, Workers workers) {
    double tau = reflectors.tau(k);
    if (tau == 0) {
      return;
    }
    double[] vectors = reflectors.vectors();
    int v = reflectors.start(k);
    int length = n - k - 1;
    workers.forRanges(
        length,
        Grains.items(4.0 * length),
        (start, end) -> {
          for (int i = k + 1 + start; i < k + 1 + end; i++) {
            int row = i * n + k + 1;
            double product = Simd.forLength(length).dot(a, row, vectors, v, length);
            Rows.addScaled(-tau * product, vectors, v, a, row, length);
          }
        });
  }

  private void diagonalize() {
    double norm = Math.max(Rows.maxAbs(diagonal, 0, n), Rows.maxAbs(off, 0, n));
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
        throw NoConvergence.of("svd", n, n);
      }
      int zero = zeroOnDiagonal(low, high, EPSILON * norm);
      if (zero < 0) {
        step(low, high);
      } else if (zero < high) {
        clearRow(zero, high);
      } else {
        clearColumn(low, high);
      }
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

  /** A position in the block whose diagonal is negligible, and zero from now on; or -1. */
  private int zeroOnDiagonal(int low, int high, double negligible) {
    for (int k = high; k >= low; k--) {
      if (Math.abs(diagonal[k]) <= negligible) {
        diagonal[k] = 0;
        return k;
      }
    }
    return -1;
  }

  /** Row {@code zero} has only a cell right of the diagonal: rotates it away with rows below. */
  private void clearRow(int zero, int high) {
    double f = off[zero];
    off[zero] = 0;
    for (int j = zero + 1; j <= high && f != 0; j++) {
      double r = Math.hypot(diagonal[j], f);
      double c = diagonal[j] / r;
      double s = f / r;
      diagonal[j] = r;
      f = -s * off[j];
      off[j] *= c;
      left.add(j, zero, c, s);
    }
  }

  /** Column {@code high} has only a cell above the diagonal: rotates it away with columns left. */
  private void clearColumn(int low, int high) {
    double f = off[high - 1];
    off[high - 1] = 0;
    for (int j = high - 1; j >= low && f != 0; j--) {
      double r = Math.hypot(diagonal[j], f);
      double c = diagonal[j] / r;
      double s = f / r;
      diagonal[j] = r;
      if (j > low) {
        f = -s * off[j - 1];
        off[j - 1] *= c;
      }
      right.add(j, high, c, s);
    }
  }

  /** One implicit QR step on the block of rows {@code [low, high]}. */
  private void step(int low, int high) {
    double[] direction = shiftedDirection(low, high);
    double y = direction[0];
    double z = direction[1];
    for (int k = low; k < high; k++) {
      double r = Math.hypot(y, z);
      double c = r == 0 ? 1 : y / r;
      double s = r == 0 ? 0 : z / r;
      if (k > low) {
        off[k - 1] = r;
      }
      y = c * diagonal[k] + s * off[k];
      off[k] = c * off[k] - s * diagonal[k];
      z = s * diagonal[k + 1];
      diagonal[k + 1] *= c;
      right.add(k, k + 1, c, s);

      r = Math.hypot(y, z);
      c = r == 0 ? 1 : y / r;
      s = r == 0 ? 0 : z / r;
      diagonal[k] = r;
      y = c * off[k] + s * diagonal[k + 1];
      diagonal[k + 1] = c * diagonal[k + 1] - s * off[k];
      off[k] = y;
      if (k < high - 1) {
        z = s * off[k + 1];
        off[k + 1] *= c;
      }
      left.add(k, k + 1, c, s);
    }
  }

  /**
   * First column of t(B) B minus the eigenvalue of its last 2x2 block that is closer to the last
   * cell; up to a factor, computed with scaled numbers.
   */
  private double[] shiftedDirection(int low, int high) {
    double d1 = diagonal[high - 1];
    double d2 = diagonal[high];
    double e1 = high - 1 > low ? off[high - 2] : 0;
    double e2 = off[high - 1];
    double scale =
        Math.max(
            Math.max(Math.abs(d1), Math.abs(d2)),
            Math.max(Math.abs(e1), Math.max(Math.abs(e2), Math.abs(diagonal[low]))));
    d1 /= scale;
    d2 /= scale;
    e1 /= scale;
    e2 /= scale;
    double first = d1 * d1 + e1 * e1;
    double last = d2 * d2 + e2 * e2;
    double between = d1 * e2;
    double half = (first - last) / 2;
    double root = half + Math.copySign(Math.hypot(half, between), half);
    double shift = root == 0 ? last : last - between * (between / root);
    double start = diagonal[low] / scale;
    return new double[] {start * start - shift, start * (off[low] / scale)};
  }
}
