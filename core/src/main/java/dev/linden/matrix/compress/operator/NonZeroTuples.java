package dev.linden.matrix.compress.operator;

import dev.linden.matrix.compress.dictionary.Dictionary;
import java.util.Arrays;

/** The cells of tuples that are not zero: few, where tuples stand for one-of-k columns. */
final class NonZeroTuples {
  private final int[] starts;
  private final int[] columns;
  private final double[] values;

  private NonZeroTuples(int[] starts, int[] columns, double[] values) {
    this.starts = starts;
    this.columns = columns;
    this.values = values;
  }

  static NonZeroTuples of(Dictionary dictionary) {
    double[] cells = dictionary.cells();
    int width = dictionary.width();
    int[] starts = new int[dictionary.size() + 1];
    int[] columns = new int[cells.length];
    double[] values = new double[cells.length];
    int count = 0;
    for (int k = 0; k < cells.length; k++) {
      if (cells[k] != 0) {
        columns[count] = k % width;
        values[count++] = cells[k];
      }
      starts[k / width + 1] = count;
    }
    return new NonZeroTuples(starts, Arrays.copyOf(columns, count), Arrays.copyOf(values, count));
  }

  /** Adds a multiple of a tuple to the cells from {@code at} on. */
  void addScaled(double x, int code, double[] to, int at) {
    for (int p = starts[code]; p < starts[code + 1]; p++) {
      to[at + columns[p]] += x * values[p];
    }
  }
}
