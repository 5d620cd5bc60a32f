package dev.linden.matrix.compress.operator;

import dev.linden.matrix.Dense;
import dev.linden.matrix.Workers;
import dev.linden.matrix.kernel.rows.OwnRows;
import java.util.function.Supplier;

/**
 * t(X) %*% (w * (X %*% v)) and t(X) %*% ((X %*% v) - y): a block of rows is multiplied with v and
 * added to the sums of all groups while it is in cache.
 */
final class GroupChain {
  private static final int BLOCK = 1 << 12;

  private GroupChain() {}

  /** Of columns; w and y may be null. Null: see the cells. */
  static Dense multiply(GroupRows groups, int rows, Dense v, Dense w, Dense y, Workers workers) {
    Supplier<OwnRows.Writer> right = groups.times(v.panel(0), 1);
    Supplier<OwnRows.Sums> left = groups.sums(1);
    int grain = Math.max(1, Math.min(rows, groups.leastRowsOfSums()));
    OwnRows.Sums[] parts = new OwnRows.Sums[Workers.rangeCount(rows, grain)];
    workers.forRanges(
        rows,
        grain,
        (start, end) -> {
          OwnRows.Sums sums = left.get();
          OwnRows.Writer writer = right.get();
          double[] product = new double[BLOCK];
          for (int from = start; from < end; from += BLOCK) {
            int to = Math.min(end, from + BLOCK);
            writer.write(from, to, product, 0);
            weigh(product, from, to, w, y);
            sums.collect(product, 0, from, to);
          }
          parts[start / grain] = sums;
        });
    for (int p = 1; p < parts.length; p++) {
      parts[0].add(parts[p]);
    }
    double[] result = parts[0].result();
    return result == null ? null : Dense.wrap(v.rows(), 1, result);
  }

  private static void weigh(double[] product, int from, int to, Dense w, Dense y) {
    for (int i = from; i < to; i++) {
      if (w != null) {
        product[i - from] = w.get(i, 0) * product[i - from];
      } else if (y != null) {
        product[i - from] -= y.get(i, 0);
      }
    }
  }
}
