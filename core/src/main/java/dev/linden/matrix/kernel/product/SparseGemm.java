package dev.linden.matrix.kernel.product;

import dev.linden.matrix.ArrayPool;
import dev.linden.matrix.Csr;
import dev.linden.matrix.Dense;
import dev.linden.matrix.Formats;
import dev.linden.matrix.Matrix;
import dev.linden.matrix.Plain;
import dev.linden.matrix.Sparse;
import dev.linden.matrix.Workers;
import dev.linden.matrix.kernel.reorg.Reorg;
import dev.linden.matrix.kernel.rows.Grain;
import dev.linden.matrix.kernel.rows.Ranges;
import dev.linden.matrix.kernel.rows.RowAccumulator;
import dev.linden.matrix.kernel.rows.RowGather;
import dev.linden.matrix.kernel.rows.RowLoops;
import dev.linden.matrix.kernel.rows.RowView;
import dev.linden.matrix.kernel.rows.SparseChunks;
import dev.linden.matrix.simd.Simd;
import java.util.Arrays;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Supplier;

/**
 * Products with a sparse operand. All variants go row by row over the result and add in the order
 * of the inner dimension, so rows are independent and the bits do not depend on the number of
 * threads.
 */
final class SparseGemm {
  /**
   * Rows of a sparse B that are used for a whole range of rows of a dense A before the next ones.
   */
  private static final int BLOCK_INNER = 256;

  private static final int FEW_ROWS = 16;

  /** Cells that the partial results of a product may take together: 128 MB. */
  private static final double PARTIAL_CELLS = 16L << 20;

  private SparseGemm() {}

  /** At least one operand is sparse; both have non-zeros or are dense with cells. */
  static Matrix multiply(Plain a, Plain b, Workers workers) {
    if (a instanceof Sparse left) {
      Sparse rows = RowView.byRow(left);
      if (RowGather.applies(rows)) {
        return RowGather.multiply(rows, b, workers);
      }
      return b instanceof Sparse right
          ? sparseSparse(rows, RowView.byRow(right), false, workers)
          : sparseDense(rows, (Dense) b, workers);
    }
    return denseSparse((Dense) a, RowView.byRow((Sparse) b), workers);
  }

  /**
   * t(A) * B for sparse A and dense B with few columns: A is read once, row by row, and its cells
   * are added to the result where they belong, so no transpose is needed.
   */
  static Dense transposedTimesNarrow(Sparse a, Dense b, Workers workers) {
    if (a instanceof Csr csr && Narrow.suits(b.cols())) {
      return addedUp(csr, b, workers);
    }
    Dense rows = DenseGemm.transpose(b, workers);
    return DenseGemm.transpose(denseSparseToDense(rows, RowView.byRow(a), workers), workers);
  }

  /** Whether so many products meet in t(A) * B that most of its cells are filled. */
  static boolean fillsNarrow(Sparse a, Sparse b) {
    double perRow = b.nnz() / (double) b.rows();
    return a.nnz() * perRow >= 8.0 * a.cols() * b.cols();
  }

  /**
   * t(A) * B for sparse operands, A with few columns: row by row of both, whose products are added
   * to the result where they belong. Each is read once and in order, and no transpose is needed.
   */
  static Matrix narrowTransposedTimes(Sparse a, Sparse b, Workers workers) {
    Sparse left = RowView.byRow(a);
    Sparse right = RowView.byRow(b);
    double perRow = b.nnz() / (double) b.rows();
    double work = a.nnz() * perRow + a.rows();
    Dense c = Dense.allocate(a.cols(), b.cols(), workers);
    DenseGemm.overInnerBlocks(
        c,
        a.rows(),
        blocksWorth(c.cells(), a.rows(), work),
        workers,
        (part, start, end) -> {
          for (int i = start; i < end; i++) {
            int[] columns = right.columns(i);
            double[] values = right.values(i);
            for (int p = left.start(i); p < left.end(i); p++) {
              int k = left.columns(i)[p];
              CsrLoops.addScaled(
                  left.values(i)[p],
                  columns,
                  values,
                  right.start(i),
                  right.end(i),
                  part.panelOf(k),
                  part.offset(k));
            }
          }
        });
    return Formats.adapt(c, workers);
  }

