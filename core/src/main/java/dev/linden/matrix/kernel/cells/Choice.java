package dev.linden.matrix.kernel.cells;

import static dev.linden.matrix.CellFacts.Trait.OFTEN_ZERO;

import dev.linden.base.InputError;
import dev.linden.matrix.CellFacts;
import dev.linden.matrix.Dense;
import dev.linden.matrix.Formats;
import dev.linden.matrix.Matrix;
import dev.linden.matrix.Plain;
import dev.linden.matrix.Sparse;
import dev.linden.matrix.UnaryFunction;
import dev.linden.matrix.Workers;
import dev.linden.matrix.kernel.rows.Grain;
import dev.linden.matrix.kernel.rows.RowTile;
import dev.linden.matrix.kernel.rows.RowView;
import dev.linden.matrix.kernel.rows.SparseRows;
import java.util.Arrays;

/** Functions that pick cells rather than compute them. */
final class Choice {
  private Choice() {}

  /** A matrix, or a scalar where {@code matrix} is null. */
  record Operand(Matrix matrix, double scalar) {
    /** A 1x1 matrix counts as a scalar but keeps the result a matrix. */
    static Operand of(Matrix matrix, double scalar) {
      if (matrix == null) {
        return new Operand(null, scalar);
      }
      boolean single = matrix.rows() == 1 && matrix.cols() == 1;
      return single ? new Operand(null, matrix.get(0, 0)) : new Operand(matrix, scalar);
    }

    /** For reading rows. */
    Operand byRow() {
      return matrix instanceof Sparse s ? new Operand(RowView.byRow(s), scalar) : this;
    }

    boolean isSparseOrZero() {
      return matrix == null ? scalar == 0 : matrix.isSparse();
    }
  }

  static Matrix ifelse(Operand condition, Operand a, Operand b, Workers workers) {
    Matrix shape = shape(condition, a, b);
    int rows = shape == null ? 1 : shape.rows();
    int cols = shape == null ? 1 : shape.cols();
    if (condition.matrix() == null) {
      Operand chosen = condition.scalar() != 0 ? a : b;
      return chosen.matrix() != null
          ? chosen.matrix()
          : constant(rows, cols, chosen.scalar(), workers);
    }
    Matrix own =
        condition.matrix() instanceof OwnCells cells
            ? cells.choose(a.matrix(), a.scalar(), b.matrix(), b.scalar(), workers)
            : null;
    if (own != null) {
      return own;
    }
    if (condition.matrix().isSparse() && b.isSparseOrZero()) {
      return sparse((Sparse) condition.matrix().plain(workers), a.byRow(), b, workers);
    }
    return dense(condition.byRow(), a.byRow(), b.byRow(), workers);
  }

  private static Matrix shape(Operand... operands) {
    Matrix shape = null;
    for (Operand operand : operands) {
      Matrix m = operand.matrix();
      if (m != null && shape != null && (m.rows() != shape.rows() || m.cols() != shape.cols())) {
        throw new InputError(
            "the matrices of ifelse need equal shapes, but one is "
                + shape.shape()
                + " and one is "
                + m.shape());
      }
      shape = m == null ? shape : m;
    }
    return shape;
  }

  private static Matrix constant(int rows, int cols, double value, Workers workers) {
    if (value == 0) {
      return Formats.zeros(rows, cols);
    }
    Dense c = Dense.allocateUncleared(rows, cols, workers);
    for (int p = 0; p < c.panelCount(); p++) {
      Arrays.fill(c.panel(p), value);
    }
    return c.withNnz(c.cells());
  }

  private static Matrix dense(Operand condition, Operand a, Operand b, Workers workers) {
    int cols = condition.matrix().cols();
    Dense c = Dense.allocateUncleared(condition.matrix().rows(), cols, workers);
    workers.forRanges(
        c.rows(),
        Grain.rows(cols),
        (start, end) -> {
          Row test = new Row(condition, cols);
          Row yes = new Row(a, cols);
          Row no = new Row(b, cols);
          for (int i = start; i < end; i++) {
            test.load(i);
            yes.load(i);
            no.load(i);
            double[] to = c.panelOf(i);
            int offset = c.offset(i);
            for (int j = 0; j < cols; j++) {
              to[offset + j] =
                  test.cells[test.offset + j] != 0
                      ? yes.cells[yes.offset + j]
                      : no.cells[no.offset + j];
            }
          }
        });
    return Formats.adapt(c, workers);
  }

