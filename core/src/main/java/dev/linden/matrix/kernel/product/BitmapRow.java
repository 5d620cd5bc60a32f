package dev.linden.matrix.kernel.product;

/**
 * One row of a sparse product while it is summed up: a sum per column, and one bit for each that
 * was touched. Reading the bits gives the columns in ascending order without sorting. Where rows
 * touch few of many columns, a second level of bits leads to the words that are not zero.
 */
final class BitmapRow {
  /** Sums, 8 bytes per column, that one thread may keep: 32 MB. */
  static final int MOST_COLUMNS = 1 << 22;

  private static final long[] NO_WORDS = new long[0];

  private final double[] sums;
  private final long[] touched;

  /** A bit for each word of {@link #touched} that is not zero; none if all words are looked at. */
  private final long[] words;

  /** The row as it is read off; one place more than it can have non-zeros. */
  private final int[] rowColumns;

  private final double[] rowValues;

  /**
   * @param products per row, on average
   * @param longest non-zeros of a row at most
   */
  BitmapRow(int cols, double products, int longest) {
    // the bits of the last word have sums, though not columns
    sums = new double[(cols | 63) + 1];
    touched = new long[sums.length >> 6];
    words = touched.length <= 4 * products ? NO_WORDS : new long[(touched.length >> 6) + 1];
    rowColumns = new int[longest + 1];
    rowValues = new double[longest + 1];
  }

  /** Adds {@code x} times the given non-zeros, in order. */
  void add(double x, int[] columns, double[] values, int from, int end) {
    for (int p = from; p < end; p++) {
      int j = columns[p];
      sums[j] += x * values[p];
      touched[j >> 6] |= 1L << j;
    }
    noteWords(columns, from, end);
  }

  /** Notes that these columns will be touched. */
  void mark(int[] columns, int from, int end) {
    for (int p = from; p < end; p++) {
      int j = columns[p];
      touched[j >> 6] |= 1L << j;
    }
    noteWords(columns, from, end);
  }

  private void noteWords(int[] columns, int from, int end) {
    if (words.length > 0) {
      for (int p = from; p < end; p++) {
        words[columns[p] >> 12] |= 1L << (columns[p] >> 6);
      }
    }
  }

  /** Number of columns marked; forgets them. */
  int countMarked() {
    int count = 0;
    if (words.length == 0) {
      for (int t = 0; t < touched.length; t++) {
        count += Long.bitCount(touched[t]);
        touched[t] = 0;
      }
      return count;
    }
    for (int w = 0; w < words.length; w++) {
      for (long word = words[w]; word != 0; word &= word - 1) {
        int t = (w << 6) + Long.numberOfTrailingZeros(word);
        count += Long.bitCount(touched[t]);
        touched[t] = 0;
      }
      words[w] = 0;
    }
    return count;
  }

  /**
   * Writes the sums that are not zero from {@code at} on, and is empty again.
   *
   * @return the position behind the last one
   */
  int drainTo(int[] columns, double[] values, int at) {
    int size = 0;
    if (words.length == 0) {
      for (int t = 0; t < touched.length; t++) {
        size = drainWord(t, size);
      }
    } else {
      for (int w = 0; w < words.length; w++) {
        for (long word = words[w]; word != 0; word &= word - 1) {
          size = drainWord((w << 6) + Long.numberOfTrailingZeros(word), size);
        }
        words[w] = 0;
      }
    }
    System.arraycopy(rowColumns, 0, columns, at, size);
    System.arraycopy(rowValues, 0, values, at, size);
    return at + size;
  }

  /**
   * One bit, set or not, then the others: few words have more, and whether they have none or one no
   * processor can foresee. A bit that is not set stands for a sum that is zero.
   */
  private int drainWord(int t, int size) {
    long bits = touched[t];
    touched[t] = 0;
    int to = drain((t << 6) + (Long.numberOfTrailingZeros(bits) & 63), size);
    for (bits &= bits - 1; bits != 0; bits &= bits - 1) {
      to = drain((t << 6) + Long.numberOfTrailingZeros(bits), to);
    }
    return to;
  }

  /** Puts the sum at the end of the row; it stays there if it is not zero. */
  private int drain(int j, int to) {
    double sum = sums[j];
    sums[j] = 0;
    rowColumns[to] = j;
    rowValues[to] = sum;
    long magnitude = Double.doubleToRawLongBits(sum) << 1;
    return to + (int) ((magnitude | -magnitude) >>> 63);
  }
}