  /** A partial result is cleared and added up: its block must do more than that. */
  private static int blocksWorth(long cells, int inner, double work) {
    double useful = Math.max(1, work / (8.0 * cells));
    return (int) Math.min(useful, DenseGemm.innerBlocks(inner, work));
  }

  private static Dense addedUp(Csr a, Dense b, Workers workers) {
    int cols = b.cols();
    int width = Narrow.width(cols);
    Dense sums = Dense.allocate(1, Math.multiplyExact(a.cols(), width), workers);
    double work = (double) a.nnz() * width + a.rows();
    DenseGemm.overInnerBlocks(
        sums,
        a.rows(),
        blocksWorth(sums.cells(), a.rows(), work),
        workers,
        (part, start, end) -> {
          for (int i = start; i < end; ) {
            int next = Math.min(end, b.panelEnd(i));
            Narrow.addTransposedTimes(a, i, next, b.panelOf(i), b.offset(i), part.panel(0), cols);
            i = next;
          }
        });
    return Dense.wrap(a.cols(), cols, Narrow.unpadded(sums.panel(0), cols));
  }

  // ------------------------------------------------------------------------------------------
  // sparse x dense

  private static Matrix sparseDense(Sparse a, Dense b, Workers workers) {
    int m = a.rows();
    int n = b.cols();
    if (n == 1 && b.panelCount() == 1) {
      Dense c = Dense.allocateUncleared(m, 1, workers);
      int rows = Ranges.rows(m, (double) a.nnz() + m);
      workers.forRanges(m, rows, (start, end) -> timesVector(a, start, end, b.panel(0), c));
      return c;
    }
    long filledRows = 0;
    for (int i = 0; i < m; i++) {
      filledRows += a.end(i) > a.start(i) ? 1 : 0;
    }
    int grain = Ranges.rows(m, (double) a.nnz() * n + m);
    if (RowView.pays(m, n, filledRows * n)) {
      SparseChunks result = new SparseChunks(m, n, grain, workers.arrays());
      workers.forRanges(
          m,
          grain,
          (start, end) -> {
            SparseChunks.Chunk chunk = result.chunk(start, 16);
            double[] row = new double[n];
            for (int i = start; i < end; i++) {
              if (a.end(i) > a.start(i)) {
                addSparseRow(a, i, b, row, 0);
                chunk.addNonZeros(row, 0, n);
                Arrays.fill(row, 0);
              }
              chunk.endRow(i);
            }
          });
      return result.finish();
    }
    if (a instanceof Csr csr && Narrow.suitsAsFactor(n) && b.panelCount() == 1) {
      double[] factor = Narrow.padded(b.panel(0), n);
      Dense c = Dense.allocateUncleared(m, n, workers);
      workers.forRanges(m, grain, (start, end) -> timesNarrow(csr, start, end, factor, c));
      return c;
    }
    Dense c = Dense.allocate(m, n, workers);
    workers.forRanges(
        m,
        grain,
        (start, end) -> {
          for (int i = start; i < end; i++) {
            addSparseRow(a, i, b, c.panelOf(i), c.offset(i));
          }
        });
    return c;
  }

  private static void timesNarrow(Csr a, int start, int end, double[] factor, Dense c) {
    int n = c.cols();
    for (int i = start; i < end; ) {
      int next = Math.min(end, c.panelEnd(i));
      Narrow.times(a, i, next, factor, c.panelOf(i), c.offset(i), n);
      i = next;
    }
  }

  private static void timesVector(Sparse a, int start, int end, double[] b, Dense c) {
    if (a instanceof Csr csr && c.panelCount() == 1) {
      int[] rowStarts = csr.rowStarts();
      int[] columns = csr.columns();
      double[] values = csr.values();
      double[] result = c.panel(0);
      if (CsrLoops.areShort(rowStarts, start, end)) {
        CsrLoops.dots(rowStarts, columns, values, start, end, b, result, start);
        return;
      }
      for (int i = start; i < end; i++) {
        result[i] = CsrLoops.dot(columns, values, rowStarts[i], rowStarts[i + 1], b, 0);
      }
    } else {
      for (int i = start; i < end; i++) {
        c.panelOf(i)[c.offset(i)] = sparseDot(a, i, b);
      }
    }
  }

