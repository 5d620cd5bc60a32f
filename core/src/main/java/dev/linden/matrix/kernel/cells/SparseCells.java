package dev.linden.matrix.kernel.cells;

import dev.linden.matrix.ArrayPool;
import dev.linden.matrix.BinaryFunction;
import dev.linden.matrix.Coo;
import dev.linden.matrix.Csr;
import dev.linden.matrix.Dense;
import dev.linden.matrix.Formats;
import dev.linden.matrix.Matrix;
import dev.linden.matrix.Mcsr;
import dev.linden.matrix.Plain;
import dev.linden.matrix.Sparse;
import dev.linden.matrix.Workers;
import dev.linden.matrix.kernel.rows.Grain;
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
    int nnz = (int) packed.nnz();
    double[] mapped = inPlace(packed, a, reuse) ? values : newValues(packed, nnz, workers);
    workers.forRanges(
        nnz, Grain.CELLS, (start, end) -> f.apply(values, start, mapped, start, end - start));
    if (ofZero == 0) {
      return withValues(packed, mapped, reuse || packed != a, workers);
    }
    return fillAround(packed, mapped, ofZero, workers);
  }

  /**
   * Whether new values may take the place of the old ones. A result of its own must not share index
   * arrays with compressed rows that die: those are recycled.
   */
  private static boolean inPlace(Sparse packed, Sparse a, boolean reuse) {
    return packed instanceof Csr && (reuse || packed != a);
  }

  private static double[] newValues(Sparse packed, int nnz, Workers workers) {
    ArrayPool arrays = workers.arrays();
    return packed instanceof Csr ? arrays.uncleared(arrays.roomFor(nnz)) : new double[nnz];
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
    int nnz = (int) packed.nnz();
    boolean inPlace = inPlace(packed, a, reuse);
    double[] result = inPlace ? values : newValues(packed, nnz, workers);
    if (packed instanceof Coo coo) {
      workers.forRanges(
          nnz,
          Grain.CELLS,
          (start, end) -> {
            for (int p = start; p < end; p++) {
              result[p] = cell(b, coo.rowIndexes()[p], coo.columns()[p]);
            }
            apply(f, values, start, result, start, result, end - start, left);
          });
    } else {
      Csr csr = (Csr) packed;
      workers.forRanges(
          a.rows(),
          Grain.sparseRows(a, nnz),
          (start, end) -> {
            int from = csr.start(start);
            int n = csr.start(end) - from;
            double[] others = inPlace ? new double[n] : result;
            int at = inPlace ? 0 : from;
            gather(csr, b, others, from - at, start, end);
            apply(f, values, from, others, at, result, n, left);
          });
    }
    return withValues(packed, result, reuse || packed != a, workers);
  }

  /**
   * {@code y[p - first]}: the cell of b at the place of non-zero p, for rows {@code [rowStart,
   * rowEnd)} of a.
   */
  private static void gather(Csr a, Dense b, double[] y, int first, int rowStart, int rowEnd) {
    int[] columns = a.columns();
    for (int i = rowStart; i < rowEnd; i++) {
      int row = b.rows() == 1 ? 0 : i;
      double[] from = b.panelOf(row);
      int offset = b.offset(row);
      int start = a.start(i);
      int end = a.end(i);
      if (b.cols() == 1) {
        Arrays.fill(y, start - first, end - first, from[offset]);
      } else {
        for (int p = start; p < end; p++) {
          y[p - first] = from[offset + columns[p]];
        }
      }
    }
  }

  private static double cell(Dense b, int row, int col) {
    return b.get(b.rows() == 1 ? 0 : row, b.cols() == 1 ? 0 : col);
  }

  /** {@code n} values from {@code from} on, where the results go too, with others. */
  private static void apply(
      BinaryFunction f,
      double[] values,
      int from,
      double[] others,
      int at,
      double[] result,
      int n,
      boolean left) {
    if (left) {
      f.apply(values, from, others, at, result, from, n);
    } else {
      f.apply(others, at, values, from, result, from, n);
    }
  }

  /** Whether zeros of a sparse operand stay zero against each cell of a vector. */
  static boolean keepsZeros(BinaryFunction f, Dense vector, boolean sparseLeft) {
    if (f.absorbsZeros()) {
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
  static boolean zerosAbsorb(BinaryFunction f, Plain a, Plain b) {
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
  static Matrix outer(BinaryFunction f, Plain a, Plain b, int rows, int cols, int nnz) {
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

  private static Sparse sparse(Plain a) {
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
      result = values == csr.values() ? csr : withPattern(csr, values, workers);
    } else {
      Coo coo = (Coo) a;
      int[] rows = own ? coo.rowIndexes() : coo.rowIndexes().clone();
      int[] columns = own ? coo.columns() : coo.columns().clone();
      result = new Coo(a.rows(), a.cols(), rows, columns, values);
    }
    return Formats.adapt(result, workers);
  }

  private static Csr withPattern(Csr a, double[] values, Workers workers) {
    ArrayPool arrays = workers.arrays();
    int nnz = (int) a.nnz();
    int[] starts = arrays.ints(a.rows() + 1);
    System.arraycopy(a.rowStarts(), 0, starts, 0, a.rows() + 1);
    int[] columns = arrays.ints(arrays.roomFor(nnz));
    System.arraycopy(a.columns(), 0, columns, 0, nnz);
    return new Csr(a.rows(), a.cols(), starts, columns, values);
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
          Grain.sparseRows(a, a.nnz()),
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
    int nnz = (int) a.nnz();
    int zeros = nnz - Simd.forLength(nnz).countNonZeros(values, 0, nnz);
    return c.withNnz(c.cells() - zeros);
  }
}
