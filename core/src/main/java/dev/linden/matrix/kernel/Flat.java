package dev.linden.matrix.kernel;

import dev.linden.base.InputError;
import dev.linden.base.ResourceError;
import dev.linden.matrix.Dense;
import dev.linden.matrix.Formats;
import dev.linden.matrix.Matrix;
import dev.linden.matrix.Sparse;
import dev.linden.matrix.Workers;

/** Matrices as one row-major array, which factorisations work on, and back. */
final class Flat {
  /** Asymmetry that rounding errors explain, relative to the largest cell and per row. */
  private static final double SYMMETRY_TOLERANCE = 10 * Math.ulp(1.0);

  /** Cells of one array of a result. */
  private static final int PANEL = 1 << 27;

  /** Side of the squares in which mirror images are visited, for the sake of the cache. */
  private static final int BLOCK = 32;

  private Flat() {}

  /** All cells in a new array that the caller may overwrite. */
  static double[] cells(Matrix a, String operation) {
    if (a.cells() > RowView.LONGEST_ARRAY) {
      throw new ResourceError(
          operation + " of a " + a.shape() + " matrix: its cells do not fit into one array");
    }
    if (a instanceof Dense dense) {
      return dense.toArray();
    }
    Sparse sparse = RowView.byRow((Sparse) a);
    double[] cells = new double[(int) a.cells()];
    for (int i = 0; i < a.rows(); i++) {
      RowView.scatter(sparse, i, sparse.start(i), sparse.end(i), cells, i * a.cols());
    }
    return cells;
  }

  /** A result in the representation that suits it. Takes the array over. */
  static Matrix matrix(int rows, int cols, double[] cells, Workers workers) {
    return Formats.adapt(dense(rows, cols, cells, workers), workers);
  }

  private static Dense dense(int rows, int cols, double[] cells, Workers workers) {
    if (cells.length <= PANEL) {
      return Dense.wrap(rows, cols, cells);
    }
    Dense result = Dense.allocateUncleared(rows, cols, workers);
    for (int i = 0; i < rows; i++) {
      System.arraycopy(cells, i * cols, result.panelOf(i), result.offset(i), cols);
    }
    return result;
  }

  static int order(Matrix a, String operation) {
    if (a.cols() != a.rows()) {
      throw new InputError(operation + " needs a square matrix, but found " + a.shape());
    }
    return a.rows();
  }

  static boolean allFinite(double[] cells) {
    for (double x : cells) {
      if (!Double.isFinite(x)) {
        return false;
      }
    }
    return true;
  }

  /** Iterations would not end on such cells. */
  static void needFinite(double[] cells, int cols, String operation) {
    for (int p = 0; p < cells.length; p++) {
      if (!Double.isFinite(cells[p])) {
        throw new InputError(
            operation
                + " needs finite numbers, but the cell ["
                + (p / cols + 1)
                + ", "
                + (p % cols + 1)
                + "] is "
                + cells[p]);
      }
    }
  }

  /**
   * Position of a cell above the diagonal that differs from its mirror image by more than rounding,
   * or -1.
   */
  static int asymmetry(int n, double[] cells) {
    double max = 0;
    for (double x : cells) {
      max = Math.max(max, Math.abs(x));
    }
    double tolerance = SYMMETRY_TOLERANCE * n * max;
    for (int i0 = 0; i0 < n; i0 += BLOCK) {
      for (int j0 = 0; j0 <= i0; j0 += BLOCK) {
        for (int i = i0; i < Math.min(n, i0 + BLOCK); i++) {
          for (int j = j0; j < Math.min(i, j0 + BLOCK); j++) {
            if (Math.abs(cells[i * n + j] - cells[j * n + i]) > tolerance) {
              return j * n + i;
            }
          }
        }
      }
    }
    return -1;
  }

  /** Both halves of a matrix become the mean of the two. */
  static void symmetrize(int n, double[] cells) {
    for (int i0 = 0; i0 < n; i0 += BLOCK) {
      for (int j0 = 0; j0 <= i0; j0 += BLOCK) {
        for (int i = i0; i < Math.min(n, i0 + BLOCK); i++) {
          for (int j = j0; j < Math.min(i, j0 + BLOCK); j++) {
            double mean = cells[i * n + j] / 2 + cells[j * n + i] / 2;
            cells[i * n + j] = mean;
            cells[j * n + i] = mean;
          }
        }
      }
    }
  }
}
