package dev.linden.matrix;

import dev.linden.base.InputError;

/**
 * Compressed rows, the read-only form: three arrays, row i in {@code [rowStarts[i],
 * rowStarts[i+1])}.
 */
public final class Csr extends Sparse {
  private final int[] rowStarts;
  private final int[] columns;
  private final double[] values;

  /**
   * Takes the arrays over; {@code columns} and {@code values} may be longer than the last row
   * start.
   */
  public Csr(int rows, int cols, int[] rowStarts, int[] columns, double[] values) {
    super(rows, cols);
    this.rowStarts = rowStarts;
    this.columns = columns;
    this.values = values;
  }

  /**
   * The same for arrays from outside: an error if they are not rows of ascending columns with
   * values other than 0.
   */
  public static Csr checked(int rows, int cols, int[] rowStarts, int[] columns, double[] values) {
    int stored = Math.min(columns.length, values.length);
    boolean valid = rowStarts.length == rows + 1 && rowStarts[0] == 0;
    for (int i = 0; valid && i < rows; i++) {
      valid = rowStarts[i] <= rowStarts[i + 1];
    }
    if (!valid || rowStarts[rows] > stored) {
      throw new InputError(
          "the starts of "
              + rows
              + " sparse rows must be "
              + (rows + 1L)
              + " ascending positions from 0 to at most "
              + stored);
    }
    for (int i = 0; i < rows; i++) {
      for (int k = rowStarts[i]; k < rowStarts[i + 1]; k++) {
        boolean ascending = k == rowStarts[i] || columns[k] > columns[k - 1];
        if (columns[k] < 0 || columns[k] >= cols || !ascending) {
          throw new InputError(
              "the columns of sparse row "
                  + (i + 1)
                  + " must ascend from 0 to at most "
                  + (cols - 1));
        }
        if (values[k] == 0) {
          throw new InputError("a zero is stored in sparse row " + (i + 1));
        }
      }
    }
    return new Csr(rows, cols, rowStarts, columns, values);
  }

  public static Csr empty(int rows, int cols) {
    return new Csr(rows, cols, new int[rows + 1], new int[0], new double[0]);
  }

  public int[] rowStarts() {
    return rowStarts;
  }

  /** Columns of all non-zeros. */
  public int[] columns() {
    return columns;
  }

  /** Values of all non-zeros. */
  public double[] values() {
    return values;
  }

  @Override
  public int[] columns(int row) {
    return columns;
  }

  @Override
  public double[] values(int row) {
    return values;
  }

  @Override
  public int start(int row) {
    return rowStarts[row];
  }

  @Override
  public int end(int row) {
    return rowStarts[row + 1];
  }

  @Override
  public long nnz() {
    return rowStarts[rows()];
  }

  @Override
  public Csr copy() {
    return new Csr(rows(), cols(), rowStarts.clone(), columns.clone(), values.clone());
  }

  @Override
  public long bytes() {
    return 4L * rowStarts.length + 4L * columns.length + 8L * values.length + 96;
  }

  @Override
  public void recycle(ArrayPool arrays) {
    arrays.recycle(rowStarts);
    arrays.recycle(columns);
    arrays.recycle(values);
  }
}
