package dev.linden.matrix.kernel.product;

import dev.linden.matrix.Dense;
import dev.linden.matrix.Workers;
import dev.linden.matrix.kernel.rows.Ranges;
import dev.linden.matrix.kernel.rows.RowLoops;
import dev.linden.matrix.lapack.Blas;
import dev.linden.matrix.lapack.NativeMemory;
import java.nio.DoubleBuffer;

/**
 * Large dense products by native code. Blocks of the operands are copied to native memory, which
 * costs a few percent of the product: a block of B once for all threads, and of A for each tile of
 * rows. The tiles depend on the sizes only, so the bits do not depend on the number of threads.
 */
final class NativeGemm {
  /** Inner positions and columns of a block of B: 32 MB. */
  private static final int INNER = 2048;

  private static final int COLS = 2048;

  /** Rows of a tile; fewer where that gives more tiles. */
  private static final int MAX_ROWS = 504;

  private static final int MIN_ROWS = 96;
  private static final int MIN_COLS = 256;
  private static final int WANTED_TILES = 4;

  /** Results of fewer cells give too few tiles: the inner dimension is split instead. */
  static final long FEW_CELLS = 512 * 512;

  /** Products of a matrix with itself up to this order are one block. */
  private static final int MAX_SQUARE = 1024;

  /** Cells of a matrix that are multiplied with themselves at a time: a second-level cache. */
  private static final int SQUARE_CELLS = 1 << 17;

  private static final int MIN_SQUARE_INNER = 256;

  private final Blas library;
  private final Dense a;
  private final boolean transposeA;
  private final Dense b;
  private final boolean transposeB;
  private final Dense c;
  private final boolean upper;

  private NativeGemm(
      Blas library,
      Dense a,
      boolean transposeA,
      Dense b,
      boolean transposeB,
      Dense c,
      boolean upper) {
    this.library = library;
    this.a = a;
    this.transposeA = transposeA;
    this.b = b;
    this.transposeB = transposeB;
    this.c = c;
    this.upper = upper;
  }

  /** As {@link PackedGemm#multiply}. */
  static void multiply(
      Blas library,
      Dense a,
      boolean transposeA,
      Dense b,
      boolean transposeB,
      Dense c,
      boolean upper,
      int innerStart,
      int innerEnd,
      Workers workers) {
    NativeGemm product = new NativeGemm(library, a, transposeA, b, transposeB, c, upper);
    if (upper && a == b && transposeA != transposeB && c.rows() <= MAX_SQUARE) {
      product.square(innerStart, innerEnd);
    } else {
      product.run(innerStart, innerEnd, workers);
    }
  }

  private void run(int innerStart, int innerEnd, Workers workers) {
    int n = c.cols();
    int width = evenly(n, COLS, 1);
    int depth = evenly(innerEnd - innerStart, INNER, 1);
    DoubleBuffer block = NativeMemory.take(width * depth);
    for (int col = 0; col < n; col += width) {
      int colEnd = Math.min(n, col + width);
      for (int k = innerStart; k < innerEnd; k += depth) {
        int kEnd = Math.min(innerEnd, k + depth);
        copyB(col, colEnd, k, kEnd, block, workers);
        multiplyBlock(col, colEnd, k, kEnd, block, k > innerStart, workers);
      }
    }
    NativeMemory.give(block);
  }

  /** Parts of about the same length, none longer than {@code most}, in multiples of a unit. */
  private static int evenly(int length, int most, int unit) {
    int parts = (length - 1) / most + 1;
    int each = (length - 1) / parts + 1;
    return (each + unit - 1) / unit * unit;
  }

  private void copyB(int col, int colEnd, int k, int kEnd, DoubleBuffer block, Workers workers) {
    int first = transposeB ? col : k;
    int rows = transposeB ? colEnd - col : kEnd - k;
    int from = transposeB ? k : col;
    int to = transposeB ? kEnd : colEnd;
    workers.forRanges(
        rows,
        Math.max(1, Ranges.WORK / (to - from)),
        (start, end) -> copy(b, first + start, first + end, from, to, block, start * (to - from)));
  }

