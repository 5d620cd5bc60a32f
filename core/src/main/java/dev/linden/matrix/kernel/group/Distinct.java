package dev.linden.matrix.kernel.group;

import dev.linden.matrix.Coo;
import dev.linden.matrix.Dense;
import dev.linden.matrix.Formats;
import dev.linden.matrix.Matrix;
import dev.linden.matrix.Plain;
import dev.linden.matrix.Sparse;
import dev.linden.matrix.Workers;
import dev.linden.matrix.kernel.reorg.Reorg;
import dev.linden.matrix.kernel.rows.Grain;
import dev.linden.matrix.kernel.rows.RowView;
import java.util.Arrays;

/**
 * Distinct values of all cells, of each row or of each column. Zeros count, NaN is one value, 0 and
 * -0 are one.
 */
public final class Distinct {
  /** Ranges of all cells are larger than usual: each builds a set that is merged into the total. */
  private static final int CELLS_PER_SET = 8 * Grain.CELLS;

  private Distinct() {}

  // ---- all cells

  public static long count(Matrix a, Workers workers) {
    return values(a, workers).size();
  }

  /** About 3 % off where there are more than a thousand. */
  public static long estimate(Matrix matrix, Workers workers) {
    Plain a = matrix.plain(workers);
    DistinctSketch total = new DistinctSketch();
    forParts(
        a,
        workers,
        (cells, from, to) -> {
          DistinctSketch part = new DistinctSketch();
          for (int p = from; p < to; p++) {
            part.add(cells[p]);
          }
          synchronized (total) {
            total.addAll(part);
          }
        });
    if (a.isSparse() && a.nnz() < a.cells()) {
      total.add(0);
    }
    return total.estimate();
  }

  /** The distinct values as a column, ascending, NaN last. */
  public static Matrix unique(Matrix a, Workers workers) {
    double[] sorted = values(a, workers).sorted();
    return Dense.wrap(sorted.length, 1, sorted);
  }

  /** The union does not depend on the order in which ranges arrive. */
  private static DoubleSet values(Matrix matrix, Workers workers) {
    Plain a = matrix.plain(workers);
    DoubleSet total = new DoubleSet();
    forParts(
        a,
        workers,
        (cells, from, to) -> {
          if (a.cells() <= CELLS_PER_SET) {
            addAll(cells, from, to, total); // the only range
            return;
          }
          DoubleSet part = new DoubleSet();
          addAll(cells, from, to, part);
          synchronized (total) {
            total.addAll(part);
          }
        });
    if (a.isSparse() && a.nnz() < a.cells()) {
      total.add(0);
    }
    return total;
  }

  private static void addAll(double[] cells, int from, int to, DoubleSet set) {
    for (int p = from; p < to; p++) {
      set.add(cells[p]);
    }
  }

  /**
   * What the values of this many cells need at most: a set of all, and one of a range per thread.
   */
  public static double setBytes(long cells, int threads) {
    return cells <= CELLS_PER_SET
        ? DoubleSet.bytes(cells)
        : DoubleSet.bytes(cells) + threads * DoubleSet.bytes(CELLS_PER_SET);
  }

  @FunctionalInterface
  private interface Part {
    void take(double[] cells, int from, int to);
  }

  /** Hands over all stored cells, in parallel. */
  private static void forParts(Plain a, Workers workers, Part part) {
    if (a instanceof Dense dense) {
      for (int p = 0; p < dense.panelCount(); p++) {
        forParts(dense.panel(p), dense.panel(p).length, workers, part);
      }
    } else {
      Sparse s = (Sparse) a;
      if (s instanceof Coo coo) {
        forParts(coo.values(), coo.values().length, workers, part);
      } else {
        double[] values = Formats.toCsr(s, workers).values();
        forParts(values, (int) a.nnz(), workers, part);
      }
    }
  }

  private static void forParts(double[] cells, int count, Workers workers, Part part) {
    workers.forRanges(count, CELLS_PER_SET, (from, to) -> part.take(cells, from, to));
  }

  // ---- rows and columns

