package dev.linden.matrix.compress.codes;

import java.util.ArrayList;
import java.util.List;

/**
 * Loops over byte codes. Four groups in one pass load and store each sum once instead of four
 * times; four tables of sums keep equal codes of neighbouring rows from waiting for each other.
 */
public final class ByteTables {
  static final int TABLES = 4;

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

  static void addOne(byte[] c, double[] t, int start, int end, double[] out, int at) {
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

  /** Cells of a table of sums that {@link #collect} adds to. */
  public static int sums(Codes codes) {
    return codes instanceof DenseCodes.Bytes ? TABLES << 8 : codes.size();
  }

  /**
   * Adds {@code a[at + i]} to the sum of the code of row {@code start + i}.
   *
   * @param zeroFirst whether the sum for tuple 0 does not matter: rows may be passed over
   */
  public static void collect(
      Codes codes, boolean zeroFirst, double[] a, int at, int start, int end, double[] sums) {
    if (codes instanceof DenseCodes.Bytes bytes) {
      collect(bytes.codes, a, at, start, end, sums);
    } else if (zeroFirst) {
      codes.collectListed(a, at, start, end, sums);
    } else {
      codes.collect(a, at, start, end, sums);
    }
  }

  static void collect(byte[] codes, double[] a, int at, int start, int end, double[] t) {
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
  }

  /** One sum for each code. */
  public static double[] total(Codes codes, double[] sums) {
    if (!(codes instanceof DenseCodes.Bytes)) {
      return sums;
    }
    double[] total = new double[codes.size()];
    for (int c = 0; c < total.length; c++) {
      total[c] = sums[c] + sums[0x100 | c] + (sums[0x200 | c] + sums[0x300 | c]);
    }
    return total;
  }

  /**
   * Four others at a time: where most rows have the same pair, each count waits for the last one in
   * its table. False if they are not four, or not all of them bytes.
   */
  static boolean countPairs(Codes codes, List<Codes> others, int[][] pairs) {
    boolean bytes =
        others.size() == TABLES
            && codes instanceof DenseCodes.Bytes
            && others.stream().allMatch(DenseCodes.Bytes.class::isInstance);
    if (!bytes) {
      return false;
    }
    byte[] a = ((DenseCodes.Bytes) codes).codes;
    byte[][] b = others.stream().map(c -> ((DenseCodes.Bytes) c).codes).toArray(byte[][]::new);
    int[] sizes = others.stream().mapToInt(Codes::size).toArray();
    countPairs(a, b[0], b[1], b[2], b[3], sizes, pairs[0], pairs[1], pairs[2], pairs[3]);
    return true;
  }

  private static void countPairs(
      byte[] a,
      byte[] b0,
      byte[] b1,
      byte[] b2,
      byte[] b3,
      int[] sizes,
      int[] p0,
      int[] p1,
      int[] p2,
      int[] p3) {
    int s0 = sizes[0];
    int s1 = sizes[1];
    int s2 = sizes[2];
    int s3 = sizes[3];
    for (int i = 0; i < a.length; i++) {
      int code = a[i] & 0xff;
      p0[code * s0 + (b0[i] & 0xff)]++;
      p1[code * s1 + (b1[i] & 0xff)]++;
      p2[code * s2 + (b2[i] & 0xff)]++;
      p3[code * s3 + (b3[i] & 0xff)]++;
    }
  }
}
