package dev.linden.matrix.kernel.group;

import dev.linden.base.InputError;
import dev.linden.matrix.Dense;
import dev.linden.matrix.Matrix;
import dev.linden.matrix.Plain;
import dev.linden.matrix.Sparse;
import dev.linden.matrix.Workers;
import dev.linden.matrix.kernel.rows.Grain;
import dev.linden.matrix.kernel.rows.RowView;
import java.util.BitSet;
import java.util.concurrent.atomic.AtomicBoolean;

/** Whether a value or a row occurs; NaN equals NaN. */
public final class Search {
  private Search() {}

  public static boolean containsValue(Matrix a, double pattern, Workers workers) {
    if (pattern == 0 && a.isSparse()) {
      return a.nnz() < a.cells();
    }
    return anyRow(
        a.plain(workers),
        workers,
        (cells, from, to, columns) -> {
          for (int p = from; p < to; p++) {
            if (same(cells[p], pattern)) {
              return true;
            }
          }
          return false;
        });
  }

  /** {@code pattern} is 1 x m for an n x m matrix. */
  public static boolean containsRow(Matrix a, Matrix pattern, Workers workers) {
    return anyRow(a.plain(workers), workers, equalTo(pattern, a));
  }

  /** Which rows equal {@code pattern}: parts of rows, where a matrix is in pieces. */
  public static BitSet rowsEqualTo(Matrix matrix, Matrix pattern) {
    Plain a = matrix.plain(Workers.serial());
    RowTest test = equalTo(pattern, a);
    Sparse s = a instanceof Sparse sparse ? RowView.byRow(sparse) : null;
    BitSet equal = new BitSet(a.rows());
    for (int i = 0; i < a.rows(); i++) {
      equal.set(i, holds(test, a, s, i));
    }
    return equal;
  }

  private static RowTest equalTo(Matrix pattern, Matrix a) {
    if (pattern.rows() != 1 || pattern.cols() != a.cols()) {
      throw new InputError(
          "a row to be found in a "
              + a.shape()
              + " matrix must be 1x"
              + a.cols()
              + ", but is "
              + pattern.shape());
    }
    double[] row = new double[a.cols()];
    long nonZeros = 0;
    for (int j = 0; j < row.length; j++) {
      row[j] = pattern.get(0, j);
      nonZeros += row[j] != 0 ? 1 : 0;
    }
    long expected = nonZeros;
    return (cells, from, to, columns) -> {
      if (columns != null && to - from != expected) {
        return false;
      }
      for (int p = from; p < to; p++) {
        if (!same(cells[p], row[columns == null ? p - from : columns[p]])) {
          return false;
        }
      }
      return true;
    };
  }

  private static boolean same(double x, double y) {
    return x == y || (Double.isNaN(x) && Double.isNaN(y));
  }

  @FunctionalInterface
  private interface RowTest {
    /** The stored cells of a row; {@code columns} is null when all are stored. */
    boolean holds(double[] cells, int from, int to, int[] columns);
  }

  /** Ranges that start after a hit are skipped. */
  private static boolean anyRow(Plain a, Workers workers, RowTest test) {
    Sparse s = a instanceof Sparse sparse ? RowView.byRow(sparse) : null;
    int cols = a.cols();
    AtomicBoolean found = new AtomicBoolean();
    workers.forRanges(
        a.rows(),
        s == null ? Grain.rows(cols) : Grain.sparseRows(a, a.nnz()),
        (start, end) -> {
          for (int i = start; i < end && !found.get(); i++) {
            if (holds(test, a, s, i)) {
              found.set(true);
            }
          }
        });
    return found.get();
  }

  /** {@code s} is {@code a} if that is sparse, else null. */
  private static boolean holds(RowTest test, Plain a, Sparse s, int i) {
    if (s != null) {
      return test.holds(s.values(i), s.start(i), s.end(i), s.columns(i));
    }
    Dense dense = (Dense) a;
    int offset = dense.offset(i);
    return test.holds(dense.panelOf(i), offset, offset + a.cols(), null);
  }
}
