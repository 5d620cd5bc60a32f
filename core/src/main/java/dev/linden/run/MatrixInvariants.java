package dev.linden.run;

import dev.linden.matrix.Matrix;
import dev.linden.matrix.Sparse;
import dev.linden.matrix.kernel.rows.NonZeros;
import dev.linden.matrix.kernel.rows.RowCells;
import java.util.Objects;

/** What must hold for every matrix that a kernel returns; for runs that check themselves. */
final class MatrixInvariants {
  private MatrixInvariants() {}

  /** What is wrong with the matrix, or null. */
  static String flaw(Matrix matrix) {
    if (matrix instanceof Sparse sparse) {
      for (int i = 0; i < sparse.rows(); i++) {
        String flaw = rowFlaw(sparse, i);
        if (flaw != null) {
          return "row " + (i + 1) + " " + flaw;
        }
      }
    }
    boolean counted = matrix.isSparse() || matrix.nnzKnown();
    if (counted && matrix.nnz() != nonZeros(matrix)) {
      return "it says " + matrix.nnz() + " non-zeros, but has " + nonZeros(matrix);
    }
    return null;
  }

  private static String rowFlaw(Sparse matrix, int row) {
    int[] columns = matrix.columns(row);
    double[] values = matrix.values(row);
    int start = matrix.start(row);
    int end = matrix.end(row);
    if (start < 0
        || start > end
        || (start < end && end > Math.min(columns.length, values.length))) {
      return "goes from " + start + " to " + end + " in arrays of " + columns.length;
    }
    int previous = -1;
    for (int p = start; p < end; p++) {
      if (columns[p] <= previous || columns[p] >= matrix.cols()) {
        return "has column " + columns[p] + " after column " + previous + " (counted from 0)";
      }
      if (values[p] == 0) {
        return "stores a zero in column " + (columns[p] + 1);
      }
      previous = columns[p];
    }
    return null;
  }

  static boolean isFinite(Matrix matrix) {
    NonZeros row = new NonZeros(matrix);
    for (int i = 0; i < matrix.rows(); i++) {
      row.moveTo(i);
      for (int p = row.start(); p < row.end(); p++) {
        if (!Double.isFinite(row.value(p))) {
          return false;
        }
      }
    }
    return true;
  }

  /** Counted afresh, without touching what the matrix knows. */
  static long nonZeros(Matrix matrix) {
    long count = 0;
    NonZeros row = new NonZeros(matrix);
    for (int i = 0; i < matrix.rows(); i++) {
      row.moveTo(i);
      count += row.end() - row.start();
    }
    return count;
  }

  /** A number that depends on every cell, signs of zeros included, but not on the form. */
  static long fingerprint(Matrix matrix) {
    long hash = Objects.hash(matrix.rows(), matrix.cols());
    RowCells row = new RowCells(matrix);
    for (int i = 0; i < matrix.rows(); i++) {
      row.read(i);
      for (int p = row.offset(), end = p + matrix.cols(); p < end; p++) {
        hash = hash * 31 + Double.doubleToRawLongBits(row.cells()[p]);
      }
    }
    return hash;
  }
}
