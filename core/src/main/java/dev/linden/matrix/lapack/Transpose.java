package dev.linden.matrix.lapack;

/** Between row-major and column-major arrays, in blocks that fit the cache. */
public final class Transpose {
  static final int BLOCK = 32;

  private Transpose() {}

  /** The n x m transpose of an m x n matrix. */
  public static double[] of(int m, int n, double[] a) {
    double[] t = new double[m * n];
    into(m, n, a, t);
    return t;
  }

  /** Writes the n x m transpose of an m x n matrix to another array. */
  public static void into(int m, int n, double[] a, double[] t) {
    intoColumns(m, n, a, t, m, 0);
  }

  /** Writes the transpose of an m x n matrix to the columns of a wider one from {@code at} on. */
  static void intoColumns(int m, int n, double[] a, double[] t, int width, int at) {
    for (int i = 0; i < m; i += BLOCK) {
      for (int j = 0; j < n; j += BLOCK) {
        block(i, Math.min(m, i + BLOCK), j, Math.min(n, j + BLOCK), n, a, t, width, at);
      }
    }
  }

  /** A method of its own, so that it is compiled after the first blocks. */
  private static void block(
      int iStart,
      int iEnd,
      int jStart,
      int jEnd,
      int n,
      double[] a,
      double[] t,
      int width,
      int at) {
    for (int i = iStart; i < iEnd; i++) {
      for (int j = jStart; j < jEnd; j++) {
        t[j * width + at + i] = a[i * n + j];
      }
    }
  }
}
