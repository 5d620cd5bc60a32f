package dev.linden.matrix.kernel.product;

import dev.linden.matrix.BinaryFunction;
import dev.linden.matrix.Cells;
import dev.linden.matrix.Dense;
import dev.linden.matrix.Matrix;
import dev.linden.matrix.Packed;
import dev.linden.matrix.Plain;
import dev.linden.matrix.Sparse;
import dev.linden.matrix.UnaryFunction;
import dev.linden.matrix.Workers;
import dev.linden.matrix.kernel.cells.Elementwise;
import dev.linden.matrix.kernel.reorg.Indexing;
import dev.linden.matrix.kernel.rows.RowView;
import java.util.Arrays;

/**
 * One cell function on the way from a product to a result, as {@code log} in {@code X * log(U %*%
 * t(V))}: applied to whole blocks of rows, or to the few cells of a row that matter.
 */
public sealed interface CellStep {
  /** The step for a block that holds the rows {@code [rowStart, rowEnd)} of {@code rows}. */
  Matrix apply(Matrix block, boolean reuse, int rowStart, int rowEnd, int rows, Workers workers);

  /**
   * The step for n cells of a row, whose columns are {@code columns[from]} and following; in place.
   * {@code operand} is scratch space for n numbers.
   */
  void apply(double[] cells, int n, int row, int[] columns, int from, double[] operand);

  /** The same step with dense or sparse operands. */
  default CellStep plain(Workers workers) {
    return this;
  }

  /** The same step for rows {@code [start, end)} of {@code rows}, which {@code x} has in a tile. */
  default CellStep ofRows(Packed x, Plain tile, int start, int end, int rows, Workers workers) {
    return this;
  }

  /** The same step of plain operands, prepared for many calls of the form for rows. */
  default CellStep byRow() {
    return this;
  }

  /** A cell that is zero because it is not stored stays so, whatever stands beside it. */
  boolean keepsZeros();

  /** {@code f(p)}. */
  record Unary(UnaryFunction f) implements CellStep {
    @Override
    public Matrix apply(
        Matrix block, boolean reuse, int rowStart, int rowEnd, int rows, Workers workers) {
      return Elementwise.unary(f, block, reuse, workers);
    }

    @Override
    public void apply(double[] cells, int n, int row, int[] columns, int from, double[] operand) {
      f.apply(cells, 0, cells, 0, n);
    }

    @Override
    public boolean keepsZeros() {
      return f.keepsZeros();
    }
  }

  /** {@code f(p, y)}, or {@code f(y, p)} unless {@code cellLeft}. */
  record WithScalar(BinaryFunction f, boolean cellLeft, double y) implements CellStep {
    @Override
    public Matrix apply(
        Matrix block, boolean reuse, int rowStart, int rowEnd, int rows, Workers workers) {
      return cellLeft
          ? Elementwise.scalarRight(f, block, y, reuse, workers)
          : Elementwise.scalarLeft(f, y, block, reuse, workers);
    }

    @Override
    public void apply(double[] cells, int n, int row, int[] columns, int from, double[] operand) {
      if (cellLeft) {
        f.applyScalarRight(cells, 0, y, cells, 0, n);
      } else {
        f.applyScalarLeft(y, cells, 0, cells, 0, n);
      }
    }

    @Override
    public boolean keepsZeros() {
      return f.absorbsZeros() || (cellLeft ? f.apply(0, y) : f.apply(y, 0)) == 0;
    }
  }

  /**
   * {@code f(p, y)}, or {@code f(y, p)} unless {@code cellLeft}, with the cell y of a matrix of the
   * same shape, or of a row or column that is repeated. With {@code mask} the matrix is sparse and
   * {@code y != 0} takes the place of y.
   */
  record WithMatrix(BinaryFunction f, boolean cellLeft, Matrix y, boolean mask)
      implements CellStep {
    public WithMatrix {
      if (mask && !y.isSparse()) {
        throw new IllegalArgumentException("the mask of a dense matrix");
      }
    }

    @Override
    public Matrix apply(
        Matrix block, boolean reuse, int rowStart, int rowEnd, int rows, Workers workers) {
      Matrix side =
          y.rows() == rows ? Indexing.slice(y, rowStart, rowEnd, 0, y.cols(), workers) : y;
      if (mask) {
        side = Elementwise.scalarRight(Cells.NOT_EQUAL, side, 0, false, workers);
      }
      return cellLeft
          ? Elementwise.binary(f, block, side, reuse, false, workers)
          : Elementwise.binary(f, side, block, false, reuse, workers);
    }

    @Override
    public void apply(double[] cells, int n, int row, int[] columns, int from, double[] operand) {
      gather(n, row, columns, from, operand);
      if (cellLeft) {
        f.apply(cells, 0, operand, 0, cells, 0, n);
      } else {
        f.apply(operand, 0, cells, 0, cells, 0, n);
      }
      if (y.isSparse() && f.absorbsZeros()) {
        for (int k = 0; k < n; k++) {
          if (operand[k] == 0) { // not stored: absorbs NaN and infinities too
            cells[k] = 0;
          }
        }
      }
    }

    @Override
    public CellStep plain(Workers workers) {
      Matrix plain = y.plain(workers);
      return plain == y ? this : new WithMatrix(f, cellLeft, plain, mask);
    }

    @Override
    public CellStep ofRows(Packed x, Plain tile, int start, int end, int rows, Workers workers) {
      if (y.rows() != rows) {
        return this;
      }
      Plain part = y == x ? tile : Indexing.rows(y, start, end, workers);
      return new WithMatrix(f, cellLeft, part, mask);
    }

    @Override
    public CellStep byRow() {
      return y instanceof Sparse sparse
          ? new WithMatrix(f, cellLeft, RowView.byRow(sparse), mask)
          : this;
    }

    private void gather(int n, int row, int[] columns, int from, double[] operand) {
      int yRow = y.rows() == 1 ? 0 : row;
      if (y.cols() == 1) {
        Arrays.fill(operand, 0, n, y.get(yRow, 0));
      } else if (y instanceof Dense dense) {
        double[] cells = dense.panelOf(yRow);
        int offset = dense.offset(yRow);
        for (int k = 0; k < n; k++) {
          operand[k] = cells[offset + columns[from + k]];
        }
      } else {
        gatherSparse((Sparse) y, n, yRow, columns, from, operand);
      }
      if (mask) {
        for (int k = 0; k < n; k++) {
          operand[k] = operand[k] != 0 ? 1 : 0;
        }
      }
    }

    private static void gatherSparse(
        Sparse y, int n, int row, int[] columns, int from, double[] operand) {
      int[] own = y.columns(row);
      double[] values = y.values(row);
      int end = y.end(row);
      int q = RowView.lowerBound(y, row, n == 0 ? 0 : columns[from]);
      if (q + n <= end && Arrays.equals(own, q, q + n, columns, from, from + n)) {
        // the driver itself, or a matrix with the same non-zeros
        System.arraycopy(values, q, operand, 0, n);
        return;
      }
      for (int k = 0; k < n; k++) {
        while (q < end && own[q] < columns[from + k]) {
          q++;
        }
        operand[k] = q < end && own[q] == columns[from + k] ? values[q] : 0;
      }
    }

    @Override
    public boolean keepsZeros() {
      return f.absorbsZeros();
    }

    /** Whether the matrix meets cells of a rows x cols matrix without making it larger. */
    boolean fits(int rows, int cols) {
      return (y.rows() == rows || y.rows() == 1) && (y.cols() == cols || y.cols() == 1);
    }
  }
}
