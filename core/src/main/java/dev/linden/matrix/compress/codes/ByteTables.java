package dev.linden.matrix.compress.codes;

import java.util.ArrayList;
import java.util.List;

/**
 * Loops over byte codes. Four groups in one pass load and store each sum once instead of four
 * times; four tables of sums keep equal codes of neighbouring rows from waiting for each other.
 */
public final class ByteTables {
  private static final int TABLES = 4;

  /** Rows for which four tables are worth clearing and adding up, for each tuple. */
  private static final int ROWS_PER_TUPLE = 4;

  private ByteTables() {}

  /** {@code out[at + i] +=} the sum of {@code tables.get(g)[code]} over all groups. */
  public static void add(
      List<Codes> groups, List<double[]> tables, int start, int end, double[] out, int at) {
    List<byte[]> codes = new ArrayList<>(TABLES);
    List<double[]> four = new ArrayList<>(TABLES);
    for (int g = 0; g < groups.size(); g++) {
      if (groups.get(g) instanceof DenseCodes.Bytes bytes) {
        codes.add(bytes.codes);
        four.add(tables.get(g));
        if (codes.size() == TABLES) {
          addFour(codes, four, start, end, out, at);
          codes.clear();
          four.clear();
        }
      } else {
        groups.get(g).add(tables.get(g), start, end, out, at);
      }
    }
    for (int g = 0; g < codes.size(); g++) {
      addOne(codes.get(g), four.get(g), start, end, out, at);
    }
  }

  private static void addOne(byte[] c, double[] t, int start, int end, double[] out, int at) {
    for (int i = start; i < end; i++) {
      out[at + i - start] += t[c[i] & 0xff];
    }
  }

  private static void addFour(
      List<byte[]> codes, List<double[]> tables, int start, int end, double[] out, int at) {
    byte[] c0 = codes.get(0);
    byte[] c1 = codes.get(1);
    byte[] c2 = codes.get(2);
    byte[] c3 = codes.get(3);
    double[] t0 = tables.get(0);
    double[] t1 = tables.get(1);
    double[] t2 = tables.get(2);
    double[] t3 = tables.get(3);
    for (int i = start; i < end; i++) {
      out[at + i - start] +=
          t0[c0[i] & 0xff] + t1[c1[i] & 0xff] + (t2[c2[i] & 0xff] + t3[c3[i] & 0xff]);
    }
  }

  static void collect(
      byte[] codes, double[] a, int at, int start, int end, double[] sums, int size) {
    if (end - start < ROWS_PER_TUPLE * size) {
      for (int i = start; i < end; i++) {
        sums[codes[i] & 0xff] += a[at + i - start];
      }
      return;
    }
    double[] t = new double[TABLES << 8];
    int i = start;
    for (; i + 3 < end; i += TABLES) {
      int from = at + i - start;
      t[codes[i] & 0xff] += a[from];
      t[0x100 | codes[i + 1] & 0xff] += a[from + 1];
      t[0x200 | codes[i + 2] & 0xff] += a[from + 2];
      t[0x300 | codes[i + 3] & 0xff] += a[from + 3];
    }
    for (; i < end; i++) {
      t[codes[i] & 0xff] += a[at + i - start];
    }
    for (int c = 0; c < size; c++) {
      sums[c] += t[c] + t[0x100 | c] + (t[0x200 | c] + t[0x300 | c]);
    }
  }

  static void countPairs(byte[] a, byte[] b, int size, int[] pairs) {
    for (int i = 0; i < a.length; i++) {
      pairs[(a[i] & 0xff) * size + (b[i] & 0xff)]++;
    }
  }
}
