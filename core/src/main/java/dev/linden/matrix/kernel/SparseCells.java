package dev.linden.matrix.kernel;

import dev.linden.matrix.BinaryFunction;
import dev.linden.matrix.Coo;
import dev.linden.matrix.Csr;
import dev.linden.matrix.Dense;
import dev.linden.matrix.Formats;
import dev.linden.matrix.Matrix;
import dev.linden.matrix.Mcsr;
import dev.linden.matrix.Sparse;
import dev.linden.matrix.Workers;
import dev.linden.matrix.simd.Simd;
import java.util.Arrays;

/**
 * Cell-wise functions that compute the non-zeros of one sparse operand only; the other cells are
 * all the same.
 */
final class SparseCells {
  private SparseCells() {}

  /** A function over a stretch of values. */
  interface Values {
    void apply(double[] a, int ai, double[] c, int ci, int n);
  }

  /**
   * Each non-zero through {@code f}; zeros become {@code ofZero}, which makes the result dense
   * unless it is zero.
   */
  static Matrix map(Values f, double ofZero, Sparse a, boolean reuse, Workers workers) {
    Sparse packed = packed(a, workers);
    double[] values = values(packed);
    double[] mapped = new double[(int) packed.nnz()];
    workers.forRanges(
        mapped.length,
        Grain.CELLS,
        (start, end) -> f.apply(values, start, mapped, start, end - start));
    if (ofZero == 0) {
      return withValues(packed, mapped, reuse || packed != a, workers);
    }
    return fillAround(packed, mapped, ofZero, workers);
  }

  /**
   * Each non-zero of a with the cell of b at its place; b may be of the same shape or a vector that
   * is repeated. Only for functions that give zero for every other cell. {@code left}: a is the
   * left operand.
   */
  static Matrix zip(
      BinaryFunction f, Sparse a, Dense b, boolean left, boolean reuse, Workers workers) {
    Sparse packed = packed(a, workers);
    double[] values = values(packed);
    double[] result = new double[(int) packed.nnz()];
    if (packed instanceof Coo coo) {
      workers.forRanges(
          result.length,
          Grain.CELLS,
          (start, end) -> {
            for (int p = start; p < end; p++) {
              result[p] = cell(b, coo.rowIndexes()[p], coo.columns()[p]);
            }
            apply(f, values, result, start, end - start, left);
          });
    } else {
      Csr csr = (Csr) packed;
      workers.forRanges(
          a.rows(),
          Grain.sparseRows(a, result.length),
          (start, end) -> {
            gather(csr, b, result, start, end);
            int from = csr.start(start);
            apply(f, values, result, from, csr.start(end) - from, left);
          });
    }
    return withValues(packed, result, reuse || packed != a, workers);
  }

  /**
   * {@code y[p]}: the cell of b at the place of non-zero p, for rows {@code [rowStart, rowEnd)} of
   * a.
   */
  private static void gather(Csr a, Dense b, double[] y, int rowStart, int rowEnd) {
    int[] columns = a.columns();
    for (int i = rowStart; i < rowEnd; i++) {
      int row = b.rows() == 1 ? 0 : i;
      double[] from = b.panelOf(row);
      int offset = b.offset(row);
      int start = a.start(i);
      int end = a.end(i);
      if (b.cols() == 1) {
        Arrays.fill(y, start, end, from[offset]);
      } else {
        for (int p = start; p < end; p++) {
          y[p] = from[offset + columns[p]];
        }
      }
    }
  }

  private static double cell(Dense b, int row, int col) {
    return b.get(b.rows() == 1 ? 0 : row, b.cols() == 1 ? 0 : col);
  }

  /** result holds the other operand before and the function values afterwards. */
  private static void apply(
      BinaryFunction f, double[] values, double[] result, int at, int n, boolean left) {
    if (left) {
      f.apply(values, at, result, at, result, at, n);
    } else {
      f.apply(result, at, values, at, result, at, n);
    }
  }

  /** Whether zeros of a sparse operand stay zero against each cell of a vector. */
  static boolean keepsZeros(BinaryFunction f, Dense vector, boolean sparseLeft) {
    if (Elementwise.absorbsZeros(f)) {
      return true;
    }
    for (int p = 0; p < vector.panelCount(); p++) {
      for (double y : vector.panel(p)) {
        if ((sparseLeft ? f.apply(0, y) : f.apply(y, 0)) != 0) {
          return false;
        }
      }
    }
    return true;
  }

  /**
   * Whether zeros of a give zero against each cell of b: not those of a dense a against NaN and
   * infinities in a product.
   */
  static boolean zerosAbsorb(BinaryFunction f, Matrix a, Matrix b) {
    if (a.isSparse() || a.nnz() == a.cells()) {
      return true;
    }
    Sparse nonZeros = sparse(b);
    for (int i = 0; i < b.rows(); i++) {
      for (int p = nonZeros.start(i); p < nonZeros.end(i); p++) {
        if (f.apply(0, nonZeros.values(i)[p]) != 0) {
          return false;
        }
      }
    }
    return true;
  }

