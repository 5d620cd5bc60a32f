package dev.linden.matrix.lapack;

import dev.linden.matrix.Workers;

/** Cholesky factorisation, right-looking by blocks of columns. */
final class Cholesky {
  private static final int BLOCK = 32;

  private Cholesky() {}

  static int factor(int n, double[] a, Workers workers) {
    double[] panel = new double[BLOCK * n];
    for (int block = 0; block < n; block += BLOCK) {
      int first = block;
      int blockEnd = Math.min(n, block + BLOCK);
      int width = blockEnd - first;
      for (int j = first; j < blockEnd; j++) {
        double pivot = a[j * n + j] - dot(a, j * n + first, j * n + first, j - first);
        // Also false for NaN.
        if (!(pivot > 0) || pivot == Double.POSITIVE_INFINITY) {
          return j + 1;
        }
        a[j * n + j] = Math.sqrt(pivot);
        for (int i = j + 1; i < blockEnd; i++) {
          finishCell(n, a, i, j, first);
        }
      }
      int rest = n - blockEnd;
      workers.forRanges(
          rest,
          Grains.items((double) BLOCK * BLOCK),
          (start, end) -> {
            for (int i = start; i < end; i++) {
              for (int j = first; j < blockEnd; j++) {
                finishCell(n, a, blockEnd + i, j, first);
                panel[(j - first) * n + i] = a[(blockEnd + i) * n + j];
              }
            }
          });
      workers.forRanges(
          rest,
          Grains.items((double) rest * BLOCK),
          (start, end) -> {
            for (int i = start; i < end; i++) {
              int row = (blockEnd + i) * n;
              Rows.addCombination(-1, a, row + first, width, panel, 0, n, a, row + blockEnd, i + 1);
            }
          });
    }
    return 0;
  }

  /** L[i,j] from the columns of this block; earlier blocks are already subtracted. */
  private static void finishCell(int n, double[] a, int i, int j, int first) {
    double rest = a[i * n + j] - dot(a, i * n + first, j * n + first, j - first);
    a[i * n + j] = rest / a[j * n + j];
  }

  private static double dot(double[] a, int x, int y, int length) {
    double sum = 0;
    for (int k = 0; k < length; k++) {
      sum += a[x + k] * a[y + k];
    }
    return sum;
  }
}
