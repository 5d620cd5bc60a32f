package dev.linden.run;

import dev.linden.matrix.Matrix;
import dev.linden.matrix.Sparse;
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
    boolean[] finite = {true};
    forEachNonZero(matrix, (row, col, value) -> finite[0] &= Double.isFinite(value));
    return finite[0];
  }

  /** Counted afresh, without touching what the matrix knows. */
  static long nonZeros(Matrix matrix) {
    long[] count = {0};
    forEachNonZero(matrix, (row, col, value) -> count[0]++);
    return count[0];
  }

  /** A number that depends on every cell, whatever the representation. */
  static long fingerprint(Matrix matrix) {
    long[] hash = {Objects.hash(matrix.rows(), matrix.cols())};
    forEachNonZero(
        matrix,
        (row, col, value) ->
            hash[0] = ((hash[0] * 31 + row) * 31 + col) * 31 + Double.doubleToRawLongBits(value));
    return hash[0];
  }

  private interface Visitor {
    void visit(int row, int col, double value);
  }

  private static void forEachNonZero(Matrix matrix, Visitor visitor) {
    for (int i = 0; i < matrix.rows(); i++) {
      if (matrix instanceof Sparse sparse) {
        int[] columns = sparse.columns(i);
        double[] values = sparse.values(i);
        for (int p = sparse.start(i); p < sparse.end(i); p++) {
          visitor.visit(i, columns[p], values[p]);
        }
      } else {
        for (int j = 0; j < matrix.cols(); j++) {
          double value = matrix.get(i, j);
          if (value != 0) {
            visitor.visit(i, j, value);
          }
        }
      }
    }
  }
}
