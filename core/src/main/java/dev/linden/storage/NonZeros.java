package dev.linden.storage;

import dev.linden.matrix.Dense;
import dev.linden.matrix.Matrix;
import dev.linden.matrix.Sparse;

/** Walks over the rows of any matrix and shows their non-zeros; one per thread. */
final class NonZeros {
  private final Matrix matrix;
  private int[] columns;
  private double[] values;
  private int start;
  private int end;

  NonZeros(Matrix matrix) {
    this.matrix = matrix;
    if (!matrix.isSparse()) {
      columns = new int[matrix.cols()];
      values = new double[matrix.cols()];
    }
  }

  void moveTo(int row) {
    if (matrix instanceof Sparse sparse) {
      columns = sparse.columns(row);
      values = sparse.values(row);
      start = sparse.start(row);
      end = sparse.end(row);
    } else {
      compress((Dense) matrix, row);
    }
  }

  private void compress(Dense dense, int row) {
    double[] cells = dense.panelOf(row);
    int offset = dense.offset(row);
    start = 0;
    end = 0;
    for (int j = 0; j < dense.cols(); j++) {
      double value = cells[offset + j];
      if (value != 0) {
        columns[end] = j;
        values[end] = value;
        end++;
      }
    }
  }

  /**
   * The non-zeros of the row are {@code value(p)} in {@code column(p)} for {@code start() <= p <
   * end()}.
   */
  int start() {
    return start;
  }

  int end() {
    return end;
  }

  int column(int p) {
    return columns[p];
  }

  double value(int p) {
    return values[p];
  }
}