  /** n x 1. */
  public static Matrix countRows(Matrix a, Workers workers) {
    Dense counts = Dense.allocateUncleared(a.rows(), 1, workers);
    forRows(a, workers, (i, values, size) -> counts.panelOf(i)[counts.offset(i)] = size);
    return counts;
  }

  /** 1 x m. */
  public static Matrix countCols(Matrix a, Workers workers) {
    return Reorg.transpose(countRows(Reorg.transpose(a, workers), workers), workers);
  }

  /** n x 1; see {@link #estimate(Matrix, Workers)}. */
  public static Matrix estimateRows(Matrix matrix, Workers workers) {
    Plain a = matrix.plain(workers);
    Dense counts = Dense.allocateUncleared(a.rows(), 1, workers);
    Sparse s = a instanceof Sparse sparse ? RowView.byRow(sparse) : null;
    int cols = a.cols();
    workers.forRanges(
        a.rows(),
        Grain.rows(cols),
        (start, end) -> {
          DistinctSketch sketch = new DistinctSketch();
          double[] row = new double[cols];
          for (int i = start; i < end; i++) {
            sketch.clear();
            int n = gather(a, s, i, row);
            for (int j = 0; j < n; j++) {
              sketch.add(row[j]);
            }
            counts.panelOf(i)[counts.offset(i)] = sketch.estimate();
          }
        });
    return counts;
  }

  /** 1 x m. */
  public static Matrix estimateCols(Matrix a, Workers workers) {
    return Reorg.transpose(estimateRows(Reorg.transpose(a, workers), workers), workers);
  }

  /**
   * The distinct values of each row, ascending, followed by zeros; as many columns as the row with
   * the most distinct values needs.
   */
  public static Matrix uniqueRows(Matrix matrix, Workers workers) {
    Plain a = matrix.plain(workers);
    Dense counts = (Dense) countRows(a, workers);
    int widest = 0;
    for (int i = 0; i < a.rows(); i++) {
      widest = (int) Math.max(widest, counts.get(i, 0));
    }
    Dense result = Dense.allocate(a.rows(), widest, workers);
    forRows(
        a,
        workers,
        (i, values, size) ->
            System.arraycopy(values, 0, result.panelOf(i), result.offset(i), size));
    return Formats.adapt(result, workers);
  }

  /** The same for each column, from top to bottom. */
  public static Matrix uniqueCols(Matrix a, Workers workers) {
    return Reorg.transpose(uniqueRows(Reorg.transpose(a, workers), workers), workers);
  }

  @FunctionalInterface
  interface DistinctRow {
    /** The first {@code size} values are the distinct ones, ascending. */
    void take(int row, double[] values, int size);
  }

  static void forRows(Matrix matrix, Workers workers, DistinctRow consumer) {
    Plain a = matrix.plain(workers);
    int cols = a.cols();
    Sparse s = a instanceof Sparse sparse ? RowView.byRow(sparse) : null;
    workers.forRanges(
        a.rows(),
        Grain.rows(cols),
        (start, end) -> {
          double[] row = new double[cols];
          for (int i = start; i < end; i++) {
            int n = gather(a, s, i, row);
            Arrays.sort(row, 0, n);
            int distinct = 0;
            for (int j = 0; j < n; j++) {
              if (distinct == 0 || !same(row[distinct - 1], row[j])) {
                row[distinct++] = row[j];
              }
            }
            consumer.take(i, row, distinct);
          }
        });
  }

  private static boolean same(double x, double y) {
    return x == y || (Double.isNaN(x) && Double.isNaN(y));
  }

  /** The stored cells of a row, and one zero for those that are not; -0 becomes 0. */
  static int gather(Plain a, Sparse s, int i, double[] row) {
    if (s == null) {
      Dense dense = (Dense) a;
      double[] cells = dense.panelOf(i);
      int offset = dense.offset(i);
      for (int j = 0; j < row.length; j++) {
        row[j] = cells[offset + j] + 0.0;
      }
      return row.length;
    }
    int n = s.end(i) - s.start(i);
    System.arraycopy(s.values(i), s.start(i), row, 0, n);
    if (n < row.length) {
      row[n++] = 0;
    }
    return n;
  }
}