  static double sparseDot(Sparse a, int row, double[] b) {
    return CsrLoops.dot(a.columns(row), a.values(row), a.start(row), a.end(row), b, 0);
  }

  /** c += row of A times B. */
  private static void addSparseRow(Sparse a, int row, Dense b, double[] c, int cOffset) {
    int[] columns = a.columns(row);
    double[] values = a.values(row);
    int n = b.cols();
    int end = a.end(row);
    int p = a.start(row);
    for (; p + 3 < end; p += 4) {
      int k0 = columns[p];
      int k1 = columns[p + 1];
      int k2 = columns[p + 2];
      int k3 = columns[p + 3];
      RowLoops.addScaled4(
          values[p],
          b.panelOf(k0),
          b.offset(k0),
          values[p + 1],
          b.panelOf(k1),
          b.offset(k1),
          values[p + 2],
          b.panelOf(k2),
          b.offset(k2),
          values[p + 3],
          b.panelOf(k3),
          b.offset(k3),
          c,
          cOffset,
          n);
    }
    for (; p < end; p++) {
      RowLoops.addScaled(values[p], b.panelOf(columns[p]), b.offset(columns[p]), c, cOffset, n);
    }
  }

  // ------------------------------------------------------------------------------------------
  // dense x sparse

  private static Matrix denseSparse(Dense a, Sparse b, Workers workers) {
    int m = a.rows();
    int n = b.cols();
    int inner = a.cols();
    double work = (double) m * b.nnz() + (double) m * n;
    if (RowView.pays(m, n, m * filledColumns(b))) {
      int grain = Ranges.rows(m, work);
      SparseChunks result = new SparseChunks(m, n, grain, workers.arrays());
      workers.forRanges(
          m,
          grain,
          (start, end) -> {
            SparseChunks.Chunk chunk = result.chunk(start, 16);
            double[] row = new double[n];
            for (int i = start; i < end; i++) {
              addDenseRow(a.panelOf(i), a.offset(i), b, 0, inner, row, 0);
              chunk.addNonZeros(row, 0, n);
              chunk.endRow(i);
              Arrays.fill(row, 0);
            }
          });
      return result.finish();
    }
    return denseSparseToDense(a, b, workers);
  }

  private static Dense denseSparseToDense(Dense a, Sparse b, Workers workers) {
    int m = a.rows();
    int n = b.cols();
    int inner = a.cols();
    double work = (double) m * b.nnz() + (double) m * n;
    Simd simd = Simd.current();
    if (m >= DenseTimesCsr.FEWEST_ROWS && b instanceof Csr right && simd.gemmKernel() != null) {
      if (DenseTimesCsr.pays(right)) {
        return DenseTimesCsr.multiply(simd, a, right, workers);
      }
    }
    Dense c = Dense.allocate(m, n, workers);
    // few rows of many non-zeros: split the inner dimension, if partial results are small beside B
    if (m < FEW_ROWS && b.nnz() > 64L * n) {
      DenseGemm.overInnerBlocks(
          c,
          inner,
          DenseGemm.innerBlocks(inner, work),
          workers,
          (part, start, end) -> addDenseRows(a, b, part, 0, m, start, end));
    } else {
      workers.forRanges(
          m, Ranges.rows(m, work), (start, end) -> addDenseRows(a, b, c, start, end, 0, inner));
    }
    return c;
  }

  private static long filledColumns(Sparse b) {
    boolean[] filled = new boolean[b.cols()];
    long count = 0;
    for (int k = 0; k < b.rows(); k++) {
      int[] columns = b.columns(k);
      for (int p = b.start(k), end = b.end(k); p < end; p++) {
        if (!filled[columns[p]]) {
          filled[columns[p]] = true;
          count++;
        }
      }
    }
    return count;
  }

  private static void addDenseRows(
      Dense a, Sparse b, Dense c, int rowStart, int rowEnd, int innerStart, int innerEnd) {
    for (int block = innerStart; block < innerEnd; block += BLOCK_INNER) {
      int blockEnd = Math.min(innerEnd, block + BLOCK_INNER);
      for (int i = rowStart; i < rowEnd; i++) {
        addDenseRow(a.panelOf(i), a.offset(i), b, block, blockEnd, c.panelOf(i), c.offset(i));
      }
    }
  }

