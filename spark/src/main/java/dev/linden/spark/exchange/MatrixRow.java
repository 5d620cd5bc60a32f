package dev.linden.spark.exchange;

import java.io.Serializable;

/**
 * One row of a matrix on its way into or out of blocks.
 *
 * @param number of the row from 1; {@link #UNNUMBERED} if its place in the collection tells
 * @param width columns of the matrix
 * @param columns of the values, ascending from 0; null if there is a value for each column
 */
public record MatrixRow(long number, int width, int[] columns, double[] values)
    implements Serializable {
  public static final long UNNUMBERED = 0;

  public static MatrixRow dense(long number, double[] values) {
    return new MatrixRow(number, values.length, null, values);
  }

  public boolean isDense() {
    return columns == null;
  }

  /** A value for each column. */
  public double[] cells() {
    if (isDense()) {
      return values;
    }
    double[] cells = new double[width];
    for (int k = 0; k < columns.length; k++) {
      cells[columns[k]] = values[k];
    }
    return cells;
  }
}
