package dev.linden.storage.format;

import java.io.Serializable;

/**
 * What some lines of a {@link SplitRows} hold.
 *
 * @param blank lines that are rows only if the file turns out to be one column of fields that may
 *     be empty
 * @param cols columns that the rows need
 */
public record RowCount(long rows, long blank, int cols) implements Serializable {
  static final RowCount NONE = new RowCount(0, 0, 0);

  RowCount plus(RowCount other) {
    return new RowCount(rows + other.rows, blank + other.blank, Math.max(cols, other.cols));
  }

  public static RowCount sum(Iterable<RowCount> counts) {
    RowCount sum = NONE;
    for (RowCount count : counts) {
      sum = sum.plus(count);
    }
    return sum;
  }
}
