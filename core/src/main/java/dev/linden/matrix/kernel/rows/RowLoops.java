package dev.linden.matrix.kernel.rows;

/**
 * The innermost loops of products, on contiguous runs of cells. They are small and branch-free so
 * that the JIT compiler turns them into vector instructions.
 */
public final class RowLoops {
  private RowLoops() {}

  /** c += x * b. */
  public static void addScaled(
      double x, double[] b, int bOffset, double[] c, int cOffset, int length) {
    for (int j = 0; j < length; j++) {
      c[cOffset + j] += x * b[bOffset + j];
    }
  }

  /**
   * c += x0*b0 + x1*b1 + x2*b2 + x3*b3: four rows per pass over c, which otherwise bounds the
   * speed.
   */
  public static void addScaled4(
      double x0,
      double[] b0,
      int offset0,
      double x1,
      double[] b1,
      int offset1,
      double x2,
      double[] b2,
      int offset2,
      double x3,
      double[] b3,
      int offset3,
      double[] c,
      int cOffset,
      int length) {
    for (int j = 0; j < length; j++) {
      c[cOffset + j] +=
          x0 * b0[offset0 + j] + x1 * b1[offset1 + j] + x2 * b2[offset2 + j] + x3 * b3[offset3 + j];
    }
  }

  /** c = x * b. */
  public static void scale(double x, double[] b, int bOffset, double[] c, int cOffset, int length) {
    for (int j = 0; j < length; j++) {
      c[cOffset + j] = x * b[bOffset + j];
    }
  }

  public static void add(double[] b, int bOffset, double[] c, int cOffset, int length) {
    for (int j = 0; j < length; j++) {
      c[cOffset + j] += b[bOffset + j];
    }
  }
}
