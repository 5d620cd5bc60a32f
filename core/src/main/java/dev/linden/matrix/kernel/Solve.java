package dev.linden.matrix.kernel;

import dev.linden.base.InputError;
import dev.linden.matrix.Dense;
import dev.linden.matrix.Matrix;
import dev.linden.matrix.Sparse;
import dev.linden.matrix.Workers;

/** Linear systems. */
public final class Solve {
  /**
   * Columns that are eliminated together: their rows of U stay in cache while the rest of the
   * matrix is updated.
   */
  private static final int BLOCK = 32;

  private Solve() {}

  /** x with A x = b for square A; LU with partial pivoting. A singular A is an InputError. */
  public static Matrix solve(Matrix a, Matrix b, Workers workers) {
    int n = a.rows();
    if (a.cols() != n) {
      throw new InputError("solve needs a square matrix, but found " + a.shape());
    }
    if (b.rows() != n) {
      throw new InputError(
          "solve needs a right-hand side of "
              + n
              + " rows for a matrix of size "
              + a.shape()
              + ", but found "
              + b.shape());
    }
    double[][] lu = rowsOf(a);
    double[][] x = rowsOf(b);
    factorize(lu, x, workers);
    int columns = b.cols();
    for (int k = 0; k < n; k++) {
      for (int i = k + 1; i < n; i++) {
        RowLoops.addScaled(-lu[i][k], x[k], 0, x[i], 0, columns);
      }
    }
    for (int k = n - 1; k >= 0; k--) {
      for (int j = 0; j < columns; j++) {
        x[k][j] /= lu[k][k];
      }
      for (int i = 0; i < k; i++) {
        RowLoops.addScaled(-lu[i][k], x[k], 0, x[i], 0, columns);
      }
    }
    Dense result = Dense.allocateUncleared(n, columns, workers);
    for (int i = 0; i < n; i++) {
      System.arraycopy(x[i], 0, result.panelOf(i), result.offset(i), columns);
    }
    return result;
  }

  /** One array per row, so that exchanging rows costs nothing. */
  private static double[][] rowsOf(Matrix a) {
    double[][] rows = new double[a.rows()][a.cols()];
    Sparse s = a instanceof Sparse sparse ? RowView.byRow(sparse) : null;
    for (int i = 0; i < rows.length; i++) {
      if (s != null) {
        RowView.scatter(s, i, s.start(i), s.end(i), rows[i], 0);
      } else {
        Dense dense = (Dense) a;
        System.arraycopy(dense.panelOf(i), dense.offset(i), rows[i], 0, a.cols());
      }
    }
    return rows;
  }

  /**
   * Overwrites A with L (below the diagonal, ones on it) and U, exchanging rows of both arguments.
   * Right-looking by blocks of columns: eliminate within the block, then update all columns to the
   * right of it, row by row and in parallel.
   */
  private static void factorize(double[][] a, double[][] b, Workers workers) {
    int n = a.length;
    for (int block = 0; block < n; block += BLOCK) {
      int first = block;
      int blockEnd = Math.min(n, block + BLOCK);
      for (int k = block; k < blockEnd; k++) {
        pivot(a, b, k);
        for (int i = k + 1; i < n; i++) {
          a[i][k] /= a[k][k];
          RowLoops.addScaled(-a[i][k], a[k], k + 1, a[i], k + 1, blockEnd - k - 1);
        }
      }
      int rest = n - blockEnd;
      for (int i = block + 1; i < blockEnd; i++) {
        subtractRows(a, i, first, i, blockEnd, rest);
      }
      workers.forRanges(
          rest,
          Ranges.rows(rest, (double) rest * rest * BLOCK),
          (start, end) -> {
            for (int i = blockEnd + start; i < blockEnd + end; i++) {
              subtractRows(a, i, first, blockEnd, blockEnd, rest);
            }
          });
    }
  }

  private static void pivot(double[][] a, double[][] b, int k) {
    int best = k;
    for (int i = k + 1; i < a.length; i++) {
      if (Math.abs(a[i][k]) > Math.abs(a[best][k])) {
        best = i;
      }
    }
    if (a[best][k] == 0) {
      throw new InputError(
          "solve: the matrix is singular (no pivot for column "
              + (k + 1)
              + " of "
              + a.length
              + ")");
    }
    double[] row = a[k];
    a[k] = a[best];
    a[best] = row;
    row = b[k];
    b[k] = b[best];
    b[best] = row;
  }

  /** Row i minus its multiples of rows {@code [first, end)}, in the columns from {@code col} on. */
  private static void subtractRows(double[][] a, int i, int first, int end, int col, int length) {
    double[] row = a[i];
    int k = first;
    for (; k + 3 < end; k += 4) {
      RowLoops.addScaled4(
          -row[k],
          a[k],
          col,
          -row[k + 1],
          a[k + 1],
          col,
          -row[k + 2],
          a[k + 2],
          col,
          -row[k + 3],
          a[k + 3],
          col,
          row,
          col,
          length);
    }
    for (; k < end; k++) {
      RowLoops.addScaled(-row[k], a[k], col, row, col, length);
    }
  }
}
