package dev.linden.matrix.kernel.group;

import dev.linden.base.InputError;
import dev.linden.matrix.ArrayPool;
import dev.linden.matrix.Csr;
import dev.linden.matrix.Dense;
import dev.linden.matrix.Formats;
import dev.linden.matrix.Matrix;
import dev.linden.matrix.Workers;
import dev.linden.matrix.kernel.rows.Grain;
import dev.linden.matrix.kernel.rows.RowAccumulator;
import dev.linden.matrix.kernel.rows.RowView;
import dev.linden.matrix.kernel.rows.SparseChunks;
import java.util.Arrays;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Contingency tables. Pairs are taken in the order of the cells, so sums do not depend on the
 * representation; tables that the pairs can fill only thinly, such as selection matrices, are built
 * sparse.
 */
final class Table {
  /** Tables below this size are counted in an array whatever the number of pairs. */
  private static final long SMALL_CELLS = 1 << 16;

  /** Tables up to this size (4 MB) are counted by each thread on its own. */
  private static final int MOST_COUNTED_CELLS = 1 << 20;

  private final Dense a;
  private final Dense b; // null: bScalar
  private final double bScalar;
  private final Dense weights; // null: weightScalar
  private final double weightScalar;
  private final Workers workers;

  Table(Matrix a, Matrix b, double bScalar, Matrix weights, double weightScalar, Workers workers) {
    requireShape(a, b, "second");
    requireShape(a, weights, "weight");
    this.a = Formats.toDense(a, workers);
    this.b = b == null ? null : Formats.toDense(b, workers);
    this.bScalar = bScalar;
    this.weights = weights == null ? null : Formats.toDense(weights, workers);
    this.weightScalar = weightScalar;
    this.workers = workers;
  }

  private static void requireShape(Matrix a, Matrix other, String name) {
    if (other != null && (other.rows() != a.rows() || other.cols() != a.cols())) {
      throw new InputError(
          "table: the first argument is "
              + a.shape()
              + ", but the "
              + name
              + " argument is "
              + other.shape());
    }
  }

  /** Takes a pair that is no NaN: 1-based row and column, at least 1. */
  @FunctionalInterface
  private interface PairConsumer {
    void accept(long row, long col, double weight);
  }

  private void forPairs(PairConsumer consumer) {
    int cols = a.cols();
    for (int i = 0; i < a.rows(); i++) {
      double[] aCells = a.panelOf(i);
      int aOffset = a.offset(i);
      double[] bCells = b == null ? null : b.panelOf(i);
      int bOffset = b == null ? 0 : b.offset(i);
      double[] weightCells = weights == null ? null : weights.panelOf(i);
      int weightOffset = weights == null ? 0 : weights.offset(i);
      for (int j = 0; j < cols; j++) {
        double first = aCells[aOffset + j];
        double second = bCells == null ? bScalar : bCells[bOffset + j];
        if (Double.isNaN(first) || Double.isNaN(second)) {
          continue;
        }
        requirePositive(first, "first", i, j);
        requirePositive(second, "second", i, j);
        double weight = weightCells == null ? weightScalar : weightCells[weightOffset + j];
        consumer.accept((long) first, (long) second, weight);
      }
    }
  }

  private void requirePositive(double value, String argument, int row, int col) {
    if (value < 1) {
      String place = "row " + (row + 1) + (a.cols() == 1 ? "" : ", column " + (col + 1));
      throw new InputError(
          "table: values must be at least 1, but the "
              + argument
              + " argument has "
              + value
              + " in "
              + place);
    }
  }

  Matrix build(long givenRows, long givenCols, UnitRowsForm unitRows) {
    Matrix oneHot = oneHot(givenRows, givenCols, unitRows);
    if (oneHot != null) {
      return oneHot;
    }
    // With so many pairs there is no need to look at them first.
    if (isCount()
        && givenRows >= 1
        && givenCols >= 1
        && givenRows <= MOST_COUNTED_CELLS / givenCols
        && a.cells() > Math.max(Grain.CELLS, givenRows * givenCols)) {
      return Formats.adapt(counts((int) givenRows, (int) givenCols), workers);
    }
    Survey survey = Survey.of(this, givenRows, givenCols);
    int rows = fitting(givenRows < 0 ? survey.largestRow : givenRows, "rows");
    int cols = fitting(givenCols < 0 ? survey.largestCol : givenCols, "columns");
    long pairs = survey.pairs;
    double cells = (double) rows * cols;
    if (cells > SMALL_CELLS && Formats.sparse(rows, cols, pairs)) {
      boolean oneByOne = survey.ascending && isCount() && pairs <= RowView.LONGEST_ARRAY;
      Matrix result = oneByOne ? oneByOne(rows, cols, survey) : sparse(rows, cols, pairs);
      return Formats.adapt(result, workers);
    }
    boolean counts = isCount() && cells <= MOST_COUNTED_CELLS && a.cells() > Grain.CELLS;
    return Formats.adapt(counts ? counts(rows, cols) : dense(rows, cols), workers);
  }

