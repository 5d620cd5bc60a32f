package dev.linden.matrix.kernel.fold;

import dev.linden.base.InputError;
import dev.linden.matrix.Coo;
import dev.linden.matrix.Csr;
import dev.linden.matrix.Dense;
import dev.linden.matrix.Matrix;
import dev.linden.matrix.Packed;
import dev.linden.matrix.Plain;
import dev.linden.matrix.Sparse;
import dev.linden.matrix.Workers;
import dev.linden.matrix.kernel.rows.Grain;
import dev.linden.matrix.kernel.rows.RowTiles;
import dev.linden.matrix.simd.CompensatedSum;
import dev.linden.matrix.simd.Simd;

/**
 * Folds all cells, each row, or each column. Sums are compensated; results carry the same bits for
 * any number of threads.
 */
public final class Aggregate {
  /**
   * From this many columns on, work is split between columns: partial results per range of rows
   * would outgrow the data.
   */
  private static final int WIDE = 4096;

  /** Columns of one range then; 16 KB per array of partial results. */
  private static final int COLUMN_GRAIN = 2048;

  /** A range of rows has at least this many times the cells of its partial results. */
  private static final int CELLS_PER_PARTIAL = 4;

  /** And there are at most this many: each has an array or two as long as a row. */
  private static final int MOST_PARTIALS = 128;

  /** Rows shorter than this are folded into columns several at a time. */
  private static final int NARROW = 64;

  /** Cells of such a group of rows. */
  private static final int NARROW_CELLS = 512;

  /**
   * Rows are added to columns in groups of this many cells, which stay in the first-level cache.
   */
  private static final int CACHED_CELLS = 1 << 11;

  private Aggregate() {}

  /** What is computed. */
  public enum Kind {
    SUM,
    SUM_OF_SQUARES,
    MEAN,
    MIN,
    MAX,
    PROD,
    /** Unbiased; 0 for a single cell, NaN for none. */
    VAR,
    SD;

    /** The order of the cells matters for rounding only; products may also overflow on the way. */
    public boolean isFreeOfOrder() {
      return this != PROD;
    }

    /** Whether the parts of a row that groups of columns hold give that of the row. */
    public boolean addsUpByRow() {
      return switch (this) {
        case SUM, SUM_OF_SQUARES, MEAN, MIN, MAX -> true;
        default -> false;
      };
    }
  }

  /** Empty input: 0, 0, NaN, +Inf, -Inf, 1, NaN, NaN in the order of the kinds. */
  public static double all(Kind kind, Matrix a, Workers workers) {
    if (a instanceof Plain plain) {
      return fold(kind, plain, workers).result();
    }
    Double own = a instanceof OwnFolds folds ? folds.all(kind, workers) : null;
    return own != null ? own : all(kind, (Packed) a, workers);
  }

  private static double all(Kind kind, Packed a, Workers workers) {
    Fold total = Fold.of(kind);
    RowTiles.forEach(a, workers, (tile, start, end) -> total.add(fold(kind, tile, workers)));
    return total.result();
  }

  /** All cells; more can be added. */
  public static Fold fold(Kind kind, Plain a, Workers workers) {
    Fold total = Fold.of(kind);
    if (a instanceof Dense dense) {
      for (int p = 0; p < dense.panelCount(); p++) {
        fold(kind, dense.panel(p), dense.panel(p).length, total, workers);
      }
    } else {
      if (a instanceof Csr csr) {
        fold(kind, csr.values(), (int) csr.nnz(), total, workers);
      } else if (a instanceof Coo coo) {
        fold(kind, coo.values(), coo.values().length, total, workers);
      } else {
        foldRows(kind, (Sparse) a, total, workers);
      }
      total.addZeros(a.cells() - a.nnz());
    }
    return total;
  }

  private static void fold(Kind kind, double[] values, int n, Fold total, Workers workers) {
    if (n <= Grain.CELLS) {
      if (n > 0) {
        total.add(values, 0, n);
      }
      return;
    }
    Fold[] partials = new Fold[Workers.rangeCount(n, Grain.CELLS)];
    workers.forRanges(
        n,
        Grain.CELLS,
        (start, end) -> {
          Fold partial = Fold.of(kind);
          partial.add(values, start, end - start);
          partials[start / Grain.CELLS] = partial;
        });
    for (Fold partial : partials) {
      total.add(partial);
    }
  }

