package dev.linden.spark.exchange;

import dev.linden.matrix.Csr;
import dev.linden.matrix.Formats;
import dev.linden.matrix.Matrix;
import dev.linden.matrix.Workers;
import java.util.Arrays;

/** Cells of one block in any order; those that come twice are added. */
final class CellBuffer {
  /** Positions in a buffer take this many bits of a sorting key; the rest is for the cell. */
  private static final int POSITION_BITS = 21;

  static final int MOST_CELLS = 1 << POSITION_BITS;

  private final int rows;
  private final int cols;
  private long[] places = new long[16];
  private double[] values = new double[16];
  private int count;

  CellBuffer(int rows, int cols) {
    this.rows = rows;
    this.cols = cols;
  }

  void add(int row, int col, double value) {
    if (count == places.length) {
      places = Arrays.copyOf(places, 2 * count);
      values = Arrays.copyOf(values, 2 * count);
    }
    places[count] = (long) row * cols + col;
    values[count++] = value;
  }

  Matrix block() {
    long[] keys = new long[count];
    for (int k = 0; k < count; k++) {
      keys[k] = places[k] << POSITION_BITS | k;
    }
    Arrays.sort(keys);
    int[] starts = new int[rows + 1];
    int[] columns = new int[count];
    double[] sums = new double[count];
    int at = 0;
    for (int k = 0; k < count; ) {
      long place = keys[k] >>> POSITION_BITS;
      double sum = 0;
      for (; k < count && keys[k] >>> POSITION_BITS == place; k++) {
        sum += values[(int) (keys[k] & (MOST_CELLS - 1))];
      }
      if (sum != 0) {
        columns[at] = (int) (place % cols);
        sums[at++] = sum;
        starts[(int) (place / cols) + 1]++;
      }
    }
    for (int i = 0; i < rows; i++) {
      starts[i + 1] += starts[i];
    }
    Csr sparse = new Csr(rows, cols, starts, Arrays.copyOf(columns, at), Arrays.copyOf(sums, at));
    return Formats.adapt(sparse, Workers.serial());
  }
}