  /** Every pair adds 1, so that the order of additions does not matter. */
  private boolean isCount() {
    return weights == null && weightScalar == 1;
  }

  private static int fitting(long size, String what) {
    if (size > Integer.MAX_VALUE) {
      throw new InputError(
          "table: the result would have "
              + size
              + " "
              + what
              + ", at most "
              + Integer.MAX_VALUE
              + " are possible");
    }
    return (int) size;
  }

  /** Rows per range; the last range may be smaller. */
  private int grain() {
    return Grain.rows(a.cols());
  }

  /** A part of the pairs, in order: {@code [from, from + n)} of the cells of a row range. */
  @FunctionalInterface
  private interface Stretch {
    void run(double[] first, int firstAt, double[] second, int secondAt, int n);
  }

  /** Hands over the cells of rows {@code [start, end)}; second is null where b is a scalar. */
  private void forStretches(int start, int end, Stretch task) {
    int next;
    for (int i = start; i < end; i = next) {
      next = Math.min(end, a.panelEnd(i));
      next = b == null ? next : Math.min(next, b.panelEnd(i));
      int n = (next - i) * a.cols();
      if (b == null) {
        task.run(a.panelOf(i), a.offset(i), null, 0, n);
      } else {
        task.run(a.panelOf(i), a.offset(i), b.panelOf(i), b.offset(i), n);
      }
    }
  }

  /** What one range of the pairs, or all of them, look like. */
  private static final class Survey {
    private final double rowLimit;
    private final double colLimit;
    private final double bScalar;
    private long largestRow;
    private long largestCol;
    private long pairs; // inside the given size
    private double firstRow;
    private double lastRow; // of the pairs inside
    private boolean ascending = true; // strictly, by row
    private boolean valid = true;

    /** Surveys of the ranges; only in the survey of all. */
    private Survey[] parts;

    private Survey(double rowLimit, double colLimit, double bScalar) {
      this.rowLimit = rowLimit;
      this.colLimit = colLimit;
      this.bScalar = bScalar;
    }

    static Survey of(Table table, long givenRows, long givenCols) {
      double rowLimit = givenRows < 0 ? Double.MAX_VALUE : givenRows + 1.0;
      double colLimit = givenCols < 0 ? Double.MAX_VALUE : givenCols + 1.0;
      int grain = table.grain();
      Survey all = new Survey(rowLimit, colLimit, table.bScalar);
      all.parts = new Survey[Workers.rangeCount(table.a.rows(), grain)];
      table.workers.forRanges(
          table.a.rows(),
          grain,
          (start, end) -> {
            Survey part = new Survey(rowLimit, colLimit, table.bScalar);
            table.forStretches(start, end, part::scan);
            if (!part.valid) {
              table.requirePositive(start, end);
            }
            all.parts[start / grain] = part;
          });
      for (Survey part : all.parts) {
        all.largestRow = Math.max(all.largestRow, part.largestRow);
        all.largestCol = Math.max(all.largestCol, part.largestCol);
        all.pairs += part.pairs;
        if (part.pairs > 0) {
          all.ascending &= part.ascending && part.firstRow > all.lastRow;
          all.lastRow = part.lastRow;
        }
      }
      return all;
    }

    /** Rows and columns are the numbers without their fractions, from 1 on. */
    private void scan(double[] first, int firstAt, double[] second, int secondAt, int n) {
      double topRow = 0;
      double topCol = 0;
      double last = lastRow;
      long count = 0;
      boolean rising = ascending;
      for (int k = 0; k < n; k++) {
        double row = first[firstAt + k];
        double col = second == null ? bScalar : second[secondAt + k];
        if (row >= 1 && col >= 1) {
          topRow = row > topRow ? row : topRow;
          topCol = col > topCol ? col : topCol;
          if (row < rowLimit && col < colLimit) {
            double whole = (double) (long) row;
            rising &= whole > last;
            firstRow = count + pairs == 0 ? whole : firstRow;
            last = whole;
            count++;
          }
        } else if (!Double.isNaN(row) && !Double.isNaN(col)) {
          valid = false;
        }
      }
      largestRow = Math.max(largestRow, (long) topRow);
      largestCol = Math.max(largestCol, (long) topCol);
      lastRow = last;
      pairs += count;
      ascending = rising;
    }
  }