  private static void foldRows(Kind kind, Sparse a, Fold total, Workers workers) {
    int grain = Grain.sparseRows(a, a.nnz());
    Fold[] partials = new Fold[Workers.rangeCount(a.rows(), grain)];
    workers.forRanges(
        a.rows(),
        grain,
        (start, end) -> {
          Fold partial = Fold.of(kind);
          for (int i = start; i < end; i++) {
            partial.add(a.values(i), a.start(i), a.end(i) - a.start(i));
          }
          partials[start / grain] = partial;
        });
    for (Fold partial : partials) {
      total.add(partial);
    }
  }

  /** n x 1. */
  public static Matrix rows(Kind kind, Matrix a, Workers workers) {
    if (a instanceof Plain plain) {
      return rows(kind, plain, workers);
    }
    Matrix own = a instanceof OwnFolds folds ? folds.rows(kind, workers) : null;
    return own != null
        ? own
        : RowTiles.stacked((Packed) a, 1, workers, (tile, start, end) -> rows(kind, tile, workers));
  }

  private static Matrix rows(Kind kind, Plain a, Workers workers) {
    int rows = a.rows();
    int cols = a.cols();
    if (rows == 1) {
      return Dense.of(1, 1, all(kind, a, workers));
    }
    Dense c = Dense.allocateUncleared(rows, 1, workers);
    int grain = a.isSparse() ? Grain.sparseRows(a, a.nnz()) : Grain.rows(cols);
    workers.forRanges(
        rows,
        grain,
        (start, end) -> {
          Fold fold = a.isSparse() ? Fold.of(kind) : Fold.ofMany(kind, cols, a.cells());
          for (int i = start; i < end; i++) {
            fold.reset();
            if (a instanceof Dense dense) {
              fold.add(dense.panelOf(i), dense.offset(i), cols);
            } else {
              Sparse sparse = (Sparse) a;
              int from = sparse.start(i);
              int n = sparse.end(i) - from;
              fold.add(sparse.values(i), from, n);
              fold.addZeros(cols - n);
            }
            c.panelOf(i)[c.offset(i)] = fold.result();
          }
        });
    return c;
  }

  /** 1 x m. */
  public static Matrix cols(Kind kind, Matrix a, Workers workers) {
    Matrix own = a instanceof OwnFolds folds ? folds.cols(kind, workers) : null;
    Matrix c =
        own != null
            ? own
            : a instanceof Packed packed
                ? cols(kind, packed, workers)
                : cols(kind, (Plain) a, workers);
    return kind == Kind.VAR || kind == Kind.SD ? withoutOverflow(c, a, workers) : c;
  }

  /**
   * Variances of columns, infinite where deviations of finite cells are too large for a double, as
   * those of rows are.
   */
  private static Matrix withoutOverflow(Matrix variances, Matrix a, Workers workers) {
    if (!Double.isNaN(all(Kind.SUM, variances, workers)) || a.rows() == 0) {
      return variances;
    }
    Matrix low = cols(Kind.MIN, a, workers);
    Matrix high = cols(Kind.MAX, a, workers);
    double[] cells = new double[a.cols()];
    for (int j = 0; j < cells.length; j++) {
      boolean finite = Double.isFinite(low.get(0, j)) && Double.isFinite(high.get(0, j));
      double variance = variances.get(0, j);
      cells[j] = Double.isNaN(variance) && finite ? Double.POSITIVE_INFINITY : variance;
    }
    return Dense.wrap(1, cells.length, cells);
  }

  private static Matrix cols(Kind kind, Packed a, Workers workers) {
    ColumnFold total = new ColumnFold(kind, a.cols(), a.isSparse());
    RowTiles.forEach(a, workers, (tile, start, end) -> total.add(columns(kind, tile, workers)));
    Dense c = Dense.allocateUncleared(1, a.cols(), workers);
    total.results(a.rows(), c.panel(0), 0);
    return c;
  }

  private static Matrix cols(Kind kind, Plain a, Workers workers) {
    Dense c = Dense.allocateUncleared(1, a.cols(), workers);
    if (a instanceof Dense dense) {
      if (a.cols() == 1) {
        c.panel(0)[0] = all(kind, a, workers);
      } else if (a.cols() >= WIDE) {
        workers.forRanges(
            a.cols(),
            COLUMN_GRAIN,
            (start, end) ->
                foldDense(kind, dense, 0, a.rows(), start, end)
                    .results(a.rows(), c.panel(0), start));
      } else {
        columns(kind, a, workers).results(a.rows(), c.panel(0), 0);
      }
    } else {
      columns(kind, a, workers).results(a.rows(), c.panel(0), 0);
    }
    return c;
  }

