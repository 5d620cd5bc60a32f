package dev.linden.matrix.kernel;

import dev.linden.matrix.Dense;
import dev.linden.matrix.Workers;
import dev.linden.matrix.simd.Simd;

/**
 * Dense times dense. Every stored cell takes part, zeros too: 0 * NaN is NaN here.
 *
 * <p>Work is split over rows of the result; over its columns or over fixed blocks of the inner
 * dimension (partial results added in order) when there are only few rows. Neither split depends on
 * the number of threads, so the bits do not either.
 */
final class DenseGemm {
  /** Below this many multiplications a plain loop beats any preparation. */
  private static final long SMALL = 8 * 1024;

  /**
   * Rows of B in a block, with {@link #BLOCK_COLS} columns: 256 KB, half of a usual second-level
   * cache.
   */
  private static final int BLOCK_INNER = 64;

  private static final int BLOCK_COLS = 512;

  /**
   * Results with fewer columns are computed as dot products with the columns of B: the column loop
   * would be too short.
   */
  private static final int NARROW = 8;

  /** Results with fewer rows do not give enough row ranges. */
  private static final int FEW_ROWS = 16;

  private static final int MANY_COLS = 4096;
  private static final int COLS_PER_RANGE = 1024;
  private static final int MAX_INNER_BLOCKS = 64;
  private static final int MIN_INNER_BLOCK = 1024;

  private DenseGemm() {}

  static Dense multiply(Dense a, Dense b, Workers workers) {
    int m = a.rows();
    int n = b.cols();
    int inner = a.cols();
    double work = (double) m * n * inner;
    if (inner == 1) {
      return outer(a, b, workers);
    }
    Dense c = Dense.allocate(m, n, workers);
    if (n < NARROW && (n == 1 || work >= SMALL)) {
      narrow(a, columnsAsRows(b, workers), c, work, workers);
    } else if (work < SMALL) {
      addProduct(a, b, c, 0, m, 0, n, 0, inner);
    } else if (m >= FEW_ROWS) {
      // ranges stream B once each, so a few rows must share it
      int grain = Math.max(Ranges.rows(m, work), Math.min(64, Math.max(8, m / 8)));
      workers.forRanges(m, grain, (start, end) -> addProduct(a, b, c, start, end, 0, n, 0, inner));
    } else if (n >= MANY_COLS) {
      workers.forRanges(
          n, COLS_PER_RANGE, (start, end) -> addProduct(a, b, c, 0, m, start, end, 0, inner));
    } else {
      overInnerBlocks(
          c,
          inner,
          work,
          workers,
          (part, start, end) -> addProduct(a, b, part, 0, m, 0, n, start, end));
    }
    return c;
  }

  /** B's columns as rows of a matrix that is used inside this kernel only. */
  private static Dense columnsAsRows(Dense b, Workers workers) {
    if (b.cols() == 1 && b.panelCount() == 1) {
      return Dense.wrap(1, b.rows(), b.panel(0));
    }
    Dense result = Dense.allocateUncleared(b.cols(), b.rows(), workers);
    Reorg.transposeRows(b, result, 0, b.cols());
    return result;
  }

  private static void narrow(Dense a, Dense columns, Dense c, double work, Workers workers) {
    int m = a.rows();
    int inner = a.cols();
    if (m >= FEW_ROWS) {
      workers.forRanges(
          m, Ranges.rows(m, work), (start, end) -> addDots(a, columns, c, start, end, 0, inner));
    } else {
      overInnerBlocks(
          c,
          inner,
          work,
          workers,
          (part, start, end) -> addDots(a, columns, part, 0, m, start, end));
    }
  }

  /** Adds the product over inner positions {@code [start, end)} to {@code part}. */
  @FunctionalInterface
  interface InnerBlock {
    void addTo(Dense part, int start, int end);
  }

