package dev.linden.matrix.kernel.product;

import dev.linden.matrix.Csr;
import dev.linden.matrix.simd.Simd;

/**
 * Products of compressed rows with a narrow matrix. Its columns are taken four at a time, so that
 * what a row adds up is in registers while its non-zeros pass by, each of which is read once for
 * all four. For this the narrow matrix is padded: row by row, with zeros behind each row up to a
 * multiple of four. With up to 16 columns these are plain loops: vectors of the Vector API take
 * half the time alone, but four times as long where the compiler puts them into fused operators.
 */
public final class Narrow {
  /**
   * With more columns plain loops take as long as those that keep a row of the product in memory.
   */
  public static final int MOST_COLUMNS = 16;

  /** With more columns non-zeros are read too often. */
  static final int MOST_FACTOR_COLUMNS = 64;

  private static final int FEW = 4;

  private static final int NONE = -1;
  private static final int SEVERAL = -2;

  private Narrow() {}

  /** Whether a matrix of two columns or more is narrow; single columns have loops of their own. */
  public static boolean suits(int cols) {
    return cols > 1 && cols <= MOST_COLUMNS;
  }

  /** Whether that is so for a matrix on the right of a product, where vectors go further. */
  static boolean suitsAsFactor(int cols) {
    return cols > 1 && cols <= MOST_FACTOR_COLUMNS;
  }

  /** Cells of a padded row. */
  public static int width(int cols) {
    return (cols + FEW - 1) / FEW * FEW;
  }

  /** The cells of a matrix of {@code cols} columns, padded. */
  public static double[] padded(double[] cells, int cols) {
    int width = width(cols);
    if (width == cols) {
      return cells;
    }
    int rows = cells.length / cols;
    double[] result = new double[Math.multiplyExact(rows, width)];
    for (int i = 0; i < rows; i++) {
      System.arraycopy(cells, i * cols, result, i * width, cols);
    }
    return result;
  }

  /** The other way round. */
  public static double[] unpadded(double[] cells, int cols) {
    int width = width(cols);
    if (width == cols) {
      return cells;
    }
    int rows = cells.length / width;
    double[] result = new double[rows * cols];
    for (int i = 0; i < rows; i++) {
      System.arraycopy(cells, i * width, result, i * cols, cols);
    }
    return result;
  }

  /**
   * Rows {@code [start, end)} of a times the padded b, row by row with {@code cols} cells each to
   * {@code c} from {@code ci} on. Of the non-zeros of a row the first, third and so on have a sum,
   * the others have one, so that additions overlap; then the two are added.
   */
  public static void times(Csr a, int start, int end, double[] b, double[] c, int ci, int cols) {
    Simd simd = cols <= MOST_COLUMNS ? Simd.forLength(cols) : Simd.current();
    int[] rowStarts = a.rowStarts();
    int width = width(cols);
    double[] row = new double[width];
    for (int i = start; i < end; i++) {
      simd.timesRow(a.columns(), a.values(), rowStarts[i], rowStarts[i + 1], b, cols, width, row);
      System.arraycopy(row, 0, c, ci + (i - start) * cols, cols);
    }
  }

  /**
   * The transpose of rows {@code [start, end)} of a times y, which has {@code cols} cells for each
   * of these rows from {@code yi} on, is added to the padded {@code sums}. Columns where a row of y
   * has zeros are left out if they are at least three of four, as in indicators of classes.
   */
  public static void addTransposedTimes(
      Csr a, int start, int end, double[] y, int yi, double[] sums, int cols) {
    int[] rowStarts = a.rowStarts();
    int width = width(cols);
    double[] row = new double[width];
    for (int i = start; i < end; i++) {
      System.arraycopy(y, yi + (i - start) * cols, row, 0, cols);
      for (int k = 0; k < cols; k += FEW) {
        int only = onlyNonZero(row, k);
        if (only == SEVERAL) {
          addFew(a.columns(), a.values(), rowStarts[i], rowStarts[i + 1], row, k, sums, width);
        } else if (only != NONE) {
          double factor = row[only];
          addOne(
              a.columns(), a.values(), rowStarts[i], rowStarts[i + 1], factor, only, sums, width);
        }
      }
    }
  }

  /** Where the only one of four cells is that is not zero; {@link #NONE} or {@link #SEVERAL}. */
  private static int onlyNonZero(double[] cells, int from) {
    int found = NONE;
    for (int k = from; k < from + FEW; k++) {
      if (cells[k] != 0) {
        found = found == NONE ? k : SEVERAL;
      }
    }
    return found;
  }

  private static void addFew(
      int[] columns,
      double[] values,
      int from,
      int end,
      double[] y,
      int k,
      double[] sums,
      int width) {
    double y0 = y[k];
    double y1 = y[k + 1];
    double y2 = y[k + 2];
    double y3 = y[k + 3];
    for (int p = from; p < end; p++) {
      double x = values[p];
      int j = columns[p] * width + k;
      sums[j] += y0 * x;
      sums[j + 1] += y1 * x;
      sums[j + 2] += y2 * x;
      sums[j + 3] += y3 * x;
    }
  }

  private static void addOne(
      int[] columns,
      double[] values,
      int from,
      int end,
      double y,
      int k,
      double[] sums,
      int width) {
    for (int p = from; p < end; p++) {
      sums[columns[p] * width + k] += y * values[p];
    }
  }
}
