package dev.linden.matrix.kernel.product;

/**
 * Inner loops over compressed rows, on their arrays: asking a matrix for each row costs as much as
 * ten non-zeros.
 */
final class CsrLoops {
  private CsrLoops() {}

  /**
   * The non-zeros {@code [from, end)} of a row times a vector. Four sums, so that additions
   * overlap; the order depends on their number only.
   */
  static double dot(int[] columns, double[] values, int from, int end, double[] b, int offset) {
    double s0 = 0;
    double s1 = 0;
    double s2 = 0;
    double s3 = 0;
    int p = from;
    for (; p < end - 3; p += 4) {
      s0 += values[p] * b[offset + columns[p]];
      s1 += values[p + 1] * b[offset + columns[p + 1]];
      s2 += values[p + 2] * b[offset + columns[p + 2]];
      s3 += values[p + 3] * b[offset + columns[p + 3]];
    }
    for (; p < end; p++) {
      s0 += values[p] * b[offset + columns[p]];
    }
    return (s0 + s1) + (s2 + s3);
  }

  /** c += x * row. The columns of a row differ, so that four additions at a time are apart. */
  static void addScaled(
      double x, int[] columns, double[] values, int from, int end, double[] c, int offset) {
    int p = from;
    for (; p < end - 3; p += 4) {
      int j0 = offset + columns[p];
      int j1 = offset + columns[p + 1];
      int j2 = offset + columns[p + 2];
      int j3 = offset + columns[p + 3];
      double c0 = c[j0] + x * values[p];
      double c1 = c[j1] + x * values[p + 1];
      double c2 = c[j2] + x * values[p + 2];
      double c3 = c[j3] + x * values[p + 3];
      c[j0] = c0;
      c[j1] = c1;
      c[j2] = c2;
      c[j3] = c3;
    }
    for (; p < end; p++) {
      c[offset + columns[p]] += x * values[p];
    }
  }

  /** Rows with fewer non-zeros on average take longer to start and end than to go through. */
  private static final int SHORT_ROWS = 32;

  /** Whether {@link #dots} and {@link #addScaledRows} win over a loop per row. */
  static boolean areShort(int[] rowStarts, int start, int end) {
    return rowStarts[end] - rowStarts[start] < SHORT_ROWS * (long) (end - start);
  }

  /**
   * Rows {@code [start, end)} times a vector, to {@code c} from {@code at} on. One loop over all
   * non-zeros: the end of each short row is a branch that can't be foreseen, and a loop per row has
   * several.
   */
  static void dots(
      int[] rowStarts,
      int[] columns,
      double[] values,
      int start,
      int end,
      double[] b,
      double[] c,
      int at) {
    int last = rowStarts[end];
    int row = start;
    int to = at;
    for (; row < end && rowStarts[row + 1] == rowStarts[start]; row++) {
      c[to++] = 0;
    }
    if (row == end) {
      return;
    }
    int lastOfRow = rowStarts[row + 1] - 1;
    double sum = 0;
    for (int p = rowStarts[start]; p < last; p++) {
      sum += values[p] * b[columns[p]];
      if (p == lastOfRow) {
        c[to++] = sum;
        sum = 0;
        row++;
        for (; row < end && rowStarts[row + 1] == p + 1; row++) {
          c[to++] = 0;
        }
        if (row == end) {
          return;
        }
        lastOfRow = rowStarts[row + 1] - 1;
      }
    }
  }

  /** {@code c} gets each row in {@code [start, end)} added, times its cell of x from {@code at}. */
  static void addScaledRows(
      double[] x,
      int at,
      int[] rowStarts,
      int[] columns,
      double[] values,
      int start,
      int end,
      double[] c,
      int offset) {
    int last = rowStarts[end];
    int row = start;
    while (row < end && rowStarts[row + 1] == rowStarts[start]) {
      row++;
    }
    if (row == end) {
      return;
    }
    int lastOfRow = rowStarts[row + 1] - 1;
    double factor = x[at + row - start];
    for (int p = rowStarts[start]; p < last; p++) {
      c[offset + columns[p]] += factor * values[p];
      if (p == lastOfRow) {
        row++;
        while (row < end && rowStarts[row + 1] == p + 1) {
          row++;
        }
        if (row == end) {
          return;
        }
        lastOfRow = rowStarts[row + 1] - 1;
        factor = x[at + row - start];
      }
    }
  }
}
