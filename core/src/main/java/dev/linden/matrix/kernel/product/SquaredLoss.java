package dev.linden.matrix.kernel.product;

import dev.linden.matrix.Cells;
import dev.linden.matrix.Dense;
import dev.linden.matrix.Matrix;
import dev.linden.matrix.Packed;
import dev.linden.matrix.Plain;
import dev.linden.matrix.Sparse;
import dev.linden.matrix.Workers;
import dev.linden.matrix.kernel.cells.Elementwise;
import dev.linden.matrix.kernel.fold.Aggregate;
import dev.linden.matrix.kernel.reorg.Indexing;
import dev.linden.matrix.kernel.reorg.Reorg;
import dev.linden.matrix.kernel.rows.Ranges;
import dev.linden.matrix.kernel.rows.RowTiles;
import dev.linden.matrix.kernel.rows.RowView;
import dev.linden.matrix.simd.CompensatedSum;
import dev.linden.matrix.simd.Simd;
import java.util.List;

/**
 * Squared distances between X and a product {@code P = U %*% t(V)} in which all cells count, not
 * only the non-zeros of a weight; see {@link OuterProduct} for the other losses.
 */
public final class SquaredLoss {
  /**
   * The expanded square loses as many digits as the loss is smaller than its terms. Below this
   * share of them the loss is computed cell by cell instead.
   */
  private static final double SMALLEST_SHARE = 1e-3;

  private SquaredLoss() {}

  /**
   * {@code sum((X - P)^2)}. For a sparse X as {@code sum(X^2) - 2*sum(X*P) + sum((t(U)%*%U) *
   * (t(V)%*%V))}, unless the terms cancel or are not finite.
   *
   * @param byColumns V is given as r x n
   */
  public static double ofProduct(Matrix x, Matrix u, Matrix v, boolean byColumns, Workers workers) {
    if (x instanceof Packed packed && x.rows() == u.rows()) {
      return sum(
          packed,
          workers,
          (tile, start, end) ->
              ofProduct(tile, Indexing.rows(u, start, end, workers), v, byColumns, workers));
    }
    OuterProduct cross = new OuterProduct(u, v, byColumns, List.of(times(x, false)), 0, workers);
    if (cross.isSelective()) {
      Matrix columns = byColumns ? Reorg.transpose(v, workers) : v;
      Matrix terms =
          Elementwise.binary(
              Cells.TIMES, gram(u, workers), gram(columns, workers), false, false, workers);
      double product = Aggregate.all(Aggregate.Kind.SUM, terms, workers);
      double size =
          Aggregate.all(
              Aggregate.Kind.SUM, Elementwise.unary(Cells.ABS, terms, false, workers), workers);
      double squares = Aggregate.all(Aggregate.Kind.SUM_OF_SQUARES, x, workers);
      double loss = squares - 2 * cross.sum() + product;
      if (loss > SMALLEST_SHARE * (squares + size) && Double.isFinite(loss)) {
        return loss;
      }
    }
    List<CellStep> steps = List.of(minus(x), square());
    return new OuterProduct(u, v, byColumns, steps, -1, workers).sum();
  }

  @FunctionalInterface
  private interface LossOfRows {
    double of(Plain tile, int start, int end);
  }

  private static double sum(Packed x, Workers workers, LossOfRows loss) {
    CompensatedSum sum = new CompensatedSum();
    RowTiles.forEach(x, workers, (tile, start, end) -> sum.add(loss.of(tile, start, end)));
    return sum.value();
  }

  private static Matrix gram(Matrix a, Workers workers) {
    return MatMult.multiply(Reorg.transpose(a, workers), a, workers);
  }