  private static ColumnFold columns(Kind kind, Plain a, Workers workers) {
    return a instanceof Dense dense
        ? columns(kind, dense, workers)
        : columns(kind, (Sparse) a, workers);
  }

  private static ColumnFold columns(Kind kind, Dense a, Workers workers) {
    int grain = Math.max(CELLS_PER_PARTIAL * Grain.rows(a.cols()), leastGrain(a.rows()));
    ColumnFold[] partials = new ColumnFold[Workers.rangeCount(a.rows(), grain)];
    workers.forRanges(
        a.rows(),
        grain,
        (start, end) -> partials[start / grain] = foldDense(kind, a, start, end, 0, a.cols()));
    return total(kind, a.cols(), false, partials);
  }

  private static ColumnFold columns(Kind kind, Sparse a, Workers workers) {
    if (a instanceof Coo coo) {
      ColumnFold fold = new ColumnFold(kind, a.cols(), true);
      for (int p = 0; p < coo.values().length; p++) {
        fold.addCell(coo.columns()[p], coo.values()[p]);
      }
      return fold;
    }
    // fewer, larger ranges the wider the matrix, to keep partial results small beside the data
    long perRange = Math.max(Grain.CELLS, (long) CELLS_PER_PARTIAL * a.cols());
    double rowsPerRange = (double) a.rows() * perRange / Math.max(1, a.nnz());
    int grain = (int) Math.max(1, Math.min(Math.max(1, a.rows()), rowsPerRange));
    grain = Math.max(grain, leastGrain(a.rows()));
    return columns(kind, a, grain, workers);
  }

  /** Rows per range so that there are not too many partial results. */
  private static int leastGrain(int rows) {
    return (rows - 1) / MOST_PARTIALS + 1;
  }

  private static ColumnFold columns(Kind kind, Sparse a, int grain, Workers workers) {
    ColumnFold[] partials = new ColumnFold[Workers.rangeCount(a.rows(), grain)];
    workers.forRanges(
        a.rows(),
        grain,
        (start, end) -> {
          ColumnFold fold = new ColumnFold(kind, a.cols(), true);
          for (int i = start; i < end; i++) {
            int[] columns = a.columns(i);
            double[] values = a.values(i);
            for (int p = a.start(i), last = a.end(i); p < last; p++) {
              fold.addCell(columns[p], values[p]);
            }
          }
          partials[start / grain] = fold;
        });
    return total(kind, a.cols(), true, partials);
  }

  /** Some rows and columns of a dense matrix. */
  static ColumnFold foldDense(
      Kind kind, Dense a, int rowStart, int rowEnd, int colStart, int colEnd) {
    int cols = colEnd - colStart;
    // one form for all ranges, so that it does not depend on where they end
    Simd simd = Simd.forManyOf(cols, a.cells());
    boolean narrow = cols < NARROW && cols == a.cols() && kind != Kind.VAR && kind != Kind.SD;
    if (narrow && a.cells() >= Simd.MANY_CELLS) {
      return foldNarrow(kind, a, rowStart, rowEnd);
    }
    ColumnFold fold = new ColumnFold(kind, cols, false);
    int group = Math.max(1, CACHED_CELLS / Math.max(1, cols));
    int next;
    for (int i = rowStart; i < rowEnd; i = next) {
      next = Math.min(Math.min(rowEnd, i + group), a.panelEnd(i));
      fold.addRows(a.panelOf(i), a.offset(i) + colStart, a.cols(), next - i, cols, simd);
    }
    return fold;
  }

  /** Several rows as one long row: short ones leave vectors half empty. */
  private static ColumnFold foldNarrow(Kind kind, Dense a, int rowStart, int rowEnd) {
    int cols = a.cols();
    int group = NARROW_CELLS / cols;
    int width = group * cols;
    Simd simd = Simd.forLength(NARROW_CELLS);
    ColumnFold fold = new ColumnFold(kind, width, false);
    int next;
    for (int i = rowStart; i < rowEnd; i = next) {
      int end = Math.min(rowEnd, a.panelEnd(i));
      int whole = Math.min((end - i) / group, CACHED_CELLS / width);
      next = whole == 0 ? end : i + whole * group;
      int count = Math.max(1, whole);
      fold.addRows(a.panelOf(i), a.offset(i), width, count, (next - i) * cols / count, simd);
    }
    return fold.folded(cols, rowEnd - rowStart);
  }

