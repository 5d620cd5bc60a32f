package dev.linden.matrix.kernel.product;

import dev.linden.matrix.Dense;
import dev.linden.matrix.Workers;
import dev.linden.matrix.kernel.reorg.Indexing;
import dev.linden.matrix.kernel.reorg.Reorg;
import dev.linden.matrix.kernel.rows.Ranges;
import dev.linden.matrix.kernel.rows.RowLoops;
import dev.linden.matrix.lapack.Blas;
import dev.linden.matrix.lapack.Lapack;
import dev.linden.matrix.lapack.NativeLibrary;
import dev.linden.matrix.simd.GemmKernel;
import dev.linden.matrix.simd.Simd;
import java.util.Arrays;

/**
 * Dense times dense. Every stored cell takes part, zeros too: 0 * NaN is NaN here.
 *
 * <p>Work is split over rows of the result; over its columns or over fixed blocks of the inner
 * dimension (partial results added in order) when there are only few rows. Neither split depends on
 * the number of threads, so the bits do not either.
 */
public final class DenseGemm {
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

  /** Vectors of more cells may have another number of panels than their transposes. */
  private static final int LONGEST_SHARED = 1 << 26;

  /** Rows of fewer cells are not worth a vector loop each; several are taken at once instead. */
  static final int SHORT_ROW = 32;

  /** With this many cells vector loops get compiled early enough to pay even for short rows. */
  private static final int MANY_CELLS = 1 << 20;

  private static final int MANY_COLS = 4096;
  private static final int COLS_PER_RANGE = 1024;
  private static final int MAX_INNER_BLOCKS = 64;
  private static final int MIN_INNER_BLOCK = 1024;

  /**
   * From this many multiplications on operands are packed for the register kernel: below, the
   * copies cost what the kernel gains.
   */
  static final long PACKED = 8_000_000;

  /** The same where many products of operands in cache follow each other. */
  private static final int PACKED_IN_CACHE = 200_000;

  /** With fewer rows or columns a register tile is mostly empty, with less depth mostly copied. */
  private static final int THIN = 4;

  /** Cells that the partial results of a product may take together: 32 MB. */
  private static final long PARTIAL_CELLS = 4L << 20;

  /** Results of fewer tiles are split over the inner dimension instead. */
  private static final int FEW_TILES = 16;

  /** Operands of more cells are transposed in blocks of {@link #TRANSPOSED_CELLS}: 8 MB. */
  private static final int TRANSPOSED_AT_ONCE = 1 << 20;

  private static final int TRANSPOSED_CELLS = 1 << 17;

  private DenseGemm() {}

  /** op(A) * op(B), where op transposes if so told; no transpose of a large operand is made. */
  static Dense multiply(Dense a, boolean transposeA, Dense b, boolean transposeB, Workers workers) {
    if (transposeA && isArray(a)) {
      return multiply(transposedVector(a), false, b, transposeB, workers);
    }
    if (transposeB && isArray(b)) {
      return multiply(a, transposeA, transposedVector(b), false, workers);
    }
    int m = transposeA ? a.cols() : a.rows();
    int n = transposeB ? b.rows() : b.cols();
    int inner = transposeA ? a.rows() : a.cols();
    double work = (double) m * n * inner;
    if (transposeA && n < NARROW) {
      // the other way round rows of A are added up, whole
      Dense rows = transposeB ? b : transpose(b, workers);
      return transpose(plain(rows, a, workers), workers);
    }
    if (transposeB && !transposeA && m < FEW_ROWS) {
      Dense c = Dense.allocate(n, m, workers);
      narrow(b, a, c, work, workers);
      return transpose(c, workers);
    }
    if (transposeB && !transposeA && n < NARROW) {
      Dense c = Dense.allocate(m, n, workers);
      narrow(a, b, c, work, workers);
      return c;
    }
    boolean direct = !transposeA && !transposeB && (m < FEW_ROWS || n < NARROW);
    if (!direct && packs(m, n, inner, workers)) {
      Dense c = Dense.allocateUncleared(m, n, workers);
      multiplyLarge(a, transposeA, b, transposeB, c, false, inner, workers);
      return c;
    }
    Dense right = transposeB ? transpose(b, workers) : b;
    if (transposeA && isTransposedInBlocks(a.rows(), a.cols())) {
      return byBlocksOfRows(a, right, workers);
    }
    return plain(transposeA ? transpose(a, workers) : a, right, workers);
  }