  /** b where the condition is zero: the non-zeros lie where the condition or b has some. */
  private static Matrix sparse(Sparse condition, Operand a, Operand b, Workers workers) {
    int rows = condition.rows();
    int cols = condition.cols();
    Sparse other = b.matrix() == null ? null : (Sparse) b.matrix().plain(workers);
    int grain = Grain.sparseRows(condition, condition.nnz() + (other == null ? 0 : other.nnz()));
    SparseRows[] ranges = new SparseRows[Workers.rangeCount(rows, grain)];
    workers.forRanges(
        rows,
        grain,
        (start, end) -> {
          SparseRows result = new SparseRows(end - start, 0);
          Row yes = new Row(a, cols);
          for (int i = start; i < end; i++) {
            int p = condition.start(i);
            int endP = condition.end(i);
            if (p < endP) {
              yes.load(i);
            }
            int q = other == null ? 0 : other.start(i);
            int endQ = other == null ? 0 : other.end(i);
            while (p < endP || q < endQ) {
              int columnP = p < endP ? condition.columns(i)[p] : Integer.MAX_VALUE;
              int columnQ = q < endQ ? other.columns(i)[q] : Integer.MAX_VALUE;
              if (columnP <= columnQ) {
                result.add(columnP, yes.cells[yes.offset + columnP]);
                p++;
                q += columnP == columnQ ? 1 : 0;
              } else {
                result.add(columnQ, other.values(i)[q++]);
              }
            }
            result.endRow();
          }
          ranges[start / grain] = result;
        });
    return Formats.adapt(SparseRows.join(rows, cols, ranges), workers);
  }

  /**
   * One row of an operand at a time as cells of an array; one per range, since it may hold scratch.
   */
  private static final class Row {
    private final RowTile tile;
    private double[] scratch;

    /** Whose non-zeros are in {@code scratch}. */
    private Sparse loaded;

    private int loadedRow;
    double[] cells;
    int offset;

    Row(Operand operand, int cols) {
      tile = operand.matrix() == null ? null : new RowTile(operand.matrix());
      if (operand.matrix() == null || operand.matrix().isSparse()) {
        scratch = new double[cols];
      }
      if (operand.matrix() == null) {
        Arrays.fill(scratch, operand.scalar());
        cells = scratch;
      }
    }

    void load(int row) {
      if (tile == null) {
        return;
      }
      Plain rows = tile.around(row);
      int at = row - tile.first();
      if (rows instanceof Dense dense) {
        cells = dense.panelOf(at);
        offset = dense.offset(at);
        return;
      }
      if (loaded != null) {
        for (int p = loaded.start(loadedRow), end = loaded.end(loadedRow); p < end; p++) {
          scratch[loaded.columns(loadedRow)[p]] = 0;
        }
      }
      loaded = (Sparse) rows;
      loadedRow = at;
      Formats.scatterRow(loaded, at, scratch, 0);
      cells = scratch;
    }
  }

  /** {@code pattern} (NaN too) becomes {@code replacement}, other cells stay. */
  static UnaryFunction replacement(double pattern, double replacement) {
    boolean nan = Double.isNaN(pattern);
    CellFacts facts = CellFacts.cost(2);
    boolean givesZeros = replacement == 0;
    return new UnaryFunction("replace", givesZeros ? facts.with(OFTEN_ZERO) : facts) {
      @Override
      public double apply(double x) {
        return x == pattern || nan && Double.isNaN(x) ? replacement : x;
      }

      @Override
      public void apply(double[] a, int ai, double[] c, int ci, int length) {
        for (int k = 0; k < length; k++) {
          double x = a[ai + k];
          c[ci + k] = x == pattern || nan && Double.isNaN(x) ? replacement : x;
        }
      }
    };
  }
}
