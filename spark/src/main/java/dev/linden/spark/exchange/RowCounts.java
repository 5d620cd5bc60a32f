package dev.linden.spark.exchange;

import dev.linden.base.InputError;
import java.util.Iterator;
import java.util.List;
import org.apache.spark.api.java.JavaRDD;

/**
 * What one pass over rows finds out: how many there are in each partition, how wide they are, and
 * which numbers they have.
 */
final class RowCounts {
  private static final int COUNT = 0;
  private static final int NARROWEST = 1;
  private static final int WIDEST = 2;
  private static final int LOWEST = 3;
  private static final int HIGHEST = 4;
  private static final int PARTITION = 5;

  private final String name;
  private final List<long[]> partitions;

  private RowCounts(String name, List<long[]> partitions) {
    this.name = name;
    this.partitions = partitions;
  }

  /**
   * @param name of the matrix, for errors
   */
  static RowCounts of(String name, JavaRDD<MatrixRow> rows) {
    return new RowCounts(
        name,
        rows.mapPartitionsWithIndex(
                (partition, all) -> List.of(count(partition, all)).iterator(), false)
            .collect());
  }

  private static long[] count(int partition, Iterator<MatrixRow> rows) {
    long[] counts = {0, Long.MAX_VALUE, -1, Long.MAX_VALUE, -1, partition};
    while (rows.hasNext()) {
      MatrixRow row = rows.next();
      counts[COUNT]++;
      counts[NARROWEST] = Math.min(counts[NARROWEST], row.width());
      counts[WIDEST] = Math.max(counts[WIDEST], row.width());
      counts[LOWEST] = Math.min(counts[LOWEST], row.number());
      counts[HIGHEST] = Math.max(counts[HIGHEST], row.number());
    }
    return counts;
  }

  private long smallest(int what) {
    return partitions.stream().mapToLong(p -> p[what]).min().orElse(Long.MAX_VALUE);
  }

  private long largest(int what) {
    return partitions.stream().mapToLong(p -> p[what]).max().orElse(-1);
  }

  long rows() {
    return partitions.stream().mapToLong(p -> p[COUNT]).sum();
  }

  long cols() {
    long widest = largest(WIDEST);
    if (rows() > 0 && smallest(NARROWEST) != widest) {
      throw new InputError(
          "the rows of "
              + name
              + " differ in length: expected one number of cells for all, found "
              + smallest(NARROWEST)
              + " and "
              + widest);
    }
    return Math.max(0, widest);
  }

  /** Each number from 1 on must be there once; here it is seen if none is outside. */
  void requireNumbers() {
    if (rows() > 0 && (smallest(LOWEST) != 1 || largest(HIGHEST) != rows())) {
      throw new InputError(
          "the "
              + rows()
              + " rows of "
              + name
              + " must be numbered from 1 to "
              + rows()
              + ", but the numbers go from "
              + smallest(LOWEST)
              + " to "
              + largest(HIGHEST));
    }
  }

  /** Position of the first row of each partition. */
  long[] firstRows() {
    long[] first = new long[partitions.size() + 1];
    partitions.forEach(p -> first[(int) p[PARTITION] + 1] = p[COUNT]);
    for (int k = 1; k < first.length; k++) {
      first[k] += first[k - 1];
    }
    return first;
  }
}
