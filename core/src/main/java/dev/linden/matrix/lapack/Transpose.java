package dev.linden.matrix.lapack;

/** Between row-major and column-major arrays, in blocks that fit the cache. */
public final class Transpose {
  private static final int BLOCK = 32;

  private Transpose() {}

  /** The n x m transpose of an m x n matrix. */
  public static double[] of(int m, int n, double[] a) {
    double[] t = new double[m * n];
    into(m, n, a, t);
    return t;
  }

  /** Writes the n x m transpose of an m x n matrix to another array. */
  public static void into(int m, int n, double[] a, double[] t) {
    for (int i0 = 0; i0 < m; i0 += BLOCK) {
      for (int j0 = 0; j0 < n; j0 += BLOCK) {
        for (int i = i0; i < Math.min(m, i0 + BLOCK); i++) {
          for (int j = j0; j < Math.min(n, j0 + BLOCK); j++) {
            t[j * m + i] = a[i * n + j];
          }
        }
      }
    }
  }
}