  private static boolean isTransposedInBlocks(long rows, long cols) {
    return rows * cols > TRANSPOSED_AT_ONCE && cols >= FEW_ROWS && blockRows(cols) < rows;
  }

  private static int blockRows(long cols) {
    return (int) Math.max(BLOCK_INNER, TRANSPOSED_CELLS / cols / BLOCK_INNER * BLOCK_INNER);
  }

  /** Bytes for the transpose of an operand without a register kernel. */
  static double bytesOfTranspose(long rows, long cols) {
    return isTransposedInBlocks(rows, cols) ? 2 * 8.0 * blockRows(cols) * cols : 8.0 * rows * cols;
  }

  /** t(A) %*% B, of which A is too large to be transposed as a whole. */
  private static Dense byBlocksOfRows(Dense a, Dense b, Workers workers) {
    int m = a.cols();
    int n = b.cols();
    Dense c = Dense.allocate(m, n, workers);
    int height = blockRows(m);
    for (int start = 0; start < a.rows(); start += height) {
      int end = Math.min(a.rows(), start + height);
      Dense rows = (Dense) Indexing.slice(a, start, end, 0, m, workers);
      Dense left = transpose(rows, workers);
      Dense right = (Dense) Indexing.slice(b, start, end, 0, n, workers);
      int inner = end - start;
      int grain = Math.max(FEW_ROWS, Ranges.rows(m, (double) m * n * inner));
      workers.forRanges(
          m, grain, (from, to) -> addProduct(left, right, c, from, to, 0, n, 0, inner));
    }
    return c;
  }

  /** A vector whose transpose has the same array, and would not be cut into panels. */
  private static boolean isArray(Dense a) {
    boolean vector = a.rows() == 1 || a.cols() == 1;
    return vector && a.panelCount() == 1 && a.cells() <= LONGEST_SHARED;
  }

  /** Shares the array: for use inside a kernel. */
  private static Dense transposedVector(Dense a) {
    return Dense.wrap(a.cols(), a.rows(), a.panel(0));
  }

  /**
   * The transpose, perhaps on the same array: of an operand that is only read, or a result that
   * nobody else knows.
   */
  static Dense transpose(Dense a, Workers workers) {
    return isArray(a) ? transposedVector(a) : (Dense) Reorg.transpose(a, workers);
  }

  /** Whether a product of this size goes to {@link #multiplyLarge}. */
  static boolean packs(int m, int n, int inner, Workers workers) {
    boolean large = (double) m * n * inner >= PACKED && Math.min(Math.min(m, n), inner) >= THIN;
    return large
        && (Simd.current().gemmKernel() != null
            || library((double) m * n * inner, workers) != null);
  }

  /** Native code for this many multiplications, or null. */
  private static Blas library(double products, Workers workers) {
    boolean asked = workers.nativeCode() && 2 * products >= Lapack.NATIVE_WORK;
    return asked ? NativeLibrary.find() : null;
  }

  /**
   * C = op(A) * op(B), of which {@link #packs} holds; with {@code upper} only on and above the
   * diagonal.
   */
  static void multiplyLarge(
      Dense a,
      boolean transposeA,
      Dense b,
      boolean transposeB,
      Dense c,
      boolean upper,
      int inner,
      Workers workers) {
    Blas library = library((double) c.cells() * inner, workers);
    boolean few =
        library == null
            ? PackedGemm.tiles(c.rows(), c.cols()) < FEW_TILES
            : c.cells() < NativeGemm.FEW_CELLS;
    int parts = few ? affordableParts(c.cells(), inner) : 1;
    InnerBlock product =
        (part, start, end) ->
            multiplyBlock(library, a, transposeA, b, transposeB, part, upper, start, end, workers);
    overInnerBlocks(c, inner, parts, workers, product);
  }

  private static int affordableParts(long cells, int inner) {
    double affordable = Math.max(1, (double) PARTIAL_CELLS / cells);
    return (int) Math.min(affordable, innerBlocks(inner, (double) cells * inner));
  }

