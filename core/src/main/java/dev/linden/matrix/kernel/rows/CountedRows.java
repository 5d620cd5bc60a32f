package dev.linden.matrix.kernel.rows;

import dev.linden.matrix.ArrayPool;
import dev.linden.matrix.Csr;
import dev.linden.matrix.Mcsr;
import dev.linden.matrix.Sparse;

/**
 * Builds a sparse result whose row sizes are known: rows may be written in any order and by several
 * threads, the columns of one row ascending.
 */
public final class CountedRows {
  private final int rows;
  private final int cols;
  private final int[] starts;
  private final int[] next;
  private final int[] columns;
  private final double[] values;
  private final Mcsr separate;

  /** {@code sizes} holds the non-zeros of each row and is taken over. */
  public CountedRows(int rows, int cols, int[] sizes) {
    this(rows, cols, sizes, ArrayPool.none());
  }

  /** The result takes arrays of a pool. */
  public CountedRows(int rows, int cols, int[] sizes, ArrayPool arrays) {
    this(rows, cols, sizes, RowView.LONGEST_ARRAY, arrays);
  }

  public CountedRows(int rows, int cols, int[] sizes, int longestArray) {
    this(rows, cols, sizes, longestArray, ArrayPool.none());
  }

  private CountedRows(int rows, int cols, int[] sizes, int longestArray, ArrayPool arrays) {
    this.rows = rows;
    this.cols = cols;
    long total = 0;
    for (int size : sizes) {
      total += size;
    }
    next = sizes;
    if (total > longestArray) {
      // more than one array can hold
      starts = null;
      columns = null;
      values = null;
      separate = new Mcsr(rows, cols);
      return;
    }
    separate = null;
    starts = arrays.ints(rows + 1);
    starts[0] = 0;
    for (int i = 0; i < rows; i++) {
      starts[i + 1] = starts[i] + sizes[i];
      next[i] = starts[i];
    }
    columns = arrays.ints(arrays.roomFor((int) total));
    values = arrays.uncleared(arrays.roomFor((int) total));
  }

  public void append(int row, int col, double value) {
    if (separate != null) {
      separate.append(row, col, value);
      return;
    }
    int at = next[row]++;
    columns[at] = col;
    values[at] = value;
  }

  /**
   * Appends non-zeros {@code [from, to)} of a row of {@code source} with columns moved by {@code
   * shift}.
   */
  public void appendRun(int row, Sparse source, int sourceRow, int from, int to, int shift) {
    int[] sourceColumns = source.columns(sourceRow);
    double[] sourceValues = source.values(sourceRow);
    if (separate != null) {
      for (int p = from; p < to; p++) {
        separate.append(row, sourceColumns[p] + shift, sourceValues[p]);
      }
      return;
    }
    int at = next[row];
    for (int p = from; p < to; p++) {
      columns[at + p - from] = sourceColumns[p] + shift;
    }
    System.arraycopy(sourceValues, from, values, at, to - from);
    next[row] = at + to - from;
  }

  public Sparse finish() {
    return separate != null ? separate : new Csr(rows, cols, starts, columns, values);
  }
}
