package dev.linden.spark.exchange;

import dev.linden.matrix.Csr;
import dev.linden.matrix.Dense;
import dev.linden.matrix.Matrix;
import java.util.ArrayList;
import java.util.List;

/** Consecutive rows that become one rectangle. */
final class RowBatch {
  /** Cells of dense rows that a batch may have; a single row may have more. */
  private static final long MOST_CELLS = 1 << 22;

  private final List<MatrixRow> rows = new ArrayList<>();
  private long first;
  private long values;
  private boolean dense = true;

  boolean isEmpty() {
    return rows.isEmpty();
  }

  /** Number of the first row, from 0. */
  long first() {
    return first;
  }

  /** Whether the row of this position can join: it is the next one, of the same row of blocks. */
  boolean takes(long position, int side) {
    return isEmpty()
        || (position == first + rows.size() && position % side != 0 && values < MOST_CELLS);
  }

  void add(long position, MatrixRow row) {
    if (isEmpty()) {
      first = position;
    }
    rows.add(row);
    values += row.values().length;
    dense &= row.isDense();
  }

  /** The rectangle; the batch is empty afterwards. */
  Matrix take() {
    Matrix matrix = dense ? dense() : sparse();
    rows.clear();
    values = 0;
    dense = true;
    return matrix;
  }

  private Matrix dense() {
    int width = rows.get(0).width();
    double[] cells = new double[Math.multiplyExact(rows.size(), width)];
    for (int i = 0; i < rows.size(); i++) {
      System.arraycopy(rows.get(i).values(), 0, cells, i * width, width);
    }
    return Dense.wrap(rows.size(), width, cells);
  }

  private Matrix sparse() {
    int[] starts = new int[rows.size() + 1];
    int[] columns = new int[(int) values];
    double[] cells = new double[(int) values];
    int at = 0;
    for (int i = 0; i < rows.size(); i++) {
      MatrixRow row = rows.get(i);
      for (int k = 0; k < row.values().length; k++) {
        if (row.values()[k] != 0) {
          columns[at] = row.isDense() ? k : row.columns()[k];
          cells[at++] = row.values()[k];
        }
      }
      starts[i + 1] = at;
    }
    return new Csr(
        rows.size(),
        rows.get(0).width(),
        starts,
        java.util.Arrays.copyOf(columns, at),
        java.util.Arrays.copyOf(cells, at));
  }
}
