package dev.linden.matrix;

import java.util.Arrays;

/**
 * One growing pair of arrays per row: the form for building and for cell updates. Rows without
 * non-zeros cost a reference.
 */
public final class Mcsr extends Sparse {
  private static final int[] NO_COLUMNS = new int[0];
  private static final double[] NO_VALUES = new double[0];

  private final int[][] columns;
  private final double[][] values;
  private final int[] sizes;

  public Mcsr(int rows, int cols) {
    super(rows, cols);
    columns = new int[rows][];
    values = new double[rows][];
    sizes = new int[rows];
  }

  @Override
  public int[] columns(int row) {
    return columns[row] == null ? NO_COLUMNS : columns[row];
  }

  @Override
  public double[] values(int row) {
    return values[row] == null ? NO_VALUES : values[row];
  }

  @Override
  public int start(int row) {
    return 0;
  }

  @Override
  public int end(int row) {
    return sizes[row];
  }

  /**
   * Adds a non-zero behind the last one of the row: {@code col} must be larger than all columns
   * there.
   */
  public void append(int row, int col, double value) {
    if (value == 0) {
      return;
    }
    int size = sizes[row];
    reserve(row, size + 1);
    columns[row][size] = col;
    values[row][size] = value;
    sizes[row] = size + 1;
  }

  /**
   * Sets any cell; zero removes it. Rows are independent, so threads may set cells of different
   * rows.
   */
  public void set(int row, int col, double value) {
    int size = sizes[row];
    int at = Arrays.binarySearch(columns(row), 0, size, col);
    if (at >= 0) {
      if (value != 0) {
        values[row][at] = value;
      } else {
        System.arraycopy(columns[row], at + 1, columns[row], at, size - at - 1);
        System.arraycopy(values[row], at + 1, values[row], at, size - at - 1);
        sizes[row] = size - 1;
      }
    } else if (value != 0) {
      at = -at - 1;
      reserve(row, size + 1);
      System.arraycopy(columns[row], at, columns[row], at + 1, size - at);
      System.arraycopy(values[row], at, values[row], at + 1, size - at);
      columns[row][at] = col;
      values[row][at] = value;
      sizes[row] = size + 1;
    }
  }

  /**
   * Replaces a whole row; the arrays are taken over, columns ascending, no zeros among the first
   * {@code size} values.
   */
  public void setRow(int row, int[] rowColumns, double[] rowValues, int size) {
    columns[row] = rowColumns;
    values[row] = rowValues;
    sizes[row] = size;
  }

  private void reserve(int row, int capacity) {
    int[] old = columns[row];
    if (old == null) {
      int initial = Math.max(capacity, 4);
      columns[row] = new int[initial];
      values[row] = new double[initial];
    } else if (old.length < capacity) {
      int grown = (int) Math.min(Integer.MAX_VALUE - 8L, Math.max(capacity, old.length * 2L));
      columns[row] = Arrays.copyOf(old, grown);
      values[row] = Arrays.copyOf(values[row], grown);
    }
  }

  @Override
  public long nnz() {
    long sum = 0;
    for (int size : sizes) {
      sum += size;
    }
    return sum;
  }

  /** Counting visits every row. */
  @Override
  public boolean nnzKnown() {
    return false;
  }

  @Override
  public boolean changesInPlace() {
    return true;
  }

  @Override
  public Mcsr copy() {
    Mcsr copy = new Mcsr(rows(), cols());
    for (int i = 0; i < rows(); i++) {
      if (sizes[i] > 0) {
        copy.setRow(
            i, Arrays.copyOf(columns[i], sizes[i]), Arrays.copyOf(values[i], sizes[i]), sizes[i]);
      }
    }
    return copy;
  }

  @Override
  public long bytes() {
    long sum = 12L * rows() + 96;
    for (int[] row : columns) {
      sum += row == null ? 0 : 12L * row.length + 40;
    }
    return sum;
  }
}
