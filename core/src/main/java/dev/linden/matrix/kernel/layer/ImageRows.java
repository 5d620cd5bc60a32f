package dev.linden.matrix.kernel.layer;

import dev.linden.matrix.Dense;
import dev.linden.matrix.Matrix;
import dev.linden.matrix.Sparse;
import dev.linden.matrix.kernel.rows.RowView;
import java.util.Arrays;

/** Reads rows of any matrix as dense cells; for one thread. */
final class ImageRows {
  private final Matrix matrix;
  private final double[] buffer;
  private double[] cells;
  private int offset;

  ImageRows(Matrix matrix) {
    this.matrix = matrix instanceof Sparse sparse ? RowView.byRow(sparse) : matrix;
    buffer = matrix.isSparse() ? new double[matrix.cols()] : null;
  }

  void read(int row) {
    if (matrix instanceof Dense dense) {
      cells = dense.panelOf(row);
      offset = dense.offset(row);
      return;
    }
    Sparse sparse = (Sparse) matrix;
    Arrays.fill(buffer, 0);
    RowView.scatter(sparse, row, sparse.start(row), sparse.end(row), buffer, 0);
    cells = buffer;
    offset = 0;
  }

  /** The array of the row read last; the row starts at {@link #offset()}. */
  double[] cells() {
    return cells;
  }

  int offset() {
    return offset;
  }
}
