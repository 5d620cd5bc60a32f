package dev.linden.matrix.kernel.rows;

import dev.linden.matrix.Dense;
import dev.linden.matrix.Matrix;
import dev.linden.matrix.Plain;
import dev.linden.matrix.Sparse;

/** Walks over the rows of any matrix and shows their non-zeros; one per thread. */
public final class NonZeros {
  private final RowTile tile;
  private final int cols;

  /** For the non-zeros of dense rows. */
  private int[] ownColumns;

  private double[] ownValues;

  private int[] columns;
  private double[] values;
  private int start;
  private int end;

  public NonZeros(Matrix matrix) {
    tile = new RowTile(matrix);
    cols = matrix.cols();
  }

  /** On average. */
  public static double perRow(Matrix matrix) {
    return (double) matrix.nnz() / Math.max(1, matrix.rows());
  }

  public void moveTo(int row) {
    Plain rows = tile.around(row);
    int at = row - tile.first();
    if (rows instanceof Sparse sparse) {
      columns = sparse.columns(at);
      values = sparse.values(at);
      start = sparse.start(at);
      end = sparse.end(at);
    } else {
      gather((Dense) rows, at);
    }
  }

  private void gather(Dense dense, int row) {
    if (ownColumns == null) {
      ownColumns = new int[cols];
      ownValues = new double[cols];
    }
    double[] cells = dense.panelOf(row);
    int offset = dense.offset(row);
    start = 0;
    end = 0;
    for (int j = 0; j < cols; j++) {
      double value = cells[offset + j];
      if (value != 0) {
        ownColumns[end] = j;
        ownValues[end] = value;
        end++;
      }
    }
    columns = ownColumns;
    values = ownValues;
  }

  /**
   * The non-zeros of the row are {@code value(p)} in {@code column(p)} for {@code start() <= p <
   * end()}.
   */
  public int start() {
    return start;
  }

  public int end() {
    return end;
  }

  public int column(int p) {
    return columns[p];
  }

  public double value(int p) {
    return values[p];
  }
}
