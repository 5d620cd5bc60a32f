package dev.linden.matrix.kernel.rows;

import java.util.Arrays;

/**
 * Sums contributions to the cells of one sparse row, in the order they arrive, and hands the row
 * over with ascending columns. A hash table; where one slot per column is affordable it degenerates
 * to plain addressing without collisions.
 */
public final class RowAccumulator {
  private static final int FREE = -1;
  private static final int GOLDEN = 0x9E3779B9;

  private final int[] slotColumns;
  private final double[] slotSums;
  private final int mask;
  private final int factor;
  private final int shift;
  private int[] touched = new int[16];
  private int count;

  /** {@code maxDistinct}: the most columns that one row can touch. */
  public RowAccumulator(int cols, long maxDistinct) {
    int perColumn = powerOfTwoFrom(cols);
    int hashed = powerOfTwoFrom(2 * Math.min(maxDistinct, cols));
    int capacity = Math.min(perColumn, hashed);
    boolean direct = capacity == perColumn;
    mask = capacity - 1;
    factor = direct ? 1 : GOLDEN;
    shift = direct ? 0 : Integer.numberOfLeadingZeros(capacity) + 1;
    slotColumns = new int[capacity];
    slotSums = new double[capacity];
    Arrays.fill(slotColumns, FREE);
  }

  private static int powerOfTwoFrom(long atLeast) {
    long power = Long.highestOneBit(Math.max(2, atLeast) - 1) << 1;
    return (int) Math.min(1 << 30, power);
  }

  private int slot(int col) {
    int slot = ((col * factor) >>> shift) & mask;
    while (slotColumns[slot] != col && slotColumns[slot] != FREE) {
      slot = (slot + 1) & mask;
    }
    return slot;
  }

  public void add(int col, double value) {
    int slot = slot(col);
    if (slotColumns[slot] == col) {
      slotSums[slot] += value;
      return;
    }
    slotColumns[slot] = col;
    slotSums[slot] = value;
    if (count == touched.length) {
      touched = Arrays.copyOf(touched, 2 * count);
    }
    touched[count++] = col;
  }

  /** Moves the sums to {@code target}, without zeros, and is empty again. */
  public void drainTo(SparseChunks.Chunk target) {
    Arrays.sort(touched, 0, count);
    for (int t = 0; t < count; t++) {
      int slot = slot(touched[t]);
      target.add(touched[t], slotSums[slot]);
      touched[t] = slot; // freed below: freeing now would cut probe sequences of later columns
    }
    for (int t = 0; t < count; t++) {
      slotColumns[touched[t]] = FREE;
    }
    count = 0;
  }
}
