package dev.linden.matrix.compress.operator;

import dev.linden.matrix.Dense;
import dev.linden.matrix.Workers;
import dev.linden.matrix.compress.group.Group;
import java.util.Arrays;
import java.util.List;

/**
 * t(X) %*% (w * (X %*% v)) and t(X) %*% ((X %*% v) - y) for coded groups: a block of rows is
 * multiplied with v and added to the sums of both while it is in cache.
 */
final class GroupChain {
  private static final int BLOCK = 1 << 10;

  private GroupChain() {}

  /** Of columns; w and y may be null. Null: unpack. */
  static Dense multiply(
      List<Group> groups, int rows, Dense v, Dense w, Dense y, boolean sparse, Workers workers) {
    RightProduct right = new RightProduct(groups, v.panel(0), 1, rows, sparse);
    LeftProduct left = new LeftProduct(groups, 1, rows);
    int grain = left.grain(rows);
    double[][][] parts = new double[Workers.rangeCount(rows, grain)][][];
    workers.forRanges(
        rows,
        grain,
        (start, end) -> {
          LeftProduct.Sums sums = left.new Sums();
          RightProduct.Adder adder = right.adder();
          double[] product = new double[BLOCK];
          for (int from = start; from < end; from += BLOCK) {
            int to = Math.min(end, from + BLOCK);
            Arrays.fill(product, 0);
            adder.add(from, to, product, 0);
            for (int i = from; i < to; i++) {
              if (w != null) {
                product[i - from] = w.get(i, 0) * product[i - from];
              } else if (y != null) {
                product[i - from] -= y.get(i, 0);
              }
            }
            sums.collect(product, 0, from, to);
          }
          parts[start / grain] = sums.finish();
        });
    double[][] sums = LeftProduct.total(parts);
    if (sums == null) {
      return null;
    }
    Dense result = Dense.allocate(v.rows(), 1, workers);
    left.finish(sums, sparse, result.panel(0));
    return result;
  }
}