  private static void addDenseRow(
      double[] a, int aOffset, Sparse b, int innerStart, int innerEnd, double[] c, int cOffset) {
    if (b instanceof Csr csr) {
      int[] rowStarts = csr.rowStarts();
      int[] columns = csr.columns();
      double[] values = csr.values();
      if (CsrLoops.areShort(rowStarts, innerStart, innerEnd)) {
        CsrLoops.addScaledRows(
            a, aOffset + innerStart, rowStarts, columns, values, innerStart, innerEnd, c, cOffset);
        return;
      }
      for (int k = innerStart; k < innerEnd; k++) {
        int from = rowStarts[k];
        CsrLoops.addScaled(a[aOffset + k], columns, values, from, rowStarts[k + 1], c, cOffset);
      }
    } else {
      for (int k = innerStart; k < innerEnd; k++) {
        CsrLoops.addScaled(
            a[aOffset + k], b.columns(k), b.values(k), b.start(k), b.end(k), c, cOffset);
      }
    }
  }

  // ------------------------------------------------------------------------------------------
  // sparse x sparse

  /**
   * Gustavson (1978): each row of the result gathers the rows of B that the row of A selects. With
   * {@code upper} cells below the diagonal are left out.
   */
  private static Matrix sparseSparse(Sparse a, Sparse b, boolean upper, Workers workers) {
    int m = a.rows();
    int n = b.cols();
    ProductRows all = ProductRows.of(a, b, workers);
    double products = all.products;
    long reachable = all.reachable;
    long largestRow = all.largest;
    int grain = Ranges.rows(m, products + m);
    // with fewer products per row, its many columns cost more than sorting those that are hit
    double words = n / 4096.0;
    if (reachable <= RowView.LONGEST_ARRAY
        && RowView.pays(m, n, reachable)
        && n <= BitmapRow.MOST_COLUMNS
        && words <= products / m + 16) {
      int longest = (int) largestRow;
      Sparse c = sparseByBitmap(a, b, upper, grain, products / m, longest, workers);
      return upper ? c : Formats.adapt(c, workers);
    }
    if (!RowView.pays(m, n, reachable)) {
      Dense c = Dense.allocate(m, n, workers);
      workers.forRanges(
          m,
          grain,
          (start, end) -> {
            for (int i = start; i < end; i++) {
              addGathered(a, i, b, upper ? i : 0, c.panelOf(i), c.offset(i));
            }
          });
      return upper ? c : Formats.adapt(c, workers);
    }
    SparseChunks result = new SparseChunks(m, n, grain, workers.arrays());
    long distinct = largestRow;
    // accumulators are as large as a row: ranges share those that are free at the moment
    ConcurrentLinkedQueue<RowAccumulator> free = new ConcurrentLinkedQueue<>();
    workers.forRanges(
        m,
        grain,
        (start, end) -> {
          RowAccumulator sums = free.poll();
          if (sums == null) {
            sums = new RowAccumulator(n, distinct);
          }
          SparseChunks.Chunk chunk = result.chunk(start, 16);
          for (int i = start; i < end; i++) {
            gather(a, i, b, upper ? i : 0, sums);
            sums.drainTo(chunk);
            chunk.endRow(i);
          }
          free.add(sums);
        });
    return upper ? result.finish() : Formats.adapt(result.finish(), workers);
  }

  static long nonZerosAtMost(Sparse a, Sparse b, Workers workers) {
    return ProductRows.of(a, b, workers).reachable;
  }

  /**
   * How much rows of a product take: multiplications, non-zeros at most, and those of the fullest
   * row.
   */
  private record ProductRows(double products, long reachable, long largest) {
    static ProductRows of(Sparse a, Sparse b, Workers workers) {
      int grain = Grain.sparseRows(a, a.nnz());
      ProductRows[] ranges = new ProductRows[Workers.rangeCount(a.rows(), grain)];
      workers.forRanges(
          a.rows(), grain, (start, end) -> ranges[start / grain] = count(a, b, start, end));
      return together(ranges);
    }

