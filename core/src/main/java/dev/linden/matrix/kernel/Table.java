package dev.linden.matrix.kernel;

import dev.linden.base.InputError;
import dev.linden.matrix.Dense;
import dev.linden.matrix.Formats;
import dev.linden.matrix.Matrix;
import dev.linden.matrix.Workers;

/**
 * Contingency tables. Pairs are taken in the order of the cells, so sums do not depend on the
 * representation; tables that the pairs can fill only thinly, such as selection matrices, are built
 * sparse.
 */
final class Table {
  /** Tables below this size are counted in an array whatever the number of pairs. */
  private static final long SMALL_CELLS = 1 << 16;

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

  Matrix build(long givenRows, long givenCols) {
    long[] counts = new long[3]; // largest row, largest column, pairs inside the given size
    long rowLimit = givenRows < 0 ? Long.MAX_VALUE : givenRows;
    long colLimit = givenCols < 0 ? Long.MAX_VALUE : givenCols;
    forPairs(
        (row, col, weight) -> {
          counts[0] = Math.max(counts[0], row);
          counts[1] = Math.max(counts[1], col);
          counts[2] += row <= rowLimit && col <= colLimit ? 1 : 0;
        });
    int rows = fitting(givenRows < 0 ? counts[0] : givenRows, "rows");
    int cols = fitting(givenCols < 0 ? counts[1] : givenCols, "columns");
    long pairs = counts[2];
    boolean thin = (double) rows * cols > SMALL_CELLS && Formats.sparse(rows, cols, pairs);
    return Formats.adapt(thin ? sparse(rows, cols, pairs) : dense(rows, cols), workers);
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
