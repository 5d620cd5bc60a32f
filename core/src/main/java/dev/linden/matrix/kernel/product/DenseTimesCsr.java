package dev.linden.matrix.kernel.product;

import dev.linden.matrix.Csr;
import dev.linden.matrix.Dense;
import dev.linden.matrix.Workers;
import dev.linden.matrix.simd.Simd;

/**
 * Dense times sparse for many rows: {@link Simd#ROW_CELLS} rows of A are taken at once, as columns.
 * What a non-zero of B adds to the result is then a vector, at one place of a transposed result
 * that fits the cache. Groups of rows are independent.
 */
final class DenseTimesCsr {
  private static final int GROUP = Simd.ROW_CELLS;

  /** With fewer rows most lanes of a group are empty. */
  static final int FEWEST_ROWS = GROUP - 4;

  /** Inner positions whose columns of A are at hand at once: 32 KB. */
  private static final int BLOCK_INNER = 256;

  private DenseTimesCsr() {}

  /** Whether clearing and transposing the result is little beside the products. */
  static boolean pays(Csr b) {
    return b.nnz() >= 4L * b.cols() && b.cols() <= Integer.MAX_VALUE / GROUP - 8;
  }

  static Dense multiply(Simd simd, Dense a, Csr b, Workers workers) {
    int m = a.rows();
    int n = b.cols();
    Dense c = Dense.allocateUncleared(m, n, workers);
    workers.forRanges(
        m,
        GROUP,
        (start, end) -> {
          double[] sums = workers.arrays().cleared(n * GROUP);
          double[] block = new double[Math.min(BLOCK_INNER, a.cols()) * GROUP];
          for (int k = 0; k < a.cols(); k += BLOCK_INNER) {
            int kEnd = Math.min(a.cols(), k + BLOCK_INNER);
            packColumns(a, start, end, k, kEnd, block);
            addBlock(simd, block, b, k, kEnd, sums);
          }
          for (int i = start; i < end; i++) {
            unpackRow(sums, i - start, c.panelOf(i), c.offset(i), n);
          }
          workers.arrays().recycle(sums);
        });
    return c;
  }

  private static void packColumns(
      Dense a, int rowStart, int rowEnd, int kStart, int kEnd, double[] block) {
    for (int i = rowStart; i < rowEnd; i++) {
      double[] row = a.panelOf(i);
      int from = a.offset(i) + kStart;
      for (int k = 0, to = i - rowStart; k < kEnd - kStart; k++, to += GROUP) {
        block[to] = row[from + k];
      }
    }
  }

  private static void addBlock(
      Simd simd, double[] block, Csr b, int kStart, int kEnd, double[] sums) {
    int[] rowStarts = b.rowStarts();
    for (int k = kStart; k < kEnd; k++) {
      simd.addToRows(
          block,
          (k - kStart) * GROUP,
          b.columns(),
          b.values(),
          rowStarts[k],
          rowStarts[k + 1],
          sums);
    }
  }

  private static void unpackRow(double[] sums, int lane, double[] to, int offset, int n) {
    for (int j = 0, from = lane; j < n; j++, from += GROUP) {
      to[offset + j] = sums[from];
    }
  }
}