  /** Partial products over fixed blocks of the inner dimension, added to {@code c} in order. */
  static void overInnerBlocks(
      Dense c, int inner, double work, Workers workers, InnerBlock product) {
    double wanted = Math.min(MAX_INNER_BLOCKS, work / Ranges.WORK);
    int length = (int) Math.max(MIN_INNER_BLOCK, Math.ceil(inner / Math.max(1, wanted)));
    int blocks = (int) ((inner + (long) length - 1) / length);
    if (blocks <= 1) {
      product.addTo(c, 0, inner);
      return;
    }
    Dense[] parts = new Dense[blocks];
    workers.forRanges(
        blocks,
        1,
        (first, last) -> {
          for (int block = first; block < last; block++) {
            Dense part = Dense.zeros(c.rows(), c.cols());
            int start = block * length;
            product.addTo(part, start, (int) Math.min(inner, start + (long) length));
            parts[block] = part;
          }
        });
    for (Dense part : parts) {
      for (int i = 0; i < c.rows(); i++) {
        RowLoops.add(part.panelOf(i), part.offset(i), c.panelOf(i), c.offset(i), c.cols());
      }
    }
  }

  /**
   * C += A * B for the given rows, columns and inner positions. B is walked in blocks that stay in
   * cache while the rows of A pass by. For each cell the order of additions depends on {@code
   * innerStart} only.
   */
  static void addProduct(
      Dense a,
      Dense b,
      Dense c,
      int rowStart,
      int rowEnd,
      int colStart,
      int colEnd,
      int innerStart,
      int innerEnd) {
    for (int kBlock = innerStart; kBlock < innerEnd; kBlock += BLOCK_INNER) {
      int kEnd = Math.min(innerEnd, kBlock + BLOCK_INNER);
      for (int jBlock = colStart; jBlock < colEnd; jBlock += BLOCK_COLS) {
        int length = Math.min(colEnd - jBlock, BLOCK_COLS);
        for (int i = rowStart; i < rowEnd; i++) {
          addRow(
              a.panelOf(i),
              a.offset(i),
              b,
              kBlock,
              kEnd,
              jBlock,
              c.panelOf(i),
              c.offset(i) + jBlock,
              length);
        }
      }
    }
  }

  private static void addRow(
      double[] a,
      int aOffset,
      Dense b,
      int kStart,
      int kEnd,
      int col,
      double[] c,
      int cOffset,
      int length) {
    int k = kStart;
    for (; k + 3 < kEnd; k += 4) {
      RowLoops.addScaled4(
          a[aOffset + k],
          b.panelOf(k),
          b.offset(k) + col,
          a[aOffset + k + 1],
          b.panelOf(k + 1),
          b.offset(k + 1) + col,
          a[aOffset + k + 2],
          b.panelOf(k + 2),
          b.offset(k + 2) + col,
          a[aOffset + k + 3],
          b.panelOf(k + 3),
          b.offset(k + 3) + col,
          c,
          cOffset,
          length);
    }
    for (; k < kEnd; k++) {
      RowLoops.addScaled(a[aOffset + k], b.panelOf(k), b.offset(k) + col, c, cOffset, length);
    }
  }

  /** C += A * B for a range of rows and inner positions, with the columns of B given as rows. */
  static void addDots(
      Dense a, Dense columns, Dense c, int rowStart, int rowEnd, int innerStart, int innerEnd) {
    int length = innerEnd - innerStart;
    Simd simd = Simd.forLength(length);
    for (int i = rowStart; i < rowEnd; i++) {
      double[] aRow = a.panelOf(i);
      int aOffset = a.offset(i) + innerStart;
      double[] cRow = c.panelOf(i);
      int cOffset = c.offset(i);
      for (int j = 0; j < columns.rows(); j++) {
        cRow[cOffset + j] +=
            simd.dot(aRow, aOffset, columns.panelOf(j), columns.offset(j) + innerStart, length);
      }
    }
  }

  private static Dense outer(Dense a, Dense b, Workers workers) {
    int n = b.cols();
    Dense c = Dense.allocateUncleared(a.rows(), n, workers);
    workers.forRanges(
        a.rows(),
        Ranges.rows(a.rows(), c.cells()),
        (start, end) -> {
          for (int i = start; i < end; i++) {
            double x = a.panelOf(i)[a.offset(i)];
            RowLoops.scale(x, b.panel(0), 0, c.panelOf(i), c.offset(i), n);
          }
        });
    return c;
  }
}
