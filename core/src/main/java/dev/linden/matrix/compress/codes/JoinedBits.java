package dev.linden.matrix.compress.codes;

import java.util.ArrayList;
import java.util.List;

/**
 * Up to eight groups of one bit a row, seen as one group of bytes: products look up a byte where
 * they would look up eight bits.
 */
public final class JoinedBits {
  /** Groups, and rows that are read together. */
  private static final int EIGHT = 8;

  private static final int CODES = 1 << EIGHT;

  private final List<DenseCodes.Bits> groups;
  private final int[] members;

  private JoinedBits(List<DenseCodes.Bits> groups, int[] members) {
    this.groups = groups;
    this.members = members;
  }

  /** Those of one bit among the groups, if they are several. */
  public static List<JoinedBits> of(List<Codes> groups) {
    List<DenseCodes.Bits> bits = new ArrayList<>();
    List<Integer> numbers = new ArrayList<>();
    for (int g = 0; g < groups.size(); g++) {
      if (groups.get(g) instanceof DenseCodes.Bits codes) {
        bits.add(codes);
        numbers.add(g);
      }
    }
    List<JoinedBits> joined = new ArrayList<>();
    for (int from = 0; bits.size() - from > 1; from += EIGHT) {
      int to = Math.min(bits.size(), from + EIGHT);
      int[] members = numbers.subList(from, to).stream().mapToInt(g -> g).toArray();
      joined.add(new JoinedBits(List.copyOf(bits.subList(from, to)), members));
    }
    return joined;
  }

  /** Which of the groups they are. */
  public int[] members() {
    return members;
  }

  /** Room for so many rows: the one that is there, if it is large enough. */
  public static byte[] room(byte[] scratch, int rows) {
    int needed = rows + 2 * EIGHT;
    return scratch.length < needed ? new byte[needed] : scratch;
  }

  /** For {@link #collect}. */
  public static double[] sums() {
    return new double[ByteTables.TABLES * CODES];
  }

  /** The bytes of rows from {@code start & ~7} on, of which eight are read at a time. */
  private void read(int start, int end, byte[] into) {
    int at = 0;
    for (int row = start & -EIGHT; row < end; row += EIGHT) {
      long square = 0;
      for (int g = 0; g < groups.size(); g++) {
        square |= (groups.get(g).words[row >> 6] >>> row & 0xff) << EIGHT * g;
      }
      square = transposed(square);
      for (int i = 0; i < EIGHT; i++) {
        into[at++] = (byte) (square >>> EIGHT * i);
      }
    }
  }

  /** Of eight rows of eight bits: swaps single bits, then squares of four and of sixteen. */
  private static long transposed(long x) {
    long t = (x ^ x >>> 7) & 0x00aa00aa00aa00aaL;
    x ^= t ^ t << 7;
    t = (x ^ x >>> 14) & 0x0000cccc0000ccccL;
    x ^= t ^ t << 14;
    t = (x ^ x >>> 28) & 0x00000000f0f0f0f0L;
    return x ^ t ^ t << 28;
  }

  /** As {@link ByteTables#collect}. */
  public void collect(double[] a, int at, int start, int end, double[] sums, byte[] scratch) {
    read(start, end, scratch);
    int base = start & -EIGHT;
    ByteTables.collect(scratch, a, at, start - base, end - base, sums);
  }

  /** Adds what has been summed up to the sums of each group. */
  public void spread(double[] sums, double[][] tables) {
    for (int k = 0; k < members.length; k++) {
      double[] own = tables[members[k]];
      for (int c = 0; c < sums.length; c++) {
        int bit = c >> k & 1;
        if (bit < own.length) {
          own[bit] += sums[c];
        }
      }
    }
  }

  /** What a byte adds to a row: the sum of what its bits add, for {@link #add}. */
  public double[] table(List<double[]> tables) {
    double[] result = new double[CODES];
    for (int c = 0; c < CODES; c++) {
      for (int k = 0; k < members.length; k++) {
        double[] own = tables.get(members[k]);
        int bit = c >> k & 1;
        result[c] += bit < own.length ? own[bit] : 0;
      }
    }
    return result;
  }

  public void add(double[] table, int start, int end, double[] out, int at, byte[] scratch) {
    read(start, end, scratch);
    int base = start & -EIGHT;
    ByteTables.addOne(scratch, table, start - base, end - base, out, at);
  }
}
