package dev.linden.matrix.lapack;

/** Sizes of the ranges given to workers; they depend on the data only. */
final class Grains {
  /** Operations that outweigh the hand-over to another thread. */
  private static final int WORK = 32 * 1024;

  /**
   * Columns of a range of columns: 512 bytes per row, so that a thousand rows fit a usual cache.
   */
  static final int COLUMNS = 64;

  private Grains() {}

  /** Items per range when an item takes this many operations. */
  static int items(double workPerItem) {
    return (int) Math.max(1, Math.min(1 << 20, WORK / Math.max(1, workPerItem)));
  }

  /**
   * Columns per range when a column takes this many operations: whole vectors, not too few to pay
   * for walking all rows.
   */
  static int columns(double workPerColumn) {
    return Math.max(COLUMNS, items(workPerColumn));
  }
}
