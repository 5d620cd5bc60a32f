package dev.linden.matrix.kernel.reorg;

import dev.linden.matrix.Dense;
import dev.linden.matrix.Formats;
import dev.linden.matrix.Matrix;
import dev.linden.matrix.Plain;
import dev.linden.matrix.Sparse;
import dev.linden.matrix.Workers;
import dev.linden.matrix.kernel.rows.CountedRows;
import dev.linden.matrix.kernel.rows.Grain;
import dev.linden.matrix.kernel.rows.RowView;
import java.util.Arrays;

/** The cells on one side of the diagonal; the matrix need not be square. */
public final class Triangle {
  private final boolean lower;
  private final boolean withDiagonal;

  public Triangle(boolean lower, boolean withDiagonal) {
    this.lower = lower;
    this.withDiagonal = withDiagonal;
  }

  /** First column of the triangle in a row. */
  private int start(int row, int cols) {
    return lower ? 0 : Math.min(cols, withDiagonal ? row : row + 1);
  }

  /** Column behind the last one. */
  private int end(int row, int cols) {
    return lower ? Math.min(cols, withDiagonal ? row + 1 : row) : cols;
  }

  /** How many cells the triangle has. */
  public long cells(long rows, long cols) {
    long diagonal = Math.min(rows, cols);
    // the rows up to the diagonal's end have 0, 1, 2, ... cells below it
    long below = diagonal * (diagonal - 1) / 2 + (rows - diagonal) * diagonal;
    long above = diagonal * (diagonal - 1) / 2 + (cols - diagonal) * diagonal;
    return (lower ? below : above) + (withDiagonal ? diagonal : 0);
  }

  /** 1 inside, 0 outside. */
  public Matrix mask(int rows, int cols, Workers workers) {
    long nnz = cells(rows, cols);
    int grain = Grain.rows(cols);
    if (RowView.pays(rows, cols, nnz)) {
      int[] sizes = new int[rows];
      for (int i = 0; i < rows; i++) {
        sizes[i] = end(i, cols) - start(i, cols);
      }
      CountedRows result = new CountedRows(rows, cols, sizes);
      workers.forRanges(
          rows,
          grain,
          (from, to) -> {
            for (int i = from; i < to; i++) {
              for (int j = start(i, cols), end = end(i, cols); j < end; j++) {
                result.append(i, j, 1);
              }
            }
          });
      return Formats.adapt(result.finish(), workers);
    }
    Dense result = Dense.allocate(rows, cols, workers);
    workers.forRanges(
        rows,
        grain,
        (from, to) -> {
          for (int i = from; i < to; i++) {
            int offset = result.offset(i);
            Arrays.fill(result.panelOf(i), offset + start(i, cols), offset + end(i, cols), 1.0);
          }
        });
    return result.withNnz(nnz);
  }

  /** The cells inside, 0 outside. */
  public Matrix values(Matrix matrix, Workers workers) {
    Plain a = matrix.plain(workers);
    int cols = a.cols();
    if (a instanceof Dense dense) {
      Dense result = Dense.allocate(a.rows(), cols, workers);
      workers.forRanges(
          a.rows(),
          Grain.rows(cols),
          (from, to) -> {
            for (int i = from; i < to; i++) {
              int start = start(i, cols);
              System.arraycopy(
                  dense.panelOf(i),
                  dense.offset(i) + start,
                  result.panelOf(i),
                  result.offset(i) + start,
                  end(i, cols) - start);
            }
          });
      return Formats.adapt(result, workers);
    }
    Sparse s = RowView.byRow((Sparse) a);
    int[] sizes = new int[a.rows()];
    for (int i = 0; i < a.rows(); i++) {
      sizes[i] = RowView.lowerBound(s, i, end(i, cols)) - RowView.lowerBound(s, i, start(i, cols));
    }
    CountedRows result = new CountedRows(a.rows(), cols, sizes);
    workers.forRanges(
        a.rows(),
        Grain.sparseRows(a, a.nnz()),
        (from, to) -> {
          for (int i = from; i < to; i++) {
            int first = RowView.lowerBound(s, i, start(i, cols));
            result.appendRun(i, s, i, first, RowView.lowerBound(s, i, end(i, cols)), 0);
          }
        });
    return Formats.adapt(result.finish(), workers);
  }
}
