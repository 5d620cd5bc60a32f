package dev.linden.matrix;

import dev.linden.base.ResourceError;
import dev.linden.matrix.simd.Simd;
import java.util.Arrays;

/** When a matrix is dense or sparse, and the ways between the representations. */
public final class Formats {
  /** The representation a matrix should have. */
  public enum Format {
    DENSE,
    CSR,
    /**
     * Triples: for so few non-zeros that even one number per row is too much. An empty matrix is
     * one without triples.
     */
    COO
  }

  /**
   * Sparse kernels follow indexes and use no vector instructions: with more than this share of
   * non-zeros the dense ones are faster, although compressed rows (12 bytes per non-zero) would
   * still save memory up to two thirds.
   */
  public static final double DENSEST_SPARSE = 0.4;

  /**
   * Below this many cells (8 KB, a fraction of the first-level cache) a dense operation takes less
   * time than sparse bookkeeping.
   */
  public static final int SMALLEST_SPARSE = 1024;

  /**
   * Triples when fewer than one row in this many holds a non-zero: they are found by search, so
   * must save much.
   */
  private static final int ROWS_PER_TRIPLE = 4;

  /** Longest array that all JVMs can make. */
  private static final int LONGEST_ARRAY = Integer.MAX_VALUE - 8;

  /** Cells that one range of a conversion handles; 256 KB of doubles fit the second-level cache. */
  private static final int GRAIN_CELLS = 1 << 15;

  private Formats() {}

  /** The format for this many non-zeros; vectors of one column are always dense. */
  public static Format choose(long rows, long cols, long nnz) {
    double cells = (double) rows * cols;
    if (cols <= 1
        || cells < SMALLEST_SPARSE
        || nnz >= DENSEST_SPARSE * cells
        || nnz > LONGEST_ARRAY) {
      return Format.DENSE;
    }
    if (nnz < rows / ROWS_PER_TRIPLE || nnz == 0) {
      return Format.COO;
    }
    return 12.0 * nnz + 4.0 * (rows + 1) < 8 * cells ? Format.CSR : Format.DENSE;
  }

  /** Whether a matrix with this many non-zeros is kept sparse. */
  public static boolean sparse(long rows, long cols, long nnz) {
    return choose(rows, cols, nnz) != Format.DENSE;
  }

  /** The same for the blocks of a matrix that may have more non-zeros than one array holds. */
  public static boolean sparseInBlocks(long rows, long cols, long nnz) {
    return nnz <= LONGEST_ARRAY
        ? sparse(rows, cols, nnz)
        : cols > 1 && nnz < DENSEST_SPARSE * (double) rows * cols;
  }

  /** All zeros, in the format that suits them. */
  public static Matrix zeros(int rows, int cols) {
    return sparse(rows, cols, 0) ? emptyTriples(rows, cols) : Dense.zeros(rows, cols);
  }

  private static Coo emptyTriples(int rows, int cols) {
    return new Coo(rows, cols, new int[0], new int[0], new double[0]);
  }

  /** {@link #adapt(Matrix, Workers)} on this thread alone. */
  public static Matrix adapt(Matrix a) {
    return adapt(a, Workers.serial());
  }

  /**
   * A freshly computed result in the format that suits its non-zeros, which are counted if need be;
   * else the matrix itself. What is packed stays so.
   */
  public static Matrix adapt(Matrix a, Workers workers) {
    return a instanceof Plain plain ? adapt(plain, workers) : a;
  }

  private static Plain adapt(Plain a, Workers workers) {
    if (!a.isSparse() && (a.cols() <= 1 || a.cells() < SMALLEST_SPARSE)) {
      return a;
    }
    countNonZeros(a, workers);
    if (a.nnz() > LONGEST_ARRAY) {
      return a; // only dense panels and single rows can hold so many
    }
    Format format = choose(a.rows(), a.cols(), a.nnz());
    if (format == Format.DENSE) {
      return toDense(a, workers);
    }
    return format == Format.CSR ? toCsr(a, workers) : toCoo(a, workers);
  }

