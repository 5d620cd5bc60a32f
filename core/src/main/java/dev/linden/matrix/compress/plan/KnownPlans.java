package dev.linden.matrix.compress.plan;

import dev.linden.matrix.Plain;
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
    long rows = matrix.rows();
    long hash = matrix.nnz();
    for (long row : SampledRows.some(rows, (int) Math.min(rows, COMPARED_ROWS))) {
      for (int j = 0; j < matrix.cols(); j++) {
        hash = 31 * hash + Double.doubleToRawLongBits(matrix.get((int) row, j));
      }
    }
    return hash;
  }
}
