package dev.linden.matrix.kernel;

/**
 * One row of a sparse product while it is summed up: a sum per column, and one bit for each that
 * was touched, over which a second level of bits leads. Reading the bits gives the columns in
 * ascending order without sorting.
 */
final class BitmapRow {
  /** Sums, 8 bytes per column, that one thread may keep: 32 MB. */
  static final int MOST_COLUMNS = 1 << 22;

  private final double[] sums;
  private final long[] touched;

  /** A bit for each word of {@link #touched} that is not zero. */
  private final long[] words;

  BitmapRow(int cols) {
    sums = new double[cols];
    touched = new long[(cols >> 6) + 1];
    words = new long[(cols >> 12) + 1];
  }

  /** Adds {@code x} times the given non-zeros, in order. */
  void add(double x, int[] columns, double[] values, int from, int end) {
    for (int p = from; p < end; p++) {
      int j = columns[p];
      sums[j] += x * values[p];
      touched[j >> 6] |= 1L << j;
      words[j >> 12] |= 1L << (j >> 6);
    }
  }

  /** Notes that these columns will be touched. */
  void mark(int[] columns, int from, int end) {
    for (int p = from; p < end; p++) {
      int j = columns[p];
      touched[j >> 6] |= 1L << j;
      words[j >> 12] |= 1L << (j >> 6);
    }
  }

  /** Number of columns marked; forgets them. */
  int countMarked() {
    int count = 0;
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
    int to = at;
    for (int w = 0; w < words.length; w++) {
      for (long word = words[w]; word != 0; word &= word - 1) {
        int t = (w << 6) + Long.numberOfTrailingZeros(word);
        for (long bits = touched[t]; bits != 0; bits &= bits - 1) {
          int j = (t << 6) + Long.numberOfTrailingZeros(bits);
          double sum = sums[j];
          sums[j] = 0;
          if (sum != 0) {
            columns[to] = j;
            values[to++] = sum;
          }
        }
        touched[t] = 0;
      }
      words[w] = 0;
    }
    return to;
  }
}