  /**
   * {@code sum((X - W*P)^2)}; for a sparse W, P is computed at its non-zeros only.
   *
   * @param mask W stands for {@code W != 0}
   */
  public static double ofWeightedProduct(
      Matrix x, Matrix w, boolean mask, Matrix u, Matrix v, boolean byColumns, Workers workers) {
    Packed packed = x instanceof Packed p ? p : w instanceof Packed q ? q : null;
    if (packed != null && x.rows() == u.rows() && w.rows() == u.rows()) {
      return sum(
          packed,
          workers,
          (tile, start, end) ->
              ofWeightedProduct(
                  x == packed ? tile : Indexing.rows(x, start, end, workers),
                  w == packed ? tile : Indexing.rows(w, start, end, workers),
                  mask,
                  Indexing.rows(u, start, end, workers),
                  v,
                  byColumns,
                  workers));
    }
    OuterProduct weighted = new OuterProduct(u, v, byColumns, List.of(times(w, mask)), 0, workers);
    if (weighted.isSelective() && x.rows() == w.rows() && x.cols() == w.cols()) {
      Matrix c = weighted.cells();
      return c instanceof Sparse sparse
          ? squaredDistance(x.plain(workers), RowView.byRow(sparse), workers)
          : Aggregate.all(
              Aggregate.Kind.SUM_OF_SQUARES,
              Elementwise.binary(Cells.MINUS, x, c, false, true, workers),
              workers);
    }
    List<CellStep> steps = List.of(times(w, mask), minus(x), square());
    return new OuterProduct(u, v, byColumns, steps, -1, workers).sum();
  }

  private static CellStep times(Matrix w, boolean mask) {
    return new CellStep.WithMatrix(Cells.TIMES, true, w, mask);
  }

  private static CellStep minus(Matrix x) {
    return new CellStep.WithMatrix(Cells.MINUS, false, x, false);
  }

  private static CellStep square() {
    return new CellStep.WithScalar(Cells.POWER, true, 2);
  }

  /** {@code sum((X - C)^2)} without their difference as a matrix. */
  private static double squaredDistance(Plain x, Sparse c, Workers workers) {
    Plain rows = x instanceof Sparse sparse ? RowView.byRow(sparse) : x;
    double work = (x.isSparse() ? x.nnz() : x.cells()) + (double) c.nnz() + x.rows();
    int grain = Ranges.rows(x.rows(), work);
    CompensatedSum[] sums = new CompensatedSum[Workers.rangeCount(x.rows(), grain)];
    workers.forRanges(
        x.rows(),
        grain,
        (start, end) -> {
          CompensatedSum sum = new CompensatedSum();
          if (rows instanceof Sparse sparse) {
            for (int i = start; i < end; i++) {
              addSparseRow(sparse, c, i, sum);
            }
          } else {
            addDenseRows((Dense) rows, c, start, end, sum);
          }
          sums[start / grain] = sum;
        });
    CompensatedSum total = new CompensatedSum();
    for (CompensatedSum sum : sums) {
      total.add(sum);
    }
    return total.value();
  }

  private static void addDenseRows(Dense x, Sparse c, int start, int end, CompensatedSum sum) {
    int n = x.cols();
    double[] difference = new double[n];
    for (int i = start; i < end; i++) {
      System.arraycopy(x.panelOf(i), x.offset(i), difference, 0, n);
      int[] columns = c.columns(i);
      double[] values = c.values(i);
      for (int p = c.start(i), last = c.end(i); p < last; p++) {
        difference[columns[p]] -= values[p];
      }
      Simd.forLength(n).sumOfSquares(difference, 0, n, sum);
    }
  }

  private static void addSparseRow(Sparse x, Sparse c, int row, CompensatedSum sum) {
    int[] xColumns = x.columns(row);
    int[] cColumns = c.columns(row);
    int p = x.start(row);
    int q = c.start(row);
    int xEnd = x.end(row);
    int cEnd = c.end(row);
    while (p < xEnd || q < cEnd) {
      int xColumn = p < xEnd ? xColumns[p] : Integer.MAX_VALUE;
      int cColumn = q < cEnd ? cColumns[q] : Integer.MAX_VALUE;
      double d = xColumn <= cColumn ? x.values(row)[p++] : 0;
      d -= cColumn <= xColumn ? c.values(row)[q++] : 0;
      sum.add(d * d);
    }
  }
}