  /** Throws for the first cell of the rows that is below 1. */
  private void requirePositive(int start, int end) {
    for (int i = start; i < end; i++) {
      for (int j = 0; j < a.cols(); j++) {
        double first = a.get(i, j);
        double second = b == null ? bScalar : b.get(i, j);
        if (!Double.isNaN(first) && !Double.isNaN(second)) {
          requirePositive(first, "first", i, j);
          requirePositive(second, "second", i, j);
        }
      }
    }
  }

  /** A table per thread that is at work, added up in the end: whole numbers are exact. */
  private Matrix counts(int rows, int cols) {
    ConcurrentLinkedQueue<int[]> tables = new ConcurrentLinkedQueue<>();
    workers.forRanges(
        a.rows(),
        grain(),
        (start, end) -> {
          int[] taken = tables.poll();
          int[] table = taken == null ? new int[rows * cols] : taken;
          forStretches(
              start,
              end,
              (first, firstAt, second, secondAt, n) -> {
                if (!count(first, firstAt, second, secondAt, n, rows, cols, table)) {
                  requirePositive(start, end);
                }
              });
          tables.add(table);
        });
    Dense result = Dense.allocateUncleared(rows, cols, workers);
    double[] cells = result.panel(0);
    Arrays.fill(cells, 0);
    for (int[] table : tables) {
      for (int k = 0; k < table.length; k++) {
        cells[k] += table[k];
      }
    }
    return result;
  }

  /** False if there is a value below 1, which may be beside a NaN. */
  private boolean count(
      double[] first,
      int firstAt,
      double[] second,
      int secondAt,
      int n,
      int rows,
      int cols,
      int[] table) {
    double rowLimit = rows + 1.0;
    double colLimit = cols + 1.0;
    boolean valid = true;
    for (int k = 0; k < n; k++) {
      double row = first[firstAt + k];
      double col = second == null ? bScalar : second[secondAt + k];
      if (row >= 1 && col >= 1 && row < rowLimit && col < colLimit) { // no NaN
        table[((int) row - 1) * cols + (int) col - 1]++;
      } else {
        valid &= !(row < 1 || col < 1);
      }
    }
    return valid;
  }

  /**
   * The table of pairs whose rows are 1, 2, 3, and so on up to the last of the table, each with a
   * column inside it, in one pass; null for others, as far as that takes.
   */
  private Matrix oneHot(long rows, long givenCols, UnitRowsForm unitRows) {
    boolean candidate =
        rows == a.cells()
            && a.cols() == 1
            && a.panelCount() == 1
            && b != null
            && b.panelCount() == 1
            && givenCols >= 1
            && givenCols < Integer.MAX_VALUE
            && isCount()
            && rows * (double) givenCols > SMALL_CELLS
            && Formats.sparse((int) rows, (int) givenCols, rows);
    int n = (int) rows;
    if (!candidate || a.get(0, 0) != 1 || a.get(n - 1, 0) != n) {
      return null;
    }
    int cols = (int) givenCols;
    UnitRowsForm.Columns ones = (start, end, to, at) -> columns(start, end, cols, to, at);
    Matrix made = unitRows.make(n, cols, ones, workers);
    if (made != null) {
      return made;
    }
    Csr csr = oneHot(n, cols, ones);
    return csr == null ? null : Formats.adapt(csr, workers);
  }

  private Csr oneHot(int n, int cols, UnitRowsForm.Columns ones) {
    ArrayPool arrays = workers.arrays();
    int[] starts = arrays.ints(n + 1);
    int[] columns = arrays.ints(n);
    double[] values = arrays.uncleared(n);
    starts[n] = n;
    AtomicBoolean fits = new AtomicBoolean(true);
    workers.forRanges(
        n,
        Grain.CELLS,
        (start, end) -> {
          if (fits.get() && ones.read(start, end, columns, start)) {
            for (int i = start; i < end; i++) {
              starts[i] = i;
            }
            Arrays.fill(values, start, end, 1);
          } else {
            fits.set(false);
          }
        });
    if (fits.get()) {
      return new Csr(n, cols, starts, columns, values);
    }
    arrays.recycle(starts);
    arrays.recycle(columns);
    arrays.recycle(values);
    return null;
  }

