package dev.linden.matrix.kernel.product;

import dev.linden.matrix.Csr;

/**
 * Products of compressed rows with a narrow matrix. Its columns are taken four at a time, so that
 * what a row adds up is in registers while its non-zeros pass by, each of which is read once for
 * all four. For this the narrow matrix is padded: row by row, with zeros behind each row up to a
 * multiple of four. Vectors of the Vector API were a third faster here once compiled, but that took
 * a second and more, while these loops are fast at once.
 */
public final class Narrow {
  /** With more columns a row of the product is better kept in memory than in registers. */
  public static final int MOST_COLUMNS = 16;

  private static final int FEW = 4;

  private static final int NONE = -1;
  private static final int SEVERAL = -2;

  private Narrow() {}

  /** Whether a matrix of two columns or more is narrow; single columns have loops of their own. */
  public static boolean suits(int cols) {
    return cols > 1 && cols <= MOST_COLUMNS;
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
    int[] rowStarts = a.rowStarts();
    int width = width(cols);
    double[] row = new double[width];
    for (int i = start; i < end; i++) {
      int k = 0;
      for (; k < cols - 1; k += FEW) {
        timesFew(a.columns(), a.values(), rowStarts[i], rowStarts[i + 1], b, k, width, row);
      }
      if (k < cols) {
        timesOne(a.columns(), a.values(), rowStarts[i], rowStarts[i + 1], b, k, width, row);
      }
      System.arraycopy(row, 0, c, ci + (i - start) * cols, cols);
    }
  }

  private static void timesFew(
      int[] columns, double[] values, int from, int end, double[] b, int k, int width, double[] c) {
    double even0 = 0;
    double even1 = 0;
    double even2 = 0;
    double even3 = 0;
    double odd0 = 0;
    double odd1 = 0;
    double odd2 = 0;
    double odd3 = 0;
    int p = from;
    for (; p < end - 1; p += 2) {
      double x = values[p];
      int i = columns[p] * width + k;
      even0 += b[i] * x;
      even1 += b[i + 1] * x;
      even2 += b[i + 2] * x;
      even3 += b[i + 3] * x;
      double y = values[p + 1];
      int j = columns[p + 1] * width + k;
      odd0 += b[j] * y;
      odd1 += b[j + 1] * y;
      odd2 += b[j + 2] * y;
      odd3 += b[j + 3] * y;
    }
    if (p < end) {
      double x = values[p];
      int i = columns[p] * width + k;
      even0 += b[i] * x;
      even1 += b[i + 1] * x;
      even2 += b[i + 2] * x;
      even3 += b[i + 3] * x;
    }
    c[k] = even0 + odd0;
    c[k + 1] = even1 + odd1;
    c[k + 2] = even2 + odd2;
    c[k + 3] = even3 + odd3;
  }

  /** A single column that is left. */
  private static void timesOne(
      int[] columns, double[] values, int from, int end, double[] b, int k, int width, double[] c) {
    double even = 0;
    double odd = 0;
    int p = from;
    for (; p < end - 1; p += 2) {
      even += b[columns[p] * width + k] * values[p];
      odd += b[columns[p + 1] * width + k] * values[p + 1];
    }
    if (p < end) {
      even += b[columns[p] * width + k] * values[p];
    }
    c[k] = even + odd;
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
