package dev.linden.spark.mlcontext;

import dev.linden.spark.exchange.MatrixRow;
import java.util.Arrays;

/**
 * Collects the cells of one row out of numbers, arrays and vectors. Zeros of vectors cost nothing.
 */
final class RowCells {
  private int[] columns = new int[8];
  private double[] values = new double[8];
  private int count;
  private int width;

  void add(String name, Object value) {
    if (value instanceof scala.collection.Seq<?> array) {
      for (int j = 0; j < array.length(); j++) {
        add(Elements.number(name, array.apply(j)));
      }
    } else if (value != null && LocalVectors.isLocal(value)) {
      LocalVectors.addTo(this, value);
    } else {
      add(Elements.number(name, value));
    }
  }

  void add(double value) {
    put(0, value);
    width++;
  }

  /** At a place beyond the present end, which stays. */
  void put(int offset, double value) {
    if (count == columns.length) {
      columns = Arrays.copyOf(columns, 2 * count);
      values = Arrays.copyOf(values, 2 * count);
    }
    columns[count] = width + offset;
    values[count++] = value;
  }

  void widen(int cells) {
    width += cells;
  }

  MatrixRow row(long number) {
    double[] cells = Arrays.copyOf(values, count);
    return count == width
        ? MatrixRow.dense(number, cells)
        : new MatrixRow(number, width, Arrays.copyOf(columns, count), cells);
  }
}
