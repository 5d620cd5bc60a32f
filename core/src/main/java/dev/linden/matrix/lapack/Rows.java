package dev.linden.matrix.lapack;

/**
 * The innermost loops: contiguous, free of branches and of sums, so that the JIT compiler turns
 * them into vector instructions with or without the Vector API.
 */
final class Rows {
  private Rows() {}

  /** c += x b. */
  static void addScaled(double x, double[] b, int bAt, double[] c, int cAt, int length) {
    for (int j = 0; j < length; j++) {
      c[cAt + j] += x * b[bAt + j];
    }
  }

  /**
   * c += the sum of {@code sign * x[xAt + k] *} row k of B over {@code count} rows, which start at
   * {@code bAt} and lie {@code bStride} apart. Four rows per pass over c, which bounds the speed.
   */
  static void addCombination(
      double sign,
      double[] x,
      int xAt,
      int count,
      double[] b,
      int bAt,
      int bStride,
      double[] c,
      int cAt,
      int length) {
    int k = 0;
    int row = bAt;
    for (; k + 3 < count; k += 4) {
      addFour(
          sign * x[xAt + k],
          sign * x[xAt + k + 1],
          sign * x[xAt + k + 2],
          sign * x[xAt + k + 3],
          b,
          row,
          bStride,
          c,
          cAt,
          length);
      row += 4 * bStride;
    }
    for (; k < count; k++) {
      addScaled(sign * x[xAt + k], b, row, c, cAt, length);
      row += bStride;
    }
  }

  private static void addFour(
      double x0,
      double x1,
      double x2,
      double x3,
      double[] b,
      int bAt,
      int bStride,
      double[] c,
      int cAt,
      int length) {
    int b1 = bAt + bStride;
    int b2 = b1 + bStride;
    int b3 = b2 + bStride;
    for (int j = 0; j < length; j++) {
      c[cAt + j] += x0 * b[bAt + j] + x1 * b[b1 + j] + x2 * b[b2 + j] + x3 * b[b3 + j];
    }
  }

  /** Row p becomes c p + s q, row q becomes c q - s p. */
  static void rotate(double[] a, int p, int q, double c, double s, int length) {
    for (int j = 0; j < length; j++) {
      double x = a[p + j];
      double y = a[q + j];
      a[p + j] = c * x + s * y;
      a[q + j] = c * y - s * x;
    }
  }

  static void swap(double[] a, int p, int q, int length) {
    for (int j = 0; j < length; j++) {
      double x = a[p + j];
      a[p + j] = a[q + j];
      a[q + j] = x;
    }
  }

  static void scale(double x, double[] a, int at, int length) {
    for (int j = 0; j < length; j++) {
      a[at + j] *= x;
    }
  }

  /** Largest magnitude; cells are finite. */
  static double maxAbs(double[] a, int at, int length) {
    double max = 0;
    for (int j = 0; j < length; j++) {
      max = Math.max(max, Math.abs(a[at + j]));
    }
    return max;
  }

  /** The power of two that brings magnitudes up to {@code max} close to 1; 1 for zero. */
  static double powerOfTwoScale(double max) {
    if (max == 0) {
      return 1;
    }
    // Its inverse must be a normal number too.
    return Math.scalb(1.0, Math.max(-1000, Math.min(1000, -Math.getExponent(max))));
  }
}
