package dev.linden.matrix.compress.encode;

import java.util.Arrays;

/**
 * Numbers values in the order in which they appear. Values are told apart by their bits: 0 and -0
 * are two, and so are NaNs with different payloads.
 */
public final class ValueCodes {
  private static final long MIX = 0x9E3779B97F4A7C15L;

  private long[] keys = new long[64];

  /** One more than the code of a key; 0 where there is none. */
  private int[] codes = new int[64];

  private int shift = Long.SIZE - 6;
  private double[] values = new double[32];
  private int size;

  /** The code of a value, a new one if it was not there yet. */
  public int code(long bits) {
    int at = (int) ((bits * MIX ^ bits) * MIX >>> shift);
    int mask = keys.length - 1;
    while (codes[at] != 0) {
      if (keys[at] == bits) {
        return codes[at] - 1;
      }
      at = at + 1 & mask;
    }
    return add(at, bits);
  }

  public int code(double value) {
    return code(Double.doubleToRawLongBits(value));
  }

  private int add(int at, long bits) {
    keys[at] = bits;
    codes[at] = size + 1;
    if (size == values.length) {
      values = Arrays.copyOf(values, 2 * size);
      grow();
    }
    values[size] = Double.longBitsToDouble(bits);
    return size++;
  }

  /** At most half of the places are taken. */
  private void grow() {
    long[] oldKeys = keys;
    int[] oldCodes = codes;
    keys = new long[2 * oldKeys.length];
    codes = new int[keys.length];
    shift--;
    int mask = keys.length - 1;
    for (int k = 0; k < oldKeys.length; k++) {
      if (oldCodes[k] != 0) {
        int at = (int) ((oldKeys[k] * MIX ^ oldKeys[k]) * MIX >>> shift);
        while (codes[at] != 0) {
          at = at + 1 & mask;
        }
        keys[at] = oldKeys[k];
        codes[at] = oldCodes[k];
      }
    }
  }

  public int size() {
    return size;
  }

  /** The values by code. */
  public double[] values() {
    return Arrays.copyOf(values, size);
  }
}
