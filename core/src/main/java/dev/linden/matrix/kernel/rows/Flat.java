package dev.linden.matrix.kernel.rows;

import dev.linden.base.InputError;
import dev.linden.base.ResourceError;
import dev.linden.matrix.Dense;
import dev.linden.matrix.Formats;
import dev.linden.matrix.Matrix;
import dev.linden.matrix.Plain;
import dev.linden.matrix.Sparse;
import dev.linden.matrix.Workers;

/** Matrices as one row-major array, which factorisations work on, and back. */
public final class Flat {
  /** Cells of one array of a result. */
  private static final int PANEL = 1 << 27;

  private Flat() {}

  /** All cells in an array of the pool, which the caller may overwrite. */
  public static double[] cells(Matrix matrix, String operation, Workers workers) {
    if (matrix.cells() > RowView.LONGEST_ARRAY) {
      throw new ResourceError(
          operation + " of a " + matrix.shape() + " matrix: its cells do not fit into one array");
    }
    Plain a = matrix.plain(workers);
    int cols = a.cols();
    int length = (int) a.cells();
    if (a instanceof Dense dense) {
      double[] cells = workers.arrays().uncleared(length);
      workers.forRanges(
          a.rows(),
          Grain.rows(cols),
          (start, end) -> {
            for (int i = start; i < end; i++) {
              System.arraycopy(dense.panelOf(i), dense.offset(i), cells, i * cols, cols);
            }
          });
      return cells;
    }
    Sparse sparse = RowView.byRow((Sparse) a);
    double[] cells = workers.arrays().cleared(length);
    for (int i = 0; i < a.rows(); i++) {
      RowView.scatter(sparse, i, sparse.start(i), sparse.end(i), cells, i * cols);
    }
    return cells;
  }

  /** A result in the representation that suits it. Takes the array over. */
  public static Matrix matrix(int rows, int cols, double[] cells, Workers workers) {
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

  public static int order(Matrix a, String operation) {
    if (a.cols() != a.rows()) {
      throw new InputError(operation + " needs a square matrix, but found " + a.shape());
    }
    return a.rows();
  }

  /**
   * The largest magnitude of all cells, NaN if one of them is not finite. Loops like this one are
   * methods of their own for a few rows: they are compiled after the first calls, while one long
   * loop is interpreted for most of its way.
   */
  public static double largest(double[] cells, Workers workers) {
    double[] ofRange = new double[Workers.rangeCount(cells.length, Grain.CELLS)];
    workers.forRanges(
        cells.length,
        Grain.CELLS,
        (start, end) -> ofRange[start / Grain.CELLS] = largest(cells, start, end));
    return largest(ofRange, 0, ofRange.length);
  }

  private static double largest(double[] cells, int start, int end) {
    double max = 0;
    double zero = 0;
    for (int p = start; p < end; p++) {
      double size = Math.abs(cells[p]);
      zero += size * 0;
      if (size > max) {
        max = size;
      }
    }
    return zero == 0 ? max : Double.NaN;
  }

  /** As {@link #largest}, but cells that are not finite are an InputError: no iteration ends. */
  public static double largestFinite(double[] cells, int cols, String operation, Workers workers) {
    double largest = largest(cells, workers);
    if (Double.isNaN(largest)) {
      int p = 0;
      while (Double.isFinite(cells[p])) {
        p++;
      }
      throw new InputError(
          operation
              + " needs finite numbers, but the cell ["
              + (p / cols + 1)
              + ", "
              + (p % cols + 1)
              + "] is "
              + cells[p]);
    }
    return largest;
  }
}