  /** Bytes that {@link #multiplyLarge} needs at most besides C; -1 where copies are transposed. */
  static double bytesOfLarge(int m, int n, int inner, int threads) {
    if (Simd.current().gemmKernel() == null || !packs(m, n, inner, Workers.serial())) {
      return -1;
    }
    long cells = (long) m * n;
    double partials = 8.0 * cells * (affordableParts(cells, inner) - 1);
    return partials + threads * PackedGemm.bufferBytes(n, inner);
  }

  /**
   * Bytes that {@link #multiply} needs at most besides C: a thin operand or C transposed, partial
   * results of few rows, and what packing takes or, where nothing is packed, transposes.
   */
  static double bytes(
      long m, long n, long inner, boolean transposeA, boolean transposeB, int threads) {
    boolean few = Math.min(m, n) < FEW_ROWS;
    double blocks = Math.min(MAX_INNER_BLOCKS, inner / (double) MIN_INNER_BLOCK);
    double thin = few ? 8.0 * inner * Math.min(m, n) + 8.0 * m * n * (1 + blocks) : 0;
    boolean fits = Math.max(Math.max(m, n), inner) <= Integer.MAX_VALUE;
    double large = fits ? bytesOfLarge((int) m, (int) n, (int) inner, threads) : -1;
    double transposes =
        (transposeA ? bytesOfTranspose(inner, m) : 0) + (transposeB ? 8.0 * inner * n : 0);
    return thin + (large >= 0 ? large : transposes);
  }

  /** Overwrites C, which is one array, with the product of A and B, or of A and t(B). */
  public static void multiplyInto(Dense a, Dense b, boolean transposeB, Dense c, Workers workers) {
    int inner = a.cols();
    GemmKernel kernel = Simd.current().gemmKernel();
    boolean wide = Math.min(c.rows(), c.cols()) >= THIN && inner >= THIN;
    if (kernel != null && wide && (double) c.cells() * inner >= PACKED_IN_CACHE) {
      PackedGemm.multiply(kernel, a, false, b, transposeB, c, false, 0, inner, workers);
      return;
    }
    Arrays.fill(c.panel(0), 0);
    if (transposeB) {
      addDots(a, b, c, 0, c.rows(), 0, inner);
    } else {
      addProduct(a, b, c, 0, c.rows(), 0, c.cols(), 0, inner);
    }
  }

  private static void multiplyBlock(
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
    if (library != null) {
      NativeGemm.multiply(
          library, a, transposeA, b, transposeB, c, upper, innerStart, innerEnd, workers);
    } else {
      PackedGemm.multiply(
          Simd.current().gemmKernel(),
          a,
          transposeA,
          b,
          transposeB,
          c,
          upper,
          innerStart,
          innerEnd,
          workers);
    }
  }

