package dev.linden.matrix.lapack;

import dev.linden.matrix.Workers;

/** QR factorisation by blocks of columns. */
final class HouseholderQr {
  private HouseholderQr() {}

  /** Leaves R on and above the diagonal of A; what is below is undefined. */
  static Reflectors factor(int m, int n, double[] a, Workers workers) {
    int count = Math.min(m, n);
    Reflectors reflectors = new Reflectors(m, count, 0);
    for (int block = 0; block < count; block += Reflectors.BLOCK) {
      int blockEnd = Math.min(count, block + Reflectors.BLOCK);
      for (int k = block; k < blockEnd; k++) {
        a[k * n + k] = reflectors.make(k, a, k * n + k, n);
        reflectors.applyOne(k, a, n, k + 1, blockEnd, workers);
      }
      if (blockEnd < n) {
        reflectors.applyBlock(block, blockEnd, true, a, n, blockEnd, workers);
      }
    }
    return reflectors;
  }
}