  /** Makes {@link Dense#nnz} known, with all workers; other forms know it or count quickly. */
  public static void countNonZeros(Matrix matrix, Workers workers) {
    if (!(matrix instanceof Dense a) || a.nnzKnown()) {
      return;
    }
    long count = 0;
    for (int p = 0; p < a.panelCount(); p++) {
      double[] panel = a.panel(p);
      int[] counts = new int[Workers.rangeCount(panel.length, GRAIN_CELLS)];
      workers.forRanges(
          panel.length,
          GRAIN_CELLS,
          (start, end) ->
              counts[start / GRAIN_CELLS] =
                  Simd.forLength(end - start).countNonZeros(panel, start, end - start));
      for (int c : counts) {
        count += c;
      }
    }
    a.withNnz(count);
  }

  /** The dense form; a dense matrix itself. */
  public static Dense toDense(Matrix matrix, Workers workers) {
    Plain a = matrix.plain(workers);
    if (a instanceof Dense dense) {
      return dense;
    }
    Sparse sparse = (Sparse) a;
    Dense c = Dense.allocate(a.rows(), a.cols(), workers);
    if (sparse instanceof Coo coo) {
      for (int p = 0; p < coo.values().length; p++) {
        int row = coo.rowIndexes()[p];
        c.panelOf(row)[c.offset(row) + coo.columns()[p]] = coo.values()[p];
      }
    } else {
      workers.forRanges(
          a.rows(),
          rowsPerRange(a),
          (start, end) -> {
            for (int i = start; i < end; i++) {
              scatterRow(sparse, i, c.panelOf(i), c.offset(i));
            }
          });
    }
    return c.withNnz(a.nnz());
  }

  /** The dense form, for the caller to overwrite. */
  public static Dense ownDense(Matrix a, Workers workers) {
    Dense dense = toDense(a, workers);
    return dense == a ? dense.copy() : dense;
  }

  /** Writes the non-zeros of a row to their columns behind {@code offset}; the other cells stay. */
  public static void scatterRow(Sparse a, int row, double[] to, int offset) {
    int[] columns = a.columns(row);
    double[] values = a.values(row);
    for (int p = a.start(row), end = a.end(row); p < end; p++) {
      to[offset + columns[p]] = values[p];
    }
  }

  /** {@link #toCsr(Matrix, Workers)} on this thread alone. */
  public static Csr toCsr(Matrix a) {
    return toCsr(a, Workers.serial());
  }

  /** Compressed rows; a matrix in that form itself. */
  public static Csr toCsr(Matrix matrix, Workers workers) {
    Plain a = matrix.plain(workers);
    if (a instanceof Csr csr) {
      return csr;
    }
    if (a instanceof Coo coo) {
      return new Csr(
          a.rows(), a.cols(), rowStarts(coo), coo.columns().clone(), coo.values().clone());
    }
    return a instanceof Dense dense ? denseToCsr(dense, workers) : rowsToCsr((Mcsr) a, workers);
  }

  private static int[] rowStarts(Coo a) {
    int[] starts = new int[a.rows() + 1];
    for (int row : a.rowIndexes()) {
      starts[row + 1]++;
    }
    accumulate(starts);
    return starts;
  }

  private static Csr rowsToCsr(Mcsr a, Workers workers) {
    int nnz = arrayLength(a.nnz());
    int[] starts = new int[a.rows() + 1];
    for (int i = 0; i < a.rows(); i++) {
      starts[i + 1] = starts[i] + a.end(i);
    }
    int[] columns = new int[nnz];
    double[] values = new double[nnz];
    workers.forRanges(
        a.rows(),
        rowsPerRange(a),
        (start, end) -> {
          for (int i = start; i < end; i++) {
            System.arraycopy(a.columns(i), 0, columns, starts[i], a.end(i));
            System.arraycopy(a.values(i), 0, values, starts[i], a.end(i));
          }
        });
    return new Csr(a.rows(), a.cols(), starts, columns, values);
  }