  private void multiplyBlock(
      int col, int colEnd, int k, int kEnd, DoubleBuffer block, boolean add, Workers workers) {
    int m = c.rows();
    int tileRows =
        evenly(m, Math.max(MIN_ROWS, Math.min(MAX_ROWS, (m - 1) / WANTED_TILES + 1)), 24);
    int down = Workers.rangeCount(m, tileRows);
    int wanted = Math.max(1, WANTED_TILES / down);
    int tileCols = Math.max(MIN_COLS, ((colEnd - col - 1) / wanted + 16) / 16 * 16);
    int across = Workers.rangeCount(colEnd - col, tileCols);
    workers.forRanges(
        Math.multiplyExact(across, down),
        1,
        (first, last) -> {
          for (int tile = first; tile < last; tile++) {
            int row = tile / across * tileRows;
            int rowEnd = Math.min(m, row + tileRows);
            int start = col + tile % across * tileCols;
            int end = Math.min(colEnd, start + tileCols);
            if (upper) {
              start = Math.max(start, row);
            }
            if (start < end) {
              multiplyTile(row, rowEnd, start, end, k, kEnd, col, colEnd, block, add);
            }
          }
        });
  }

  private void multiplyTile(
      int row,
      int rowEnd,
      int start,
      int end,
      int k,
      int kEnd,
      int col,
      int colEnd,
      DoubleBuffer block,
      boolean add) {
    int rows = rowEnd - row;
    int cols = end - start;
    int depth = kEnd - k;
    DoubleBuffer left = NativeMemory.take(rows * depth);
    if (transposeA) {
      copy(a, k, kEnd, row, rowEnd, left, 0);
    } else {
      copy(a, row, rowEnd, k, kEnd, left, 0);
    }
    DoubleBuffer result = NativeMemory.take(rows * cols);
    library.gemm(
        transposeA,
        transposeB,
        rows,
        cols,
        depth,
        1,
        left,
        transposeA ? rows : depth,
        NativeMemory.at(block, transposeB ? (start - col) * depth : start - col),
        transposeB ? depth : colEnd - col,
        0,
        result,
        cols);
    NativeMemory.give(left);
    double[] sums = add ? new double[cols] : null;
    for (int i = row; i < rowEnd; i++) {
      int from = (i - row) * cols;
      int to = c.offset(i) + start;
      if (add) {
        result.get(from, sums);
        RowLoops.add(sums, 0, c.panelOf(i), to, cols);
      } else {
        result.get(from, c.panelOf(i), to, cols);
      }
    }
    NativeMemory.give(result);
  }

  /** The upper half of a product of a matrix and its transpose, a slice of it at a time. */
  private void square(int innerStart, int innerEnd) {
    int n = c.cols();
    int depth = Math.min(innerEnd - innerStart, Math.max(MIN_SQUARE_INNER, SQUARE_CELLS / n));
    DoubleBuffer slice = NativeMemory.take(depth * n);
    DoubleBuffer sums = NativeMemory.take(n * n);
    for (int k = innerStart; k < innerEnd; k += depth) {
      int kEnd = Math.min(innerEnd, k + depth);
      if (transposeA) {
        copy(a, k, kEnd, 0, n, slice, 0);
      } else {
        copy(a, 0, n, k, kEnd, slice, 0);
      }
      int stride = transposeA ? n : kEnd - k;
      library.syrk(transposeA, n, kEnd - k, slice, stride, k > innerStart ? 1 : 0, sums, n);
    }
    for (int i = 0; i < n; i++) {
      sums.get(i * n + i, c.panelOf(i), c.offset(i) + i, n - i);
    }
    NativeMemory.give(slice);
    NativeMemory.give(sums);
  }

  /** Copies cells {@code [from, to)} of rows {@code [first, end)}, one row behind the other. */
  private static void copy(
      Dense source, int first, int end, int from, int to, DoubleBuffer target, int at) {
    int length = to - from;
    if (length == source.cols() && source.panelEnd(first) >= end) {
      target.put(at, source.panelOf(first), source.offset(first), (end - first) * length);
      return;
    }
    for (int i = first; i < end; i++) {
      target.put(at + (i - first) * length, source.panelOf(i), source.offset(i) + from, length);
    }
  }
}
