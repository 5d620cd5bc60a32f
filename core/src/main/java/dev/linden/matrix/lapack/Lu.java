package dev.linden.matrix.lapack;

import dev.linden.matrix.Workers;

/** LU factorisation with partial pivoting, right-looking by blocks of columns, and its use. */
final class Lu {
  /** Columns eliminated together: their rows of U stay in cache during the update of the rest. */
  private static final int BLOCK = 32;

  private Lu() {}

  static void factor(int n, double[] a, int[] pivots, Workers workers) {
    for (int block = 0; block < n; block += BLOCK) {
      int first = block;
      int blockEnd = Math.min(n, block + BLOCK);
      for (int k = block; k < blockEnd; k++) {
        eliminate(n, a, pivots, k, blockEnd);
      }
      int rest = n - blockEnd;
      for (int i = block + 1; i < blockEnd; i++) {
        subtract(n, a, i, first, i, blockEnd);
      }
      workers.forRanges(
          rest,
          Grains.items((double) rest * BLOCK),
          (start, end) -> {
            for (int i = blockEnd + start; i < blockEnd + end; i++) {
              subtract(n, a, i, first, blockEnd, blockEnd);
            }
          });
    }
  }

  /** Finds the pivot of column k and clears the column below it, within the block. */
  private static void eliminate(int n, double[] a, int[] pivots, int k, int blockEnd) {
    int best = k;
    for (int i = k + 1; i < n; i++) {
      if (Math.abs(a[i * n + k]) > Math.abs(a[best * n + k])) {
        best = i;
      }
    }
    pivots[k] = best;
    if (best != k) {
      Rows.swap(a, k * n, best * n, n);
    }
    double pivot = a[k * n + k];
    if (pivot == 0) {
      return;
    }
    for (int i = k + 1; i < n; i++) {
      double factor = a[i * n + k] / pivot;
      a[i * n + k] = factor;
      Rows.addScaled(-factor, a, k * n + k + 1, a, i * n + k + 1, blockEnd - k - 1);
    }
  }

  /** Row i minus its multiples of rows {@code [first, end)}, in the columns from {@code col} on. */
  private static void subtract(int n, double[] a, int i, int first, int end, int col) {
    Rows.addCombination(
        -1, a, i * n + first, end - first, a, first * n + col, n, a, i * n + col, n - col);
  }

  static void solve(int n, double[] lu, int[] pivots, int columns, double[] b, Workers workers) {
    for (int k = 0; k < n; k++) {
      if (pivots[k] != k) {
        Rows.swap(b, k * columns, pivots[k] * columns, columns);
      }
    }
    workers.forRanges(
        columns,
        Grains.columns((double) n * n),
        (start, end) -> {
          int length = end - start;
          for (int i = 1; i < n; i++) {
            int at = i * columns + start;
            Rows.addCombination(-1, lu, i * n, i, b, start, columns, b, at, length);
          }
          for (int i = n - 1; i >= 0; i--) {
            int at = i * columns + start;
            int next = i + 1;
            Rows.addCombination(
                -1, lu, i * n + next, n - next, b, next * columns + start, columns, b, at, length);
            double pivot = lu[i * n + i];
            for (int j = 0; j < length; j++) {
              b[at + j] /= pivot;
            }
          }
        });
  }

  /** t(A) = t(U) t(L) P, so the factors are used by rows in the opposite order. */
  static void solveTransposed(int n, double[] lu, int[] pivots, double[] b) {
    for (int k = 0; k < n; k++) {
      b[k] /= lu[k * n + k];
      Rows.addScaled(-b[k], lu, k * n + k + 1, b, k + 1, n - k - 1);
    }
    for (int k = n - 1; k > 0; k--) {
      Rows.addScaled(-b[k], lu, k * n, b, 0, k);
    }
    for (int k = n - 1; k >= 0; k--) {
      double x = b[k];
      b[k] = b[pivots[k]];
      b[pivots[k]] = x;
    }
  }
}
