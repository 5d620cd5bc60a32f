package dev.linden.matrix.kernel.rows;

/** How much of an operation one range handed to a thread does. */
public final class Ranges {
  /**
   * Multiplications or moved cells: enough to outweigh the hand-over, few enough to balance
   * threads.
   */
  public static final int WORK = 32 * 1024;

  private Ranges() {}

  /** Rows per range so that a range does about {@link #WORK}; depends on the data only. */
  public static int rows(int rows, double totalWork) {
    double perRow = Math.max(1, totalWork / Math.max(1, rows));
    return (int) Math.max(1, Math.min(rows, WORK / perRow));
  }
}