  /** The columns of a range of rows; false if a pair is not in its place. */
  private boolean columns(int start, int end, int cols, int[] to, int at) {
    double[] first = a.panel(0);
    double[] second = b.panel(0);
    int shift = at - start;
    boolean fits = true;
    for (int k = start; k < end; k++) {
      int row = (int) first[k];
      int col = (int) second[k]; // 0 for NaN
      fits &= row == k + 1 & col >= 1 & col <= cols;
      to[k + shift] = col - 1;
    }
    return fits;
  }

  /** The pairs come by row, one in each: selection matrices and one-hot encodings. */
  private Matrix oneByOne(int rows, int cols, Survey survey) {
    int nnz = (int) survey.pairs;
    ArrayPool arrays = workers.arrays();
    int[] starts = arrays.ints(rows + 1);
    starts[0] = 0;
    int[] columns = arrays.ints(arrays.roomFor(nnz));
    double[] values = arrays.uncleared(arrays.roomFor(nnz));
    int[] pairsBefore = new int[survey.parts.length + 1];
    int[] rowsBefore = new int[survey.parts.length + 1];
    for (int part = 0; part < survey.parts.length; part++) {
      pairsBefore[part + 1] = pairsBefore[part] + (int) survey.parts[part].pairs;
      boolean empty = survey.parts[part].pairs == 0;
      rowsBefore[part + 1] = empty ? rowsBefore[part] : (int) survey.parts[part].lastRow;
    }
    int grain = grain();
    workers.forRanges(
        a.rows(),
        grain,
        (start, end) -> {
          int part = start / grain;
          int[] at = {pairsBefore[part], rowsBefore[part]};
          forStretches(
              start,
              end,
              (first, firstAt, second, secondAt, n) ->
                  place(first, firstAt, second, secondAt, n, starts, columns, cols, at));
          Arrays.fill(values, pairsBefore[part], pairsBefore[part + 1], 1);
        });
    Arrays.fill(starts, rowsBefore[survey.parts.length] + 1, rows + 1, nnz);
    return new Csr(rows, cols, starts, columns, values);
  }

  /** {@code at}: pairs placed so far, and rows whose start behind them is known. */
  private void place(
      double[] first,
      int firstAt,
      double[] second,
      int secondAt,
      int n,
      int[] starts,
      int[] columns,
      int cols,
      int[] at) {
    double rowLimit = starts.length;
    double colLimit = cols + 1.0;
    int to = at[0];
    int done = at[1];
    for (int k = 0; k < n; k++) {
      double row = first[firstAt + k];
      double col = second == null ? bScalar : second[secondAt + k];
      if (row < rowLimit && col < colLimit) { // no NaN
        int whole = (int) row;
        while (++done < whole) {
          starts[done] = to;
        }
        columns[to++] = (int) col - 1;
        starts[whole] = to;
      }
    }
    at[0] = to;
    at[1] = done;
  }

  private Matrix dense(int rows, int cols) {
    Dense result = Dense.allocate(rows, cols, workers);
    forPairs(
        (row, col, weight) -> {
          if (row <= rows && col <= cols) {
            int i = (int) row - 1;
            result.panelOf(i)[result.offset(i) + (int) col - 1] += weight;
          }
        });
    return result;
  }

  /** Sorts the pairs by row, then sums each row. */
  private Matrix sparse(int rows, int cols, long pairs) {
    if (pairs > RowView.LONGEST_ARRAY) {
      throw new InputError("table: " + pairs + " pairs are too many for a sparse result");
    }
    int[] next = new int[rows + 1];
    forPairs(
        (row, col, weight) -> {
          if (row <= rows && col <= cols) {
            next[(int) row]++;
          }
        });
    int largestRow = 0;
    for (int i = 0; i < rows; i++) {
      largestRow = Math.max(largestRow, next[i + 1]);
      next[i + 1] += next[i];
    }
    int[] columns = new int[(int) pairs];
    double[] values = new double[(int) pairs];
    forPairs(
        (row, col, weight) -> {
          if (row <= rows && col <= cols) {
            int at = next[(int) row - 1]++;
            columns[at] = (int) col - 1;
            values[at] = weight;
          }
        });
    // next[i] is now the end of row i
    SparseChunks result = new SparseChunks(rows, cols, rows);
    SparseChunks.Chunk chunk = result.chunk(0, (int) pairs);
    RowAccumulator sums = new RowAccumulator(cols, largestRow);
    int from = 0;
    for (int i = 0; i < rows; i++) {
      int to = next[i];
      if (to - from == 1) {
        chunk.add(columns[from], values[from]);
      } else {
        for (int p = from; p < to; p++) {
          sums.add(columns[p], values[p]);
        }
        sums.drainTo(chunk);
      }
      chunk.endRow(i);
      from = to;
    }
    return result.finish();
  }
}
