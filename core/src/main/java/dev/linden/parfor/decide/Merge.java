package dev.linden.parfor.decide;

import dev.linden.lang.ParforOptions.MergeMethod;

/** How the results of workers are put together. */
final class Merge {
  private Merge() {}

  /** {@code budget}: bytes for operations in this process. */
  static MergeMethod of(PlanNode.Loop loop, double budget, boolean local) {
    MergeMethod wanted = loop.source().options().merge();
    if (wanted != null) {
      return wanted;
    }
    // The original, the result and the part of one worker.
    double together = 3 * Estimates.of(loop).largestResult();
    if (Double.isInfinite(together)) {
      return MergeMethod.LOCAL_AUTOMATIC;
    }
    return together <= budget
        ? MergeMethod.LOCAL_MEM
        : local ? MergeMethod.LOCAL_FILE : MergeMethod.REMOTE_SPARK;
  }
}
