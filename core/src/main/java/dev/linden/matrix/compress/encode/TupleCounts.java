package dev.linden.matrix.compress.encode;

import dev.linden.matrix.compress.group.CodedGroup;
import java.io.Serializable;
import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;

/** The tuples that some columns have in several blocks of a matrix, and in how many rows. */
public final class TupleCounts implements Serializable {
  private static final long serialVersionUID = 1L;

  /** Tuples of a dictionary that all blocks share. */
  private static final int MOST_TUPLES = 1 << 20;

  private final int width;

  /** Null once there are too many. */
  private TupleIndex index;

  private long[] counts = new long[16];

  TupleCounts(int width) {
    this.width = width;
    index = new TupleIndex(width);
  }

  /** Nothing counted yet, for each group of a scheme. */
  public static TupleCounts[] of(Scheme scheme) {
    return scheme.coded().stream()
        .map(columns -> new TupleCounts(columns.length))
        .toArray(TupleCounts[]::new);
  }

  /** Adds the rows of a block. */
  public void add(CodedGroup group) {
    int[] rows = group.codes().counts();
    double[] tuples = group.dictionary().cells();
    for (int c = 0; c < rows.length && index != null; c++) {
      if (rows[c] > 0) {
        add(tuples, c * width, rows[c]);
      }
    }
  }

  /** Adds what was counted elsewhere. */
  public void add(TupleCounts other) {
    if (other.index == null) {
      index = null;
    }
    double[] tuples = index == null ? new double[0] : other.index.tuples();
    for (int k = 0; index != null && k < tuples.length / width; k++) {
      add(tuples, k * width, other.counts[k]);
    }
  }

  private void add(double[] tuples, int at, long rows) {
    int k = index.number(tuples, at);
    if (k >= counts.length) {
      counts = Arrays.copyOf(counts, 2 * counts.length);
    }
    counts[k] += rows;
    if (index.size() > MOST_TUPLES) {
      index = null;
    }
  }

  /**
   * The tuples, those of most rows first, whatever the order was in which they were met; null if
   * there are too many.
   */
  double[] tuples() {
    if (index == null) {
      return null;
    }
    double[] met = index.tuples();
    int[] order =
        IntStream.range(0, index.size())
            .boxed()
            .sorted(
                Comparator.<Integer>comparingLong(k -> -counts[k])
                    .thenComparing((a, b) -> compare(met, a * width, b * width)))
            .mapToInt(k -> k)
            .toArray();
    double[] result = new double[met.length];
    for (int k = 0; k < order.length; k++) {
      System.arraycopy(met, order[k] * width, result, k * width, width);
    }
    return result;
  }

  private int compare(double[] cells, int a, int b) {
    for (int j = 0; j < width; j++) {
      long left = Double.doubleToRawLongBits(cells[a + j]);
      long right = Double.doubleToRawLongBits(cells[b + j]);
      if (left != right) {
        return Long.compare(left, right);
      }
    }
    return 0;
  }
}
