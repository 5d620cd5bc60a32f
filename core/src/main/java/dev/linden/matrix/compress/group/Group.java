package dev.linden.matrix.compress.group;

import dev.linden.matrix.Workers;
import java.io.Serializable;
import java.util.Arrays;

/** Some columns of a matrix, ascending, with all their cells. Never changed. */
public abstract sealed class Group implements Serializable permits CodedGroup, PlainGroup {
  private static final long serialVersionUID = 1L;

  private final int[] columns;

  Group(int[] columns) {
    this.columns = columns;
  }

  /** Their 0-based numbers in the matrix, ascending. Not to be changed. */
  public final int[] columns() {
    return columns;
  }

  /** Number of columns. */
  public final int width() {
    return columns.length;
  }

  public abstract int rows();

  /** The cell of a row in the column at this place of the group. */
  public abstract double get(int row, int place);

  /**
   * Writes rows {@code [start, end)} to their columns of dense rows of {@code stride} cells; cells
   * that are zero may be left out if {@code cleared}.
   */
  public abstract void decode(int start, int end, double[] to, int at, int stride, boolean cleared);

  public abstract long nnz();

  /** Whether a cell is not finite. */
  public abstract boolean hasSpecial();

  /** The same for a matrix whose plain form is sparse or dense. */
  public abstract Group adapted(boolean sparse, Workers workers);

  /** Rows {@code [start, end)}. */
  public abstract Group rows(int start, int end, Workers workers);

  /** The columns from one place of the group to before another, under other numbers. */
  public abstract Group columns(int start, int end, int shift, Workers workers);

  /**
   * The same columns under other numbers: column j is {@code numbers[j]} now, ascending as before.
   */
  public abstract Group numbered(int[] numbers);

  final int[] places(int[] numbers) {
    return Arrays.stream(columns).map(j -> numbers[j]).toArray();
  }

  /** Bytes of heap. */
  public abstract long bytes();

  /** Column numbers {@code [start, end)} with something added. */
  final int[] shifted(int start, int end, int shift) {
    int[] result = new int[end - start];
    for (int j = start; j < end; j++) {
      result[j - start] = columns[j] + shift;
    }
    return result;
  }
}
