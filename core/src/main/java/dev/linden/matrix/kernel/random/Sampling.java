package dev.linden.matrix.kernel.random;

import dev.linden.base.InputError;
import dev.linden.matrix.Dense;
import java.util.Arrays;

/** Random numbers out of 1..range, a function of the seed. */
final class Sampling {
  /** All whole numbers up to here are doubles. */
  private static final long MAX_RANGE = 1L << 53;

  /** Half of the largest hash table. */
  private static final int MAX_DISTINCT = 1 << 29;

  private Sampling() {}

  static Dense sample(long range, int size, boolean replace, long seed) {
    if (range < 1 || range > MAX_RANGE) {
      throw new InputError("sample: the range must be between 1 and 2^53, but is " + range);
    }
    if (size < 0) {
      throw new InputError("sample: the size must not be negative, but is " + size);
    }
    if (!replace && size > range) {
      throw new InputError(
          "sample: "
              + size
              + " different numbers out of 1 to "
              + range
              + " do not exist; sample with replacement or reduce the size");
    }
    if (!replace && size > MAX_DISTINCT) {
      throw new InputError(
          "sample: at most "
              + MAX_DISTINCT
              + " numbers without replacement are possible, but "
              + size
              + " are wanted");
    }
    if (replace) {
      return drawn(range, 0, size, seed);
    }
    Dense result = Dense.zeros(size, 1);
    Philox random = new Philox(seed);
    Swaps swaps = new Swaps(size);
    for (int i = 0; i < size; i++) {
      random.moveTo(i, Philox.SAMPLE, 0);
      result.panelOf(i)[result.offset(i)] = swaps.take(i, i + below(random.first(), range - i)) + 1;
    }
    return result.withNnz(size);
  }

  /** With replacement: {@code size} of the numbers, from the {@code first}th on. */
  static Dense drawn(long range, long first, int size, long seed) {
    Dense result = Dense.zeros(size, 1);
    Philox random = new Philox(seed);
    for (int i = 0; i < size; i++) {
      random.moveTo(first + i, Philox.SAMPLE, 0);
      result.panelOf(i)[result.offset(i)] = below(random.first(), range) + 1;
    }
    return result.withNnz(size);
  }

  /** Scales 63 random bits to [0, bound); the unevenness is below bound / 2^63. */
  private static long below(long bits, long bound) {
    return Math.multiplyHigh(bits >>> 1, bound << 1);
  }

  /**
   * A shuffle by Fisher and Yates of the numbers 0..range-1 that is stopped after {@code size}
   * steps, so that only the at most {@code size} places whose number changed need memory: a hash
   * table from place to number.
   */
  private static final class Swaps {
    private static final long FREE = -1;

    private final long[] places;
    private final long[] numbers;
    private final int mask;

    Swaps(int size) {
      int capacity = (int) Math.min(1L << 30, Long.highestOneBit(Math.max(1, size)) << 2);
      places = new long[capacity];
      numbers = new long[capacity];
      mask = capacity - 1;
      Arrays.fill(places, FREE);
    }

    /**
     * The number at place {@code other}, which gets the one at {@code place}; place <= other, and
     * places ascend.
     */
    long take(long place, long other) {
      int at = slot(other);
      long taken = places[at] == FREE ? other : numbers[at];
      int from = slot(place);
      long moved = places[from] == FREE ? place : numbers[from];
      places[at] = other;
      numbers[at] = moved;
      return taken;
    }

    private int slot(long place) {
      long mixed = place * 0x9E3779B97F4A7C15L;
      int slot = (int) (mixed >>> 32) & mask;
      while (places[slot] != FREE && places[slot] != place) {
        slot = (slot + 1) & mask;
      }
      return slot;
    }
  }
}
