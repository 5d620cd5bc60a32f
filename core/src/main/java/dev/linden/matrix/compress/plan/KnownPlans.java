package dev.linden.matrix.compress.plan;

import dev.linden.matrix.Dense;
import dev.linden.matrix.Plain;
import dev.linden.matrix.Sparse;
import dev.linden.matrix.Workers;
import java.util.Collections;
import java.util.Map;
import java.util.WeakHashMap;

/**
 * Plans of matrices that are still there: a function often asks again what its caller has asked
 * about the same matrix.
 */
public final class KnownPlans {
  /** Rows that tell whether somebody has written over the cells meanwhile. */
  private static final int COMPARED_ROWS = 64;

  private static final int MOST_COMPARED_CELLS = 1 << 16;

  private static final Map<Plain, Known> PLANS = Collections.synchronizedMap(new WeakHashMap<>());

  private record Known(long cells, Planner.Planned planned) {}

  private KnownPlans() {}

  /** {@link Planner#decide}. */
  public static Planner.Planned decide(Plain matrix, Workers workers) {
    long cells = hash(matrix);
    Known known = PLANS.get(matrix);
    if (known == null || known.cells() != cells) {
      known = new Known(cells, Planner.decide(matrix, workers));
      PLANS.put(matrix, known);
    }
    return known.planned();
  }

  private static long hash(Plain matrix) {
    int rows = matrix.rows();
    int fitting = Math.max(1, MOST_COMPARED_CELLS / Math.max(1, matrix.cols()));
    int compared = Math.min(rows, Math.min(COMPARED_ROWS, fitting));
    long hash = 0;
    for (long sampled : SampledRows.some(rows, compared)) {
      int row = (int) sampled;
      hash =
          matrix instanceof Sparse sparse
              ? hash(hash, sparse.values(row), sparse.start(row), sparse.end(row))
              : hash(hash, (Dense) matrix, row);
    }
    return hash;
  }

  private static long hash(long before, Dense matrix, int row) {
    int start = matrix.offset(row);
    return hash(before, matrix.panelOf(row), start, start + matrix.cols());
  }

  private static long hash(long before, double[] cells, int start, int end) {
    long hash = 31 * before + (end - start);
    for (int k = start; k < end; k++) {
      hash = 31 * hash + Double.doubleToRawLongBits(cells[k]);
    }
    return hash;
  }
}