    private static ProductRows count(Sparse a, Sparse b, int rowStart, int rowEnd) {
      int n = b.cols();
      double products = 0;
      long reachable = 0;
      long largest = 0;
      for (int i = rowStart; i < rowEnd; i++) {
        long inRow = 0;
        int[] columns = a.columns(i);
        for (int p = a.start(i), end = a.end(i); p < end; p++) {
          inRow += b.end(columns[p]) - b.start(columns[p]);
        }
        products += inRow;
        reachable += Math.min(inRow, n);
        largest = Math.max(largest, Math.min(inRow, n));
      }
      return new ProductRows(products, reachable, largest);
    }

    private static ProductRows together(ProductRows[] ranges) {
      double products = 0;
      long reachable = 0;
      long largest = 0;
      for (ProductRows range : ranges) {
        products += range.products;
        reachable += range.reachable;
        largest = Math.max(largest, range.largest);
      }
      return new ProductRows(products, reachable, largest);
    }
  }

  /** Counts the non-zeros of each row of the result first, then writes them where they belong. */
  private static Sparse sparseByBitmap(
      Sparse a, Sparse b, boolean upper, int grain, double products, int longest, Workers workers) {
    int m = a.rows();
    int n = b.cols();
    Supplier<BitmapRow> rows = () -> new BitmapRow(n, products, longest);
    ArrayPool arrays = workers.arrays();
    int[] rowStarts = arrays.ints(m + 1);
    rowStarts[0] = 0;
    ConcurrentLinkedQueue<BitmapRow> free = new ConcurrentLinkedQueue<>();
    workers.forRanges(
        m,
        grain,
        (start, end) -> {
          BitmapRow row = take(free, rows);
          for (int i = start; i < end; i++) {
            markRow(a, i, b, upper ? i : 0, row);
            rowStarts[i + 1] = row.countMarked();
          }
          free.add(row);
        });
    for (int i = 0; i < m; i++) {
      rowStarts[i + 1] += rowStarts[i];
    }
    int[] columns = arrays.ints(arrays.roomFor(rowStarts[m]));
    double[] values = arrays.uncleared(arrays.roomFor(rowStarts[m]));
    int[] rowEnds = new int[m];
    workers.forRanges(
        m,
        grain,
        (start, end) -> {
          BitmapRow row = take(free, rows);
          for (int i = start; i < end; i++) {
            addRow(a, i, b, upper ? i : 0, row);
            rowEnds[i] = row.drainTo(columns, values, rowStarts[i]);
          }
          free.add(row);
        });
    closeGaps(rowStarts, rowEnds, columns, values);
    return new Csr(m, n, rowStarts, columns, values);
  }

  private static BitmapRow take(ConcurrentLinkedQueue<BitmapRow> free, Supplier<BitmapRow> fresh) {
    BitmapRow row = free.poll();
    return row == null ? fresh.get() : row;
  }

  private static void markRow(Sparse a, int i, Sparse b, int firstCol, BitmapRow row) {
    int[] columns = a.columns(i);
    int end = a.end(i);
    if (b instanceof Csr csr && firstCol == 0) {
      int[] rowStarts = csr.rowStarts();
      for (int p = a.start(i); p < end; p++) {
        row.mark(csr.columns(), rowStarts[columns[p]], rowStarts[columns[p] + 1]);
      }
      return;
    }
    for (int p = a.start(i); p < end; p++) {
      int k = columns[p];
      row.mark(b.columns(k), firstOf(b, k, firstCol), b.end(k));
    }
  }

  private static void addRow(Sparse a, int i, Sparse b, int firstCol, BitmapRow row) {
    int[] columns = a.columns(i);
    double[] values = a.values(i);
    int end = a.end(i);
    if (b instanceof Csr csr && firstCol == 0) {
      int[] rowStarts = csr.rowStarts();
      for (int p = a.start(i); p < end; p++) {
        int k = columns[p];
        row.add(values[p], csr.columns(), csr.values(), rowStarts[k], rowStarts[k + 1]);
      }
      return;
    }
    for (int p = a.start(i); p < end; p++) {
      int k = columns[p];
      row.add(values[p], b.columns(k), b.values(k), firstOf(b, k, firstCol), b.end(k));
    }
  }

