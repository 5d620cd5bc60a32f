package dev.linden.matrix.kernel.rows;

import dev.linden.matrix.Dense;
import dev.linden.matrix.Formats;
import dev.linden.matrix.Matrix;
import dev.linden.matrix.Plain;
import dev.linden.matrix.Sparse;
import java.util.Arrays;

/** Reads rows of any matrix as dense cells; one per thread. */
public final class RowCells {
  private final RowTile tile;
  private final int cols;
  private double[] buffer;
  private double[] cells;
  private int offset;

  public RowCells(Matrix matrix) {
    tile = new RowTile(matrix);
    cols = matrix.cols();
  }

  /** Makes {@link #cells()} from {@link #offset()} on those of a row. */
  public void read(int row) {
    Plain rows = tile.around(row);
    int at = row - tile.first();
    if (rows instanceof Dense dense) {
      cells = dense.panelOf(at);
      offset = dense.offset(at);
      return;
    }
    if (buffer == null) {
      buffer = new double[cols];
    } else {
      Arrays.fill(buffer, 0);
    }
    Formats.scatterRow((Sparse) rows, at, buffer, 0);
    cells = buffer;
    offset = 0;
  }

  /** The array of the row read last; the row starts at {@link #offset()}. Not to be changed. */
  public double[] cells() {
    return cells;
  }

  public int offset() {
    return offset;
  }
}
