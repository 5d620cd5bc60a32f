package dev.linden.matrix.kernel.group;

import dev.linden.base.ResourceError;
import java.util.Arrays;

/**
 * Distinct values: a hash table of their bits with open addressing. 0 and -0 are one value, and so
 * are all NaN.
 */
final class DoubleSet {
  private static final int LARGEST_TABLE = 1 << 30;

  private long[] slots = new long[64]; // 0: free, so the value 0 is kept apart
  private int used;
  private boolean zero;

  void add(double value) {
    addBits(Double.doubleToLongBits(value + 0.0)); // + 0.0 turns -0 into 0
  }

  private void addBits(long bits) {
    if (bits == 0) {
      zero = true;
      return;
    }
    int mask = slots.length - 1;
    int slot = (int) mix(bits) & mask;
    while (slots[slot] != 0) {
      if (slots[slot] == bits) {
        return;
      }
      slot = (slot + 1) & mask;
    }
    slots[slot] = bits;
    if (++used > slots.length / 2) {
      grow();
    }
  }

  private void grow() {
    if (slots.length == LARGEST_TABLE) {
      throw new ResourceError(
          "more than " + used + " distinct values are too many for one machine");
    }
    long[] old = slots;
    slots = new long[old.length * 2];
    used = 0;
    for (long bits : old) {
      if (bits != 0) {
        addBits(bits);
      }
    }
  }

  void addAll(DoubleSet other) {
    zero |= other.zero;
    for (long bits : other.slots) {
      if (bits != 0) {
        addBits(bits);
      }
    }
  }

  /** Bytes of all the tables that a set goes through until it has this many values. */
  static double bytes(long values) {
    double slots = 64;
    while (slots / 2 < values) {
      slots *= 2;
    }
    return 2 * 8 * slots;
  }

  int size() {
    return used + (zero ? 1 : 0);
  }

  /** Ascending, NaN last. */
  double[] sorted() {
    double[] values = new double[size()];
    int at = zero ? 1 : 0; // 0 itself is at index 0 already
    for (long bits : slots) {
      if (bits != 0) {
        values[at++] = Double.longBitsToDouble(bits);
      }
    }
    Arrays.sort(values);
    return values;
  }

  /** Spreads bits over the whole word: the finalizer of splitmix64 (Steele, Lea, Flood 2014). */
  static long mix(long bits) {
    long z = (bits ^ (bits >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return z ^ (z >>> 31);
  }
}
