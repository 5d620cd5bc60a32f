package dev.linden.storage.format;

import java.io.Serializable;
import java.util.List;

/**
 * Where the rows of each stretch of a {@link SplitRows} belong.
 *
 * @param firstRows of each stretch, and behind them the number of all rows
 * @param keepBlank blank lines are rows
 */
public record RowPlaces(long[] firstRows, int cols, boolean keepBlank) implements Serializable {

  public static RowPlaces of(String path, long declaredRows, List<RowCount> counts) {
    RowCount all = RowCount.sum(counts);
    // In one column a blank line may be an empty field; the declared number of rows tells.
    boolean keepBlank = all.cols() == 1 && declaredRows == all.rows() + all.blank();
    long[] firstRows = new long[counts.size() + 1];
    for (int k = 0; k < counts.size(); k++) {
      RowCount count = counts.get(k);
      firstRows[k + 1] = firstRows[k] + count.rows() + (keepBlank ? count.blank() : 0);
    }
    Dimensions.checkDeclaredRows(path, declaredRows, firstRows[counts.size()]);
    return new RowPlaces(firstRows, all.cols(), keepBlank);
  }

  public long rows() {
    return firstRows[firstRows.length - 1];
  }
}