  /** Moves rows together where sums have cancelled out. */
  private static void closeGaps(int[] rowStarts, int[] rowEnds, int[] columns, double[] values) {
    int to = 0;
    for (int i = 0; i < rowEnds.length; i++) {
      int from = rowStarts[i];
      int length = rowEnds[i] - from;
      if (to != from) {
        System.arraycopy(columns, from, columns, to, length);
        System.arraycopy(values, from, values, to, length);
      }
      rowStarts[i] = to;
      to += length;
    }
    rowStarts[rowEnds.length] = to;
  }

  private static int firstOf(Sparse b, int row, int firstCol) {
    return firstCol == 0 ? b.start(row) : RowView.lowerBound(b, row, firstCol);
  }

  private static void gather(Sparse a, int row, Sparse b, int firstCol, RowAccumulator sums) {
    int[] aColumns = a.columns(row);
    double[] aValues = a.values(row);
    for (int p = a.start(row), aEnd = a.end(row); p < aEnd; p++) {
      int k = aColumns[p];
      int[] bColumns = b.columns(k);
      double[] bValues = b.values(k);
      int first = firstOf(b, k, firstCol);
      for (int q = first, bEnd = b.end(k); q < bEnd; q++) {
        sums.add(bColumns[q], aValues[p] * bValues[q]);
      }
    }
  }

  private static void addGathered(
      Sparse a, int row, Sparse b, int firstCol, double[] c, int cOffset) {
    int[] aColumns = a.columns(row);
    double[] aValues = a.values(row);
    for (int p = a.start(row), aEnd = a.end(row); p < aEnd; p++) {
      int k = aColumns[p];
      int[] bColumns = b.columns(k);
      double[] bValues = b.values(k);
      int first = firstOf(b, k, firstCol);
      for (int q = first, bEnd = b.end(k); q < bEnd; q++) {
        c[cOffset + bColumns[q]] += aValues[p] * bValues[q];
      }
    }
  }

  /** A * t(A): the cells on and above the diagonal, then their mirror images. */
  static Matrix timesItsTranspose(Sparse a, Workers workers) {
    Sparse columns = RowView.byRow((Sparse) Reorg.transpose(a, workers));
    return mirrored(sparseSparse(RowView.byRow(a), columns, true, workers), workers);
  }

  /**
   * t(A) * A. Where the result is small and filled, each row of A adds its products to it: A is
   * read once, in order, while Gustavson's way would fetch its rows over and over.
   */
  static Matrix transposedTimesItself(Sparse a, Workers workers) {
    Sparse rows = RowView.byRow(a);
    int n = a.cols();
    double products = 0;
    for (int i = 0; i < a.rows(); i++) {
      double size = rows.end(i) - rows.start(i);
      products += size * size;
    }
    double cells = (double) n * n;
    if (products < cells || cells > PARTIAL_CELLS) {
      Sparse columns = RowView.byRow((Sparse) Reorg.transpose(a, workers));
      return mirrored(sparseSparse(columns, rows, true, workers), workers);
    }
    Dense c = Dense.allocate(n, n, workers);
    int blocks = DenseGemm.innerBlocks(a.rows(), products);
    blocks = (int) Math.max(1, Math.min(blocks, Math.min(PARTIAL_CELLS, products) / cells));
    DenseGemm.overInnerBlocks(
        c,
        a.rows(),
        blocks,
        workers,
        (part, start, end) -> {
          for (int i = start; i < end; i++) {
            addUpperSquare(rows, i, part);
          }
        });
    return mirrored(c, workers);
  }

  /** C += t(row) * row, on and above the diagonal. */
  private static void addUpperSquare(Sparse a, int row, Dense c) {
    int[] columns = a.columns(row);
    double[] values = a.values(row);
    int end = a.end(row);
    for (int p = a.start(row); p < end; p++) {
      double x = values[p];
      double[] target = c.panelOf(columns[p]);
      int offset = c.offset(columns[p]);
      for (int q = p; q < end; q++) {
        target[offset + columns[q]] += x * values[q];
      }
    }
  }

  private static Matrix mirrored(Matrix half, Workers workers) {
    if (half instanceof Dense dense) {
      Symmetry.mirrorUpper(dense, workers);
      return Formats.adapt(dense, workers);
    }
    return Formats.adapt(Symmetry.mirrorUpper((Sparse) half), workers);
  }
}
