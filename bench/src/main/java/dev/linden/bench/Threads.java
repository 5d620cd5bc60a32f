package dev.linden.bench;

import dev.linden.matrix.ArrayPool;
import dev.linden.matrix.Dense;
import dev.linden.matrix.Matrix;
import dev.linden.matrix.RecyclingArrayPool;
import dev.linden.matrix.Workers;

/** All cores, with arrays that are recycled as the runtime does it. */
final class Threads {
  private static final long KEPT_BYTES = 1L << 31;

  private Threads() {}

  static Workers all() {
    ArrayPool arrays = new RecyclingArrayPool(KEPT_BYTES);
    return new Workers(Runtime.getRuntime().availableProcessors(), arrays);
  }

  /** Gives a result back, as the runtime does when its variable dies. */
  static Matrix drop(Matrix result, Workers workers) {
    if (result instanceof Dense dense) {
      for (int p = 0; p < dense.panelCount(); p++) {
        workers.arrays().recycle(dense.panel(p));
      }
    }
    return result;
  }
}