  /** Small, thin, or without a register kernel. */
  private static Dense plain(Dense a, Dense b, Workers workers) {
    int m = a.rows();
    int n = b.cols();
    int inner = a.cols();
    double work = (double) m * n * inner;
    if (inner == 1) {
      return outer(a, b, workers);
    }
    Dense c = Dense.allocate(m, n, workers);
    if (n < NARROW && (n == 1 || work >= SMALL)) {
      narrow(a, transpose(b, workers), c, work, workers);
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
          innerBlocks(inner, work),
          workers,
          (part, start, end) -> addProduct(a, b, part, 0, m, 0, n, start, end));
    }
    return c;
  }

  private static void narrow(Dense a, Dense columns, Dense c, double work, Workers workers) {
    int m = a.rows();
    int inner = a.cols();
    if (m >= FEW_ROWS) {
      workers.forRanges(
          m, Ranges.rows(m, work), (start, end) -> addDots(a, columns, c, start, end, 0, inner));
    } else if (innerBlocks(inner, work) == 1) {
      addDots(a, columns, c, 0, m, 0, inner);
    } else {
      overInnerBlocks(
          c,
          inner,
          innerBlocks(inner, work),
          workers,
          (part, start, end) -> addDots(a, columns, part, 0, m, start, end));
    }
  }

  /**
   * Adds the product over inner positions {@code [start, end)} to {@code part}, or puts it there:
   * the part is all zeros.
   */
  @FunctionalInterface
  interface InnerBlock {
    void addTo(Dense part, int start, int end);
  }

  /** Into how many blocks the inner dimension is cut for so much work. */
  static int innerBlocks(int inner, double work) {
    double wanted = Math.min(MAX_INNER_BLOCKS, work / Ranges.WORK);
    return (int) Math.max(1, Math.min(wanted, inner / (double) MIN_INNER_BLOCK));
  }

  /**
   * Partial products over this many blocks of the inner dimension, added up in order. The first one
   * goes to {@code c}, as it is; so it must be zero where {@code product} adds.
   */
  static void overInnerBlocks(Dense c, int inner, int blocks, Workers workers, InnerBlock product) {
    int length = (int) ((inner + (long) blocks - 1) / blocks);
    Dense[] parts = new Dense[Workers.rangeCount(inner, length)];
    workers.forRanges(
        inner,
        length,
        (start, end) -> {
          Dense part = start == 0 ? c : Dense.allocate(c.rows(), c.cols(), workers);
          product.addTo(part, start, end);
          parts[start / length] = part;
        });
    for (int p = 1; p < parts.length; p++) {
      for (int i = 0; i < c.rows(); i++) {
        RowLoops.add(parts[p].panelOf(i), parts[p].offset(i), c.panelOf(i), c.offset(i), c.cols());
      }
      for (int panel = 0; panel < parts[p].panelCount(); panel++) {
        workers.arrays().recycle(parts[p].panel(panel));
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
        if (rowEnd - rowStart == 1 && length >= SHORT_ROW && b.cells() >= MANY_CELLS) {
          addSingleRow(
              a.panelOf(rowStart),
              a.offset(rowStart),
              b,
              kBlock,
              kEnd,
              jBlock,
              c.panelOf(rowStart),
              c.offset(rowStart) + jBlock,
              length);
          continue;
        }
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

  /**
   * One row of B after the other: with nothing else to do than to read B, the memory is fastest in
   * its order.
   */
  private static void addSingleRow(
      double[] a,
      int aOffset,
      Dense b,
      int kStart,
      int kEnd,
      int col,
      double[] c,
      int cOffset,
      int length) {
    Simd simd = Simd.current();
    for (int k = kStart; k < kEnd; k++) {
      simd.axpy(a[aOffset + k], b.panelOf(k), b.offset(k) + col, c, cOffset, length);
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
    Simd simd = forDots(a, length);
    int i = rowStart;
    if (length < SHORT_ROW) {
      for (; i + 3 < rowEnd; i += 4) {
        addDotsOfFour(a, columns, c, i, innerStart, length);
      }
    }
    for (; i < rowEnd; i++) {
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

  /** The form for dot products of that length with rows of {@code a}. */
  static Simd forDots(Dense a, int length) {
    return length >= SHORT_ROW && a.cells() >= MANY_CELLS ? Simd.current() : Simd.forLength(length);
  }

  /** Four short rows at a time: a sum of a single row would wait for each of its additions. */
  private static void addDotsOfFour(
      Dense a, Dense columns, Dense c, int i, int innerStart, int length) {
    double[] a0 = a.panelOf(i);
    double[] a1 = a.panelOf(i + 1);
    double[] a2 = a.panelOf(i + 2);
    double[] a3 = a.panelOf(i + 3);
    int o0 = a.offset(i) + innerStart;
    int o1 = a.offset(i + 1) + innerStart;
    int o2 = a.offset(i + 2) + innerStart;
    int o3 = a.offset(i + 3) + innerStart;
    for (int j = 0; j < columns.rows(); j++) {
      double[] b = columns.panelOf(j);
      int offset = columns.offset(j) + innerStart;
      double s0 = 0;
      double s1 = 0;
      double s2 = 0;
      double s3 = 0;
      for (int k = 0; k < length; k++) {
        double x = b[offset + k];
        s0 += a0[o0 + k] * x;
        s1 += a1[o1 + k] * x;
        s2 += a2[o2 + k] * x;
        s3 += a3[o3 + k] * x;
      }
      c.panelOf(i)[c.offset(i) + j] += s0;
      c.panelOf(i + 1)[c.offset(i + 1) + j] += s1;
      c.panelOf(i + 2)[c.offset(i + 2) + j] += s2;
      c.panelOf(i + 3)[c.offset(i + 3) + j] += s3;
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