  /**
   * A column against a row (either may come first) for functions that absorb zeros: non-zeros meet
   * non-zeros only.
   */
  static Matrix outer(BinaryFunction f, Matrix a, Matrix b, int rows, int cols, int nnz) {
    boolean columnLeft = a.rows() == rows && a.cols() != cols;
    Sparse column = sparse(columnLeft ? a : b);
    Sparse row = sparse(columnLeft ? b : a);
    int[] starts = new int[rows + 1];
    int[] columns = new int[nnz];
    double[] values = new double[nnz];
    int rowNnz = row.end(0) - row.start(0);
    int to = 0;
    for (int i = 0; i < rows; i++) {
      if (column.start(i) < column.end(i)) {
        double x = column.values(i)[column.start(i)];
        System.arraycopy(row.columns(0), row.start(0), columns, to, rowNnz);
        if (columnLeft) {
          f.applyScalarLeft(x, row.values(0), row.start(0), values, to, rowNnz);
        } else {
          f.applyScalarRight(row.values(0), row.start(0), x, values, to, rowNnz);
        }
        to += rowNnz;
      }
      starts[i + 1] = to;
    }
    return withValues(new Csr(rows, cols, starts, columns, values), values, true, Workers.serial());
  }

  private static Sparse sparse(Matrix a) {
    return a instanceof Sparse sparse ? sparse : Formats.toCsr(a);
  }

  /** Forms with all values in one array: single rows are gathered first. */
  private static Sparse packed(Sparse a, Workers workers) {
    return a instanceof Mcsr ? Formats.toCsr(a, workers) : a;
  }

  private static double[] values(Sparse packed) {
    return packed instanceof Csr csr ? csr.values() : ((Coo) packed).values();
  }

  /**
   * The pattern of a with other values, zeros among them removed. {@code own}: nobody else uses a
   * any more, so that the result may have its index arrays.
   */
  private static Matrix withValues(Sparse a, double[] values, boolean own, Workers workers) {
    int nnz = (int) a.nnz();
    int kept = Simd.forLength(nnz).countNonZeros(values, 0, nnz);
    Sparse result;
    if (kept < nnz) {
      result =
          a instanceof Csr csr ? dropZeros(csr, values, kept) : dropZeros((Coo) a, values, kept);
    } else if (a instanceof Csr csr) {
      int[] starts = own ? csr.rowStarts() : csr.rowStarts().clone();
      int[] columns = own ? csr.columns() : Arrays.copyOf(csr.columns(), nnz);
      result = new Csr(a.rows(), a.cols(), starts, columns, values);
    } else {
      Coo coo = (Coo) a;
      int[] rows = own ? coo.rowIndexes() : coo.rowIndexes().clone();
      int[] columns = own ? coo.columns() : coo.columns().clone();
      result = new Coo(a.rows(), a.cols(), rows, columns, values);
    }
    return Formats.adapt(result, workers);
  }

  private static Csr dropZeros(Csr a, double[] values, int kept) {
    int[] starts = new int[a.rows() + 1];
    int[] columns = new int[kept];
    double[] nonZeros = new double[kept];
    int to = 0;
    for (int i = 0; i < a.rows(); i++) {
      for (int p = a.start(i); p < a.end(i); p++) {
        if (values[p] != 0) {
          columns[to] = a.columns()[p];
          nonZeros[to++] = values[p];
        }
      }
      starts[i + 1] = to;
    }
    return new Csr(a.rows(), a.cols(), starts, columns, nonZeros);
  }

  private static Coo dropZeros(Coo a, double[] values, int kept) {
    int[] rows = new int[kept];
    int[] columns = new int[kept];
    double[] nonZeros = new double[kept];
    int to = 0;
    for (int p = 0; p < values.length; p++) {
      if (values[p] != 0) {
        rows[to] = a.rowIndexes()[p];
        columns[to] = a.columns()[p];
        nonZeros[to++] = values[p];
      }
    }
    return new Coo(a.rows(), a.cols(), rows, columns, nonZeros);
  }

  /** Dense: {@code background} everywhere but at the non-zeros of a, where {@code values} go. */
  private static Matrix fillAround(Sparse a, double[] values, double background, Workers workers) {
    Dense c = Dense.allocateUncleared(a.rows(), a.cols(), workers);
    for (int panel = 0; panel < c.panelCount(); panel++) {
      double[] cells = c.panel(panel);
      workers.forRanges(
          cells.length, Grain.CELLS, (start, end) -> Arrays.fill(cells, start, end, background));
    }
    if (a instanceof Coo coo) {
      for (int p = 0; p < values.length; p++) {
        int row = coo.rowIndexes()[p];
        c.panelOf(row)[c.offset(row) + coo.columns()[p]] = values[p];
      }
    } else {
      Csr csr = (Csr) a;
      workers.forRanges(
          a.rows(),
          Grain.sparseRows(a, values.length),
          (start, end) -> {
            for (int i = start; i < end; i++) {
              double[] to = c.panelOf(i);
              int offset = c.offset(i);
              for (int p = csr.start(i); p < csr.end(i); p++) {
                to[offset + csr.columns()[p]] = values[p];
              }
            }
          });
    }
    int zeros =
        values.length - Simd.forLength(values.length).countNonZeros(values, 0, values.length);
    return c.withNnz(c.cells() - zeros);
  }
}
