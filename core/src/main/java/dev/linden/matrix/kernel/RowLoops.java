package dev.linden.matrix.kernel;

/**
 * The innermost loops of products, on contiguous runs of cells. They are small and branch-free so that the JIT compiler
 * turns them into vector instructions.
 */
final class RowLoops {
  private RowLoops() {}

  /** c += x * b. */
  static void addScaled(double x, double[] b, int bOffset, double[] c, int cOffset, int length) {
    for (int j = 0; j < length; j++) {
      c[cOffset + j] += x * b[bOffset + j];
    }
  }

  /** c += x0*b0 + x1*b1 + x2*b2 + x3*b3: four rows per pass over c, which otherwise bounds the speed. */
  static void addScaled4(
      double x0, double[] b0, int offset0,
      double x1, double[] b1, int offset1,
      double x2, double[] b2, int offset2,
      double x3, double[] b3, int offset3,
      double[] c, int cOffset, int length) {
    for (int j = 0; j < length; j++) {
      c[cOffset + j] +=
          x0 * b0[offset0 + j] + x1 * b1[offset1 + j] + x2 * b2[offset2 + j] + x3 * b3[offset3 + j];
    }
  }

  /** c = x * b. */
  static void scale(double x, double[] b, int bOffset, double[] c, int cOffset, int length) {
    for (int j = 0; j < length; j++) {
      c[cOffset + j] = x * b[bOffset + j];
    }
  }

  static void add(double[] b, int bOffset, double[] c, int cOffset, int length) {
    for (int j = 0; j < length; j++) {
      c[cOffset + j] += b[bOffset + j];
    }
  }

  /** Four independent sums hide the latency of additions; their order is fixed by the length alone. */
  static double dot(double[] a, int aOffset, double[] b, int bOffset, int length) {
    double s0 = 0;
    double s1 = 0;
    double s2 = 0;
    double s3 = 0;
    int k = 0;
    for (; k + 3 < length; k += 4) {
      s0 += a[aOffset + k] * b[bOffset + k];
      s1 += a[aOffset + k + 1] * b[bOffset + k + 1];
      s2 += a[aOffset + k + 2] * b[bOffset + k + 2];
      s3 += a[aOffset + k + 3] * b[bOffset + k + 3];
    }
    for (; k < length; k++) {
      s0 += a[aOffset + k] * b[bOffset + k];
    }
    return (s0 + s1) + (s2 + s3);
  }
}
