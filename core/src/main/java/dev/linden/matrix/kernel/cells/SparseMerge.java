package dev.linden.matrix.kernel.cells;

import dev.linden.matrix.BinaryFunction;
import dev.linden.matrix.Coo;
import dev.linden.matrix.Formats;
import dev.linden.matrix.Matrix;
import dev.linden.matrix.Sparse;
import dev.linden.matrix.Workers;
import dev.linden.matrix.kernel.rows.Grain;
import dev.linden.matrix.kernel.rows.SparseRows;
import java.util.Arrays;

/** Cell-wise functions of two sparse matrices of one shape, for functions with f(0, 0) = 0. */
final class SparseMerge {
  private SparseMerge() {}

  /** {@code common}: only cells that are non-zero on both sides can be non-zero. */
  static Matrix merge(BinaryFunction f, Sparse a, Sparse b, boolean common, Workers workers) {
    if (a instanceof Coo triplesA && b instanceof Coo triplesB) {
      return Formats.adapt(triples(f, triplesA, triplesB, common), workers);
    }
    int rows = a.rows();
    int grain = Grain.sparseRows(a, a.nnz() + b.nnz());
    SparseRows[] ranges = new SparseRows[Workers.rangeCount(rows, grain)];
    workers.forRanges(
        rows, grain, (start, end) -> ranges[start / grain] = range(f, a, b, common, start, end));
    return Formats.adapt(SparseRows.join(rows, a.cols(), ranges), workers);
  }

  private static SparseRows range(
      BinaryFunction f, Sparse a, Sparse b, boolean common, int rowStart, int rowEnd) {
    SparseRows result = new SparseRows(rowEnd - rowStart, a.end(rowStart) - a.start(rowStart));
    Pairs pairs = new Pairs();
    for (int i = rowStart; i < rowEnd; i++) {
      pairs.clear();
      int[] columnsA = a.columns(i);
      double[] valuesA = a.values(i);
      int[] columnsB = b.columns(i);
      double[] valuesB = b.values(i);
      int p = a.start(i);
      int q = b.start(i);
      int endA = a.end(i);
      int endB = b.end(i);
      while (p < endA && q < endB) {
        int ca = columnsA[p];
        int cb = columnsB[q];
        if (ca == cb) {
          pairs.add(ca, valuesA[p++], valuesB[q++]);
        } else if (ca < cb) {
          if (!common) {
            pairs.add(ca, valuesA[p], 0);
          }
          p++;
        } else {
          if (!common) {
            pairs.add(cb, 0, valuesB[q]);
          }
          q++;
        }
      }
      if (!common) {
        for (; p < endA; p++) {
          pairs.add(columnsA[p], valuesA[p], 0);
        }
        for (; q < endB; q++) {
          pairs.add(columnsB[q], 0, valuesB[q]);
        }
      }
      f.apply(pairs.x, 0, pairs.y, 0, pairs.x, 0, pairs.size);
      for (int k = 0; k < pairs.size; k++) {
        result.add(pairs.columns[k], pairs.x[k]);
      }
      result.endRow();
    }
    return result;
  }

  /** Cost depends on the triples only, not on the number of rows. */
  private static Coo triples(BinaryFunction f, Coo a, Coo b, boolean common) {
    int[] rows = new int[a.values().length + b.values().length];
    Pairs pairs = new Pairs();
    int p = 0;
    int q = 0;
    while (p < a.values().length || q < b.values().length) {
      int order = compare(a, p, b, q);
      if (order == 0 || !common) {
        Coo at = order <= 0 ? a : b;
        int k = order <= 0 ? p : q;
        rows[pairs.size] = at.rowIndexes()[k];
        pairs.add(at.columns()[k], order <= 0 ? a.values()[p] : 0, order >= 0 ? b.values()[q] : 0);
      }
      p += order <= 0 ? 1 : 0;
      q += order >= 0 ? 1 : 0;
    }
    f.apply(pairs.x, 0, pairs.y, 0, pairs.x, 0, pairs.size);
    int kept = 0;
    for (int k = 0; k < pairs.size; k++) {
      if (pairs.x[k] != 0) {
        rows[kept] = rows[k];
        pairs.columns[kept] = pairs.columns[k];
        pairs.x[kept++] = pairs.x[k];
      }
    }
    return new Coo(
        a.rows(),
        a.cols(),
        Arrays.copyOf(rows, kept),
        Arrays.copyOf(pairs.columns, kept),
        Arrays.copyOf(pairs.x, kept));
  }

  /** Order of position; past its end a side is last. */
  private static int compare(Coo a, int p, Coo b, int q) {
    if (p == a.values().length) {
      return 1;
    }
    if (q == b.values().length) {
      return -1;
    }
    int byRow = Integer.compare(a.rowIndexes()[p], b.rowIndexes()[q]);
    return byRow != 0 ? byRow : Integer.compare(a.columns()[p], b.columns()[q]);
  }

  /** Cells side by side, so that the function runs over arrays. */
  private static final class Pairs {
    int[] columns = new int[64];
    double[] x = new double[64];
    double[] y = new double[64];
    int size;

    void clear() {
      size = 0;
    }

    void add(int column, double left, double right) {
      if (size == columns.length) {
        int longer = (int) Math.min(Integer.MAX_VALUE - 8L, size * 2L);
        columns = Arrays.copyOf(columns, longer);
        x = Arrays.copyOf(x, longer);
        y = Arrays.copyOf(y, longer);
      }
      columns[size] = column;
      x[size] = left;
      y[size++] = right;
    }
  }
}