  /**
   * Counts each row, then fills: two passes over memory that both run on all workers, and arrays of
   * the right length.
   */
  private static Csr denseToCsr(Dense a, Workers workers) {
    int cols = a.cols();
    int grain = rowsPerRange(a);
    ArrayPool arrays = workers.arrays();
    int[] starts = arrays.ints(a.rows() + 1);
    starts[0] = 0;
    workers.forRanges(
        a.rows(),
        grain,
        (start, end) -> {
          for (int i = start; i < end; i++) {
            starts[i + 1] = Simd.forLength(cols).countNonZeros(a.panelOf(i), a.offset(i), cols);
          }
        });
    long nnz = 0;
    for (int count : starts) {
      nnz += count;
    }
    int length = arrayLength(nnz);
    accumulate(starts);
    int[] columns = arrays.ints(arrays.roomFor(length));
    double[] values = arrays.uncleared(arrays.roomFor(length));
    workers.forRanges(
        a.rows(),
        grain,
        (start, end) -> {
          for (int i = start; i < end; i++) {
            gatherRow(a.panelOf(i), a.offset(i), cols, columns, values, starts[i]);
          }
        });
    a.withNnz(nnz);
    return new Csr(a.rows(), cols, starts, columns, values);
  }

  private static void gatherRow(
      double[] from, int offset, int cols, int[] columns, double[] values, int at) {
    int to = at;
    for (int j = 0; j < cols; j++) {
      double v = from[offset + j];
      if (v != 0) {
        columns[to] = j;
        values[to++] = v;
      }
    }
  }

  /** Triples; a matrix in that form itself. */
  public static Coo toCoo(Matrix matrix, Workers workers) {
    Plain a = matrix.plain(workers);
    if (a instanceof Coo coo) {
      return coo;
    }
    countNonZeros(a, workers);
    int nnz = arrayLength(a.nnz());
    if (nnz == 0) {
      return emptyTriples(a.rows(), a.cols());
    }
    int[] rows = new int[nnz];
    int[] columns = new int[nnz];
    double[] values = new double[nnz];
    int to = 0;
    for (int i = 0; i < a.rows(); i++) {
      int first = to;
      if (a instanceof Sparse sparse) {
        int count = sparse.end(i) - sparse.start(i);
        System.arraycopy(sparse.columns(i), sparse.start(i), columns, to, count);
        System.arraycopy(sparse.values(i), sparse.start(i), values, to, count);
        to += count;
      } else {
        Dense dense = (Dense) a;
        int count =
            Simd.forLength(a.cols()).countNonZeros(dense.panelOf(i), dense.offset(i), a.cols());
        if (count > 0) {
          gatherRow(dense.panelOf(i), dense.offset(i), a.cols(), columns, values, to);
          to += count;
        }
      }
      Arrays.fill(rows, first, to, i);
    }
    return new Coo(a.rows(), a.cols(), rows, columns, values);
  }

  /** The form for cell updates, as an independent copy. */
  public static Mcsr toMcsr(Matrix a) {
    if (a instanceof Mcsr rows) {
      return rows.copy();
    }
    Sparse sparse = a instanceof Sparse s ? s : toCsr(a);
    Mcsr c = new Mcsr(a.rows(), a.cols());
    for (int i = 0; i < a.rows(); i++) {
      int start = sparse.start(i);
      int end = sparse.end(i);
      if (start < end) {
        c.setRow(
            i,
            Arrays.copyOfRange(sparse.columns(i), start, end),
            Arrays.copyOfRange(sparse.values(i), start, end),
            end - start);
      }
    }
    return c;
  }

  /** Counts at 1..n become starts. */
  private static void accumulate(int[] starts) {
    for (int i = 1; i < starts.length; i++) {
      starts[i] += starts[i - 1];
    }
  }

  private static int rowsPerRange(Plain a) {
    return Math.max(1, GRAIN_CELLS / Math.max(1, a.cols()));
  }

  private static int arrayLength(long nnz) {
    if (nnz > LONGEST_ARRAY) {
      throw new ResourceError(
          "a sparse matrix block holds at most "
              + LONGEST_ARRAY
              + " non-zeros, but there are "
              + nnz);
    }
    return (int) nnz;
  }
}