  private static ColumnFold total(Kind kind, int cols, boolean sparse, ColumnFold[] partials) {
    if (partials.length == 0) {
      return new ColumnFold(kind, cols, sparse);
    }
    for (int k = 1; k < partials.length; k++) {
      partials[0].add(partials[k]);
    }
    return partials[0];
  }

  /**
   * 1-based column of the largest (or smallest) cell per row; ties give the last, NaN cells are
   * skipped. 0 where there is no other cell.
   */
  public static Matrix rowIndexOfExtreme(boolean largest, Matrix matrix, Workers workers) {
    return matrix instanceof Packed packed
        ? RowTiles.stacked(
            packed, 1, workers, (tile, start, end) -> rowIndexOfExtreme(largest, tile, workers))
        : rowIndexOfExtreme(largest, (Plain) matrix, workers);
  }

  private static Matrix rowIndexOfExtreme(boolean largest, Plain a, Workers workers) {
    int cols = a.cols();
    Simd simd = Simd.forManyOf(cols, a.cells());
    Dense c = Dense.allocateUncleared(a.rows(), 1, workers);
    int grain = a.isSparse() ? Grain.sparseRows(a, a.nnz()) : Grain.rows(cols);
    workers.forRanges(
        a.rows(),
        grain,
        (start, end) -> {
          for (int i = start; i < end; i++) {
            int index =
                a instanceof Dense dense
                    ? extreme(largest, dense.panelOf(i), dense.offset(i), cols, simd)
                    : extreme(largest, (Sparse) a, i);
            c.panelOf(i)[c.offset(i)] = index + 1;
          }
        });
    return c;
  }

  /** 0-based column of the last extreme cell, -1 if all are NaN. */
  public static int extreme(boolean largest, double[] a, int ai, int n, Simd simd) {
    double extreme = largest ? simd.max(a, ai, n) : simd.min(a, ai, n);
    if (Double.isNaN(extreme)) {
      return extremeBesidesNaN(largest, a, ai, n);
    }
    int index = n - 1;
    while (index >= 0 && a[ai + index] != extreme) {
      index--;
    }
    return index;
  }

  private static int extremeBesidesNaN(boolean largest, double[] a, int ai, int n) {
    double sign = largest ? 1 : -1;
    double best = Double.NEGATIVE_INFINITY;
    int index = -1;
    for (int j = 0; j < n; j++) {
      double x = sign * a[ai + j];
      if (x >= best) {
        best = x;
        index = j;
      }
    }
    return index;
  }

  /** The same for a sparse row. */
  public static int extreme(boolean largest, Sparse a, int row) {
    double sign = largest ? 1 : -1;
    double best = Double.NEGATIVE_INFINITY;
    int index = -1;
    int lastZero = a.cols() - 1;
    int[] columns = a.columns(row);
    for (int p = a.start(row); p < a.end(row); p++) {
      double x = sign * a.values(row)[p];
      if (x >= best) {
        best = x;
        index = columns[p];
      }
    }
    for (int p = a.end(row) - 1; p >= a.start(row) && columns[p] == lastZero; p--) {
      lastZero--;
    }
    // stored cells are never zero, so a zero cell wins or loses, but never ties
    return lastZero >= 0 && (index < 0 || best < 0) ? lastZero : index;
  }

  /** Sum of the diagonal of a square matrix. */
  public static double trace(Matrix a) {
    if (a.rows() != a.cols()) {
      throw new InputError("trace needs a square matrix, but got " + a.shape());
    }
    CompensatedSum sum = new CompensatedSum();
    if (a instanceof Coo coo) {
      for (int p = 0; p < coo.values().length; p++) {
        if (coo.rowIndexes()[p] == coo.columns()[p]) {
          sum.add(coo.values()[p]);
        }
      }
    } else {
      for (int i = 0; i < a.rows(); i++) {
        sum.add(a.get(i, i));
      }
    }
    return sum.value();
  }
}
