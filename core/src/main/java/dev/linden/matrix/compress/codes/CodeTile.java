package dev.linden.matrix.compress.codes;

import dev.linden.matrix.simd.Simd;
import java.util.List;

/**
 * The codes of several groups for some rows, as numbers: rows of results are then in registers
 * while all groups add to them.
 */
public final class CodeTile {
  /** Rows that are read together. */
  public static final int ROWS = 256;

  /** Codes of a group begin in another cache set than those of the one before. */
  private static final int STRIDE = ROWS + 16;

  private final List<? extends Codes> groups;
  private final int width;
  private final Simd simd;
  private final int[] codes;

  /** For tuples of {@code width} cells; {@code rows}: how many there are in all. */
  public CodeTile(List<? extends Codes> groups, int width, long rows) {
    this.groups = groups;
    this.width = width;
    simd = Simd.forManyOf(width, rows * width * groups.size());
    codes = new int[groups.size() * STRIDE];
  }

  private void read(int start, int end) {
    for (int g = 0; g < groups.size(); g++) {
      groups.get(g).decode(start, end, codes, g * STRIDE);
    }
  }

  /**
   * For rows {@code [start, end)}: the row of {@code out} gets, for each group, the row {@code
   * code} of its table added.
   */
  public void add(double[][] tables, int start, int end, double[] out, int at) {
    for (int from = start; from < end; from += ROWS) {
      int to = Math.min(end, from + ROWS);
      read(from, to);
      simd.addTuples(tables, codes, STRIDE, to - from, width, out, at + (from - start) * width);
    }
  }

  /** The other way round: rows of {@code a} are added to the row {@code code} of each table. */
  public void collect(double[] a, int at, int start, int end, double[][] sums) {
    for (int from = start; from < end; from += ROWS) {
      int to = Math.min(end, from + ROWS);
      read(from, to);
      simd.addToTuples(a, at + (from - start) * width, codes, STRIDE, to - from, width, sums);
    }
  }
}
