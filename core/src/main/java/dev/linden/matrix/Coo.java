package dev.linden.matrix;

/**
 * Row-column-value triples sorted by row, then column: the ultra-sparse form, whose size does not
 * depend on the number of rows. The bounds of a row are found by binary search; kernels that visit
 * all non-zeros should run over the triples.
 */
public final class Coo extends Sparse {
  private final int[] rowIndexes;
  private final int[] columns;
  private final double[] values;

  /** Takes the arrays over: sorted, of equal length, no zeros. */
  public Coo(int rows, int cols, int[] rowIndexes, int[] columns, double[] values) {
    super(rows, cols);
    this.rowIndexes = rowIndexes;
    this.columns = columns;
    this.values = values;
  }

  public int[] rowIndexes() {
    return rowIndexes;
  }

  public int[] columns() {
    return columns;
  }

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
    return lowerBound(row);
  }

  @Override
  public int end(int row) {
    return lowerBound(row + 1);
  }

  private int lowerBound(int row) {
    int low = 0;
    int high = rowIndexes.length;
    while (low < high) {
      int mid = (low + high) >>> 1;
      if (rowIndexes[mid] < row) {
        low = mid + 1;
      } else {
        high = mid;
      }
    }
    return low;
  }

  @Override
  public long nnz() {
    return values.length;
  }

  @Override
  public Coo copy() {
    return new Coo(rows(), cols(), rowIndexes.clone(), columns.clone(), values.clone());
  }

  @Override
  public long bytes() {
    return 16L * values.length + 96;
  }
}
