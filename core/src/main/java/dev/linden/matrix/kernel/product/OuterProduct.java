package dev.linden.matrix.kernel.product;

import dev.linden.matrix.Cells;
import dev.linden.matrix.Csr;
import dev.linden.matrix.Dense;
import dev.linden.matrix.Formats;
import dev.linden.matrix.Matrix;
import dev.linden.matrix.Mcsr;
import dev.linden.matrix.Packed;
import dev.linden.matrix.Plain;
import dev.linden.matrix.Sparse;
import dev.linden.matrix.Workers;
import dev.linden.matrix.kernel.cells.Elementwise;
import dev.linden.matrix.kernel.fold.Aggregate;
import dev.linden.matrix.kernel.reorg.Append;
import dev.linden.matrix.kernel.reorg.Indexing;
import dev.linden.matrix.kernel.reorg.Reorg;
import dev.linden.matrix.kernel.rows.RowTiles;
import dev.linden.matrix.kernel.rows.RowView;
import dev.linden.matrix.simd.CompensatedSum;
import dev.linden.matrix.simd.Simd;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Cell functions of a product {@code P = U %*% t(V)} that is never there as a whole, as in {@code W
 * * (P - X)} or {@code sum(X * log(P))} (Boehm et al., SystemML: Declarative Machine Learning on
 * Spark, 2016, section 3.3).
 *
 * <p>One of the steps multiplies with the <em>driver</em>, a matrix of the shape of P. Where a
 * sparse driver stores nothing the result is zero, so only the cells of P at its non-zeros are
 * computed, each as the dot product of two rows. That is exact: a zero that is not stored absorbs
 * NaN and infinities. Dividing a zero of the driver by a cell of P is zero only if that cell is
 * neither zero nor NaN, which {@link #quotientsKeepZeros} proves from the ranges of U and V.
 *
 * <p>Whenever the driver is dense, or the proof fails, P is computed in blocks of rows and every
 * step is applied to the whole block by the ordinary kernels.
 *
 * <p>A packed operand of the shape of P is unpacked a tile of rows at a time, for each of which all
 * of this is done by itself.
 *
 * <p>Work is split by position: ranges of rows with about the same number of non-zeros. Rows are
 * independent, sums of ranges are added in order, so the bits are the same for any number of
 * threads.
 */
public final class OuterProduct {
  /** Cells of P that are at hand at once: with their operands they stay in the cache. */
  private static final int PIECE = 1024;

  /** Multiplications that one range of rows does about. */
  private static final int WORK = 1 << 17;

  /** Cells of a block of rows of P: 8 MB. */
  private static final int BLOCK_CELLS = 1 << 20;

  /** A sparse factor is made dense if that takes at most this many times its non-zeros. */
  private static final int DENSE_PER_NONZERO = 8;

  /** How far rounding may carry a dot product of non-negative numbers beyond exact bounds. */
  private static final double ROUNDING = 1e-9;

  /** An operand of the shape of P whose rows are seen some at a time, or null. */
  private final Packed packed;

  private final Plain u;
  private final Plain v;
  private final boolean byColumns;
  private final List<CellStep> steps;
  private final List<CellStep> rowSteps;
  private final Workers workers;
  private final Sparse driver;
  private final int driverStep;
  private final Dense left;
  private final Dense right;

  /**
   * @param v columns of P by rows (n x r), or P's right factor as it is (r x n) if {@code
   *     byColumns}
   * @param driverStep position of the step with the driver, -1 if there is none
   */
  public OuterProduct(
      Matrix u,
      Matrix v,
      boolean byColumns,
      List<CellStep> steps,
      int driverStep,
      Workers workers) {
    this.u = u.plain(workers);
    this.v = v.plain(workers);
    this.byColumns = byColumns;
    this.driverStep = driverStep;
    this.workers = workers;
    packed = packed(steps, rows(), cols());
    this.steps = packed != null ? steps : steps.stream().map(step -> step.plain(workers)).toList();
    this.rowSteps = packed != null ? steps : this.steps.stream().map(CellStep::byRow).toList();
    if (packed != null) {
      left = null;
      right = null;
      driver = null;
      return;
    }
    Sparse candidate = driverStep >= 0 && zerosStay() ? sparseDriver() : null;
    if (candidate != null && canBeDense()) {
      left = Formats.toDense(u, workers);
      right = Formats.toDense(byColumns ? Reorg.transpose(v, workers) : v, workers);
      boolean exact = isProduct() || quotientsKeepZeros();
      driver = exact ? RowView.byRow(candidate) : null;
    } else {
      left = null;
      right = null;
      driver = null;
    }
  }

  /** Whether only the non-zeros of the driver are visited. */
  public boolean isSelective() {
    return driver != null;
  }

  private static Packed packed(List<CellStep> steps, int rows, int cols) {
    for (CellStep step : steps) {
      if (step instanceof CellStep.WithMatrix with
          && with.y() instanceof Packed y
          && y.rows() == rows
          && y.cols() == cols) {
        return y;
      }
    }
    return null;
  }

  /** The same for some rows, which the packed operand has in a tile. */
  private OuterProduct ofRows(Plain tile, int start, int end) {
    List<CellStep> own =
        steps.stream().map(step -> step.ofRows(packed, tile, start, end, rows(), workers)).toList();
    Plain factor = Indexing.rows(u, start, end, workers);
    return new OuterProduct(factor, v, byColumns, own, driverStep, workers);
  }

  private int rows() {
    return u.rows();
  }

  private int cols() {
    return byColumns ? v.cols() : v.rows();
  }

  // ------------------------------------------------------------------------------------------
  // when skipping zeros is exact

  private boolean isProduct() {
    return ((CellStep.WithMatrix) steps.get(driverStep)).f() == Cells.TIMES;
  }

  /** The driver if it is sparse and meets P cell by cell. */
  private Sparse sparseDriver() {
    CellStep.WithMatrix step = (CellStep.WithMatrix) steps.get(driverStep);
    boolean fits = step.y().rows() == rows() && step.y().cols() == cols();
    boolean skips = step.f() == Cells.TIMES || step.f() == Cells.DIVIDE && !step.cellLeft();
    return fits && skips && step.y() instanceof Sparse sparse ? sparse : null;
  }

  private boolean zerosStay() {
    for (int s = 0; s < steps.size(); s++) {
      if (s > driverStep && !steps.get(s).keepsZeros()) {
        return false;
      }
      if (steps.get(s) instanceof CellStep.WithMatrix step && !step.fits(rows(), cols())) {
        return false;
      }
    }
    return true;
  }

  /**
   * Zeros that a sparse factor does not store absorb NaN and infinities of the other one: storing
   * them changes nothing only where there are none.
   */
  private boolean canBeDense() {
    if (!u.isSparse() && !v.isSparse()) {
      return true;
    }
    for (Matrix factor : List.of(u, v)) {
      boolean small = factor.cells() <= Math.max(BLOCK_CELLS, DENSE_PER_NONZERO * factor.nnz());
      if (factor.isSparse() && !small || !Extent.of(factor, workers).isFinite()) {
        return false;
      }
    }
    return true;
  }

  /** Smallest and largest stored cell; NaN if one is NaN. */
  private record Extent(double min, double max) {
    static Extent of(Matrix a, Workers workers) {
      double min = Aggregate.all(Aggregate.Kind.MIN, a, workers);
      return new Extent(min, Aggregate.all(Aggregate.Kind.MAX, a, workers));
    }

    boolean isFinite() {
      return Double.isFinite(min) && Double.isFinite(max);
    }
  }

  /**
   * Whether 0 divided by any cell that reaches the division is 0. U and V must not be negative;
   * then the dot products with the column minima and maxima of the other factor bound all cells of
   * P, and the steps up to the division, each of them monotone on positive numbers, must keep these
   * bounds positive and finite.
   */
  private boolean quotientsKeepZeros() {
    if (left.cells() == 0 || right.cells() == 0) {
      return false;
    }
    if (!(Extent.of(left, workers).min() >= 0) || !(Extent.of(right, workers).min() >= 0)) {
      return false;
    }
    double low = Math.max(smallestDot(left, right), smallestDot(right, left)) * (1 - ROUNDING);
    double high = largestDot(left, right) * (1 + ROUNDING);
    for (int s = 0; s < driverStep; s++) {
      // a bound of exactly zero may still become positive in the first step, as in P + eps
      if (!isMonotone(steps.get(s)) || !(low >= 0) || !(s == 0 || low > 0)) {
        return false;
      }
      double[] ends = {low, high};
      steps.get(s).apply(ends, 2, 0, null, 0, new double[2]);
      low = Math.min(ends[0], ends[1]);
      high = Math.max(ends[0], ends[1]);
    }
    return low > 0 && Double.isFinite(high);
  }

  private static boolean isMonotone(CellStep step) {
    if (step instanceof CellStep.Unary unary) {
      return List.of(Cells.EXP, Cells.LOG, Cells.SQRT, Cells.SIGMOID, Cells.TANH, Cells.ABS)
          .contains(unary.f());
    }
    return step instanceof CellStep.WithScalar scalar
        && (List.of(Cells.PLUS, Cells.TIMES).contains(scalar.f())
            || scalar.cellLeft()
                && List.of(Cells.MINUS, Cells.DIVIDE, Cells.POWER).contains(scalar.f()));
  }

  private double smallestDot(Dense a, Dense b) {
    Dense minima = columns(Aggregate.Kind.MIN, b);
    double smallest = Double.POSITIVE_INFINITY;
    for (int i = 0; i < a.rows(); i++) {
      smallest = Math.min(smallest, dot(a, i, minima, 0));
    }
    return smallest;
  }

  private double largestDot(Dense a, Dense b) {
    Dense maxima = columns(Aggregate.Kind.MAX, b);
    double largest = 0;
    for (int i = 0; i < a.rows(); i++) {
      largest = Math.max(largest, dot(a, i, maxima, 0));
    }
    return largest;
  }

  private Dense columns(Aggregate.Kind kind, Dense a) {
    return Formats.toDense(Aggregate.cols(kind, a, workers), workers);
  }

  private static double dot(Dense a, int i, Dense b, int j) {
    int r = a.cols();
    return Simd.forLength(r).dot(a.panelOf(i), a.offset(i), b.panelOf(j), b.offset(j), r);
  }

  // ------------------------------------------------------------------------------------------
  // results

  /** C, the cells after all steps. */
  public Matrix cells() {
    if (packed != null) {
      return RowTiles.stacked(
          packed, cols(), workers, (tile, start, end) -> ofRows(tile, start, end).cells());
    }
    if (driver == null) {
      List<Matrix> blocks = new ArrayList<>();
      forBlocks((start, end, block) -> blocks.add(block));
      return blocks.size() == 1 ? blocks.get(0) : Append.rbind(blocks, workers);
    }
    return driver instanceof Csr csr ? cellsOf(csr, 0, rows()) : cellsOf((Mcsr) driver);
  }

  /** {@code sum(C)}. */
  public double sum() {
    CompensatedSum total = new CompensatedSum();
    if (packed != null) {
      RowTiles.forEach(
          packed, workers, (tile, start, end) -> total.add(ofRows(tile, start, end).sum()));
      return total.value();
    }
    if (driver == null) {
      forBlocks(
          (start, end, block) -> total.add(Aggregate.all(Aggregate.Kind.SUM, block, workers)));
      return total.value();
    }
    int[] borders = borders(1);
    CompensatedSum[] sums = new CompensatedSum[borders.length - 1];
    forRanges(
        borders,
        (range, start, end) -> {
          CompensatedSum sum = new CompensatedSum();
          forPieces(start, end, (row, p, n, cells) -> Simd.forLength(n).sum(cells, 0, n, sum));
          sums[range] = sum;
        });
    for (CompensatedSum sum : sums) {
      total.add(sum);
    }
    return total.value();
  }

  /** {@code C %*% V}. */
  public Matrix timesV() {
    if (packed != null) {
      return RowTiles.stacked(
          packed, u.cols(), workers, (tile, start, end) -> ofRows(tile, start, end).timesV());
    }
    if (driver == null) {
      Matrix columns = byColumns ? Reorg.transpose(v, workers) : v;
      List<Matrix> blocks = new ArrayList<>();
      forBlocks((start, end, block) -> blocks.add(MatMult.multiply(block, columns, workers)));
      return blocks.size() == 1 ? blocks.get(0) : Append.rbind(blocks, workers);
    }
    FactorRows rowsOfV = rowsOfV();
    Dense c = Dense.allocate(rows(), right.cols(), workers);
    forRanges(
        borders(2),
        (range, start, end) ->
            forPieces(
                start,
                end,
                (row, p, n, cells) ->
                    rowsOfV.addScaled(
                        cells, driver.columns(row), p, n, c.panelOf(row), c.offset(row))));
    return Formats.adapt(c, workers);
  }

  /**
   * {@code t(C) %*% U}. Blocks of C are made, as sparse as the driver: adding to rows of the result
   * by column would need a copy of it per range.
   */
  public Matrix transposedTimesU() {
    if (packed != null) {
      return TiledProducts.sum(
          packed, workers, (tile, start, end) -> ofRows(tile, start, end).transposedTimesU());
    }
    Matrix[] sum = new Matrix[1];
    Block add =
        (start, end, block) -> {
          Matrix factor =
              Indexing.slice(driver == null ? u : left, start, end, 0, u.cols(), workers);
          Matrix part = MatMult.multiply(Reorg.transpose(block, workers), factor, workers);
          sum[0] =
              sum[0] == null
                  ? part
                  : Elementwise.binary(Cells.PLUS, sum[0], part, true, true, workers);
        };
    if (driver == null) {
      forBlocks(add);
    } else if (driver instanceof Csr csr && rows() > 0) {
      forSparseBlocks(csr, add);
    } else {
      add.accept(0, rows(), cells());
    }
    return sum[0];
  }

  /** C in blocks of rows with so many non-zeros that a block and its transpose are small. */
  private void forSparseBlocks(Csr d, Block task) {
    int start = 0;
    do {
      int end = start;
      long most = d.start(start) + (long) BLOCK_CELLS;
      while (end < rows() && (end == start || d.end(end) <= most)) {
        end++;
      }
      task.accept(start, end, cellsOf(d, start, end));
      start = end;
    } while (start < rows());
  }

  // ------------------------------------------------------------------------------------------
  // at the non-zeros of the driver

  private Matrix cellsOf(Csr d, int rowStart, int rowEnd) {
    int first = d.rowStarts()[rowStart];
    int nnz = d.rowStarts()[rowEnd] - first;
    double[] values = new double[nnz];
    forRanges(
        borders(1, rowStart, rowEnd),
        (range, start, end) ->
            forPieces(
                start,
                end,
                (row, p, n, cells) -> System.arraycopy(cells, 0, values, p - first, n)));
    int[] columns = Arrays.copyOfRange(d.columns(), first, first + nnz);
    int[] starts = Arrays.copyOfRange(d.rowStarts(), rowStart, rowEnd + 1);
    for (int i = 0; i < starts.length; i++) {
      starts[i] -= first;
    }
    Csr result = new Csr(rowEnd - rowStart, d.cols(), starts, columns, values);
    boolean full = Simd.forLength(nnz).countNonZeros(values, 0, nnz) == nnz;
    return Formats.adapt(full ? result : withoutZeros(result), workers);
  }

  /** Moves the non-zeros of a matrix that nobody else refers to together. */
  private static Csr withoutZeros(Csr a) {
    int[] starts = a.rowStarts();
    int[] columns = a.columns();
    double[] values = a.values();
    int to = 0;
    int p = 0;
    for (int i = 0; i < a.rows(); i++) {
      int end = starts[i + 1];
      starts[i] = to;
      for (; p < end; p++) {
        if (values[p] != 0) {
          columns[to] = columns[p];
          values[to++] = values[p];
        }
      }
    }
    starts[a.rows()] = to;
    return new Csr(
        a.rows(), a.cols(), starts, Arrays.copyOf(columns, to), Arrays.copyOf(values, to));
  }

  private Matrix cellsOf(Mcsr d) {
    Mcsr result = new Mcsr(d.rows(), d.cols());
    forRanges(
        borders(1),
        (range, start, end) ->
            forPieces(
                start,
                end,
                (row, p, n, cells) -> {
                  int[] columns = d.columns(row);
                  for (int k = 0; k < n; k++) {
                    result.append(row, columns[p + k], cells[k]);
                  }
                }));
    return Formats.adapt(result, workers);
  }

  /** Cells {@code [p, p + n)} of a row of the driver; in {@code cells} from 0. */
  @FunctionalInterface
  private interface Piece {
    void accept(int row, int p, int n, double[] cells);
  }

  private void forPieces(int rowStart, int rowEnd, Piece piece) {
    double[] cells = new double[PIECE];
    double[] operand = new double[PIECE];
    FactorRows rowsOfV = rowsOfV();
    for (int i = rowStart; i < rowEnd; i++) {
      int[] columns = driver.columns(i);
      double[] uRow = left.panelOf(i);
      int uOffset = left.offset(i);
      for (int p = driver.start(i), end = driver.end(i); p < end; p += PIECE) {
        int n = Math.min(PIECE, end - p);
        rowsOfV.dots(uRow, uOffset, columns, p, n, cells);
        for (CellStep step : rowSteps) {
          step.apply(cells, n, i, columns, p, operand);
        }
        piece.accept(i, p, n, cells);
      }
    }
  }

  private FactorRows rowsOfV() {
    int r = right.cols();
    return new FactorRows(right, Simd.forManyOf(r, r * driver.nnz()));
  }

  private int[] borders(int passes) {
    return borders(passes, 0, rows());
  }

  /** Rows where ranges of about equal work begin, and where the last one ends. */
  private int[] borders(int passes, int rowStart, int rowEnd) {
    long perRange = Math.max(PIECE, WORK / passes / Math.max(1, left.cols()));
    int[] borders = new int[rowEnd - rowStart + 1];
    borders[0] = rowStart;
    int count = 1;
    long work = 0;
    for (int i = rowStart; i < rowEnd; i++) {
      work += driver.end(i) - driver.start(i) + 1;
      if (work >= perRange || i == rowEnd - 1) {
        borders[count++] = i + 1;
        work = 0;
      }
    }
    return Arrays.copyOf(borders, count);
  }

  /** Rows {@code [start, end)}. */
  @FunctionalInterface
  private interface Range {
    void run(int range, int start, int end);
  }

  private void forRanges(int[] borders, Range task) {
    workers.forRanges(
        borders.length - 1,
        1,
        (first, last) -> {
          for (int range = first; range < last; range++) {
            task.run(range, borders[range], borders[range + 1]);
          }
        });
  }

  // ------------------------------------------------------------------------------------------
  // all cells

  /** The cells of the rows {@code [start, end)} after all steps. */
  @FunctionalInterface
  private interface Block {
    void accept(int start, int end, Matrix block);
  }

  private void forBlocks(Block task) {
    Matrix columns = byColumns ? v : Reorg.transpose(v, workers);
    // a P that is not larger than its factor needs no blocks
    boolean small = (double) rows() * cols() <= Math.max(BLOCK_CELLS, u.cells());
    int height = small ? rows() : Math.max(1, BLOCK_CELLS / cols());
    int start = 0;
    do {
      int end = (int) Math.min(rows(), start + (long) height);
      Matrix factor = Indexing.slice(u, start, end, 0, u.cols(), workers);
      Matrix block = MatMult.multiply(factor, columns, workers);
      for (CellStep step : steps) {
        block = step.apply(block, !isOperand(block), start, end, rows(), workers);
      }
      task.accept(start, end, block);
      start = end;
    } while (start < rows());
  }

  /** A step may hand back the matrix that it was given as operand. */
  private boolean isOperand(Matrix block) {
    return steps.stream()
        .anyMatch(step -> step instanceof CellStep.WithMatrix side && side.y() == block);
  }
}
