package dev.linden.matrix.simd;

/**
 * Tells when an operation has seen so many cells that its vector form pays: before that form is
 * compiled it is a hundred times slower than after, while a plain loop is compiled at once. Only
 * for operations of which both forms give the same bits.
 */
final class Warmup {
  private final long cells;

  /** Written without synchronization: a lost count does no harm. */
  private long seen;

  Warmup(long cells) {
    this.cells = cells;
  }

  /** Whether the next {@code n} cells should take the plain form. */
  boolean cold(int n) {
    long before = seen;
    if (before >= cells) {
      return false;
    }
    seen = before + n;
    return true;
  }
}
