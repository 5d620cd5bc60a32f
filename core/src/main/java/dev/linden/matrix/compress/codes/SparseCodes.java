package dev.linden.matrix.compress.codes;

import dev.linden.matrix.compress.wire.GroupsOutput;
import java.io.IOException;
import java.util.Arrays;

/**
 * Rows have tuple 0 unless they are listed. The list is cut into blocks of 2^8 or 2^16 rows, so
 * that a row within its block takes one or two bytes:
 *
 * <pre>
 *   starts[b]   where the entries of block b begin
 *   offsets[p]  the row of entry p within its block, ascending
 *   codes[p]    its code, from 1 on
 * </pre>
 */
public final class SparseCodes extends Codes {
  private static final long serialVersionUID = 1L;

  static final int SMALL_SHIFT = 8;
  static final int LARGE_SHIFT = 16;

  /** So many times a row of all takes one of a list. */
  private static final double LISTED_COST = 5;

  private final int shift;
  private final int[] starts;

  /** Of small blocks; else null. */
  private final byte[] small;

  /** Of large blocks; else null. */
  private final char[] large;

  /** Null where all have code 1. */
  private final DenseCodes codes;

  private SparseCodes(
      int rows, int size, int shift, int[] starts, byte[] small, char[] large, DenseCodes codes) {
    super(rows, size);
    this.shift = shift;
    this.starts = starts;
    this.small = small;
    this.large = large;
    this.codes = codes;
  }

  /**
   * The first {@code count} of these rows, which ascend, and their codes, from 1 on. Codes are null
   * if all are 1.
   */
  public static SparseCodes of(int rows, int size, int[] listed, int[] codes, int count) {
    int shift = smallBlocks(rows, count) <= largeBlocks(rows, count) ? SMALL_SHIFT : LARGE_SHIFT;
    int[] starts = new int[blocks(rows, shift) + 1];
    byte[] small = shift == SMALL_SHIFT ? new byte[count] : null;
    char[] large = shift == LARGE_SHIFT ? new char[count] : null;
    for (int p = 0; p < count; p++) {
      starts[(listed[p] >> shift) + 1]++;
      if (small != null) {
        small[p] = (byte) listed[p];
      } else {
        large[p] = (char) listed[p];
      }
    }
    for (int b = 1; b < starts.length; b++) {
      starts[b] += starts[b - 1];
    }
    boolean ones = size <= 2 || codes == null;
    return new SparseCodes(
        rows, size, shift, starts, small, large, ones ? null : DenseCodes.of(codes, count, size));
  }

  private static int blocks(int rows, int shift) {
    return (int) ((rows + (1L << shift) - 1) >> shift);
  }

  private static double smallBlocks(double rows, double count) {
    return count + rows / (1 << SMALL_SHIFT) * Integer.BYTES;
  }

  private static double largeBlocks(double rows, double count) {
    return 2 * count + rows / (1 << LARGE_SHIFT) * Integer.BYTES;
  }

  /** Bytes for so many listed rows. */
  public static double bytes(double rows, double count, double size) {
    return Math.min(smallBlocks(rows, count), largeBlocks(rows, count))
        + (size <= 2 ? 0 : DenseCodes.bytes(count, size));
  }

  int listed() {
    return starts[starts.length - 1];
  }

  private int offset(int p) {
    return small != null ? small[p] & 0xff : large[p];
  }

  private int code(int p) {
    return codes == null ? 1 : codes.get(p);
  }

  /** The first entry of a row that is not before this one. */
  private int firstFrom(int row) {
    int block = row >> shift;
    if (block >= starts.length - 1) {
      return listed();
    }
    int within = row & (1 << shift) - 1;
    int low = starts[block];
    int high = starts[block + 1];
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (offset(middle) < within) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /** What is done with the entries of a stretch of rows. */
  private interface Visitor {
    void visit(int row, int code);
  }

  private void forEach(int start, int end, Visitor visitor) {
    int p = firstFrom(start);
    int last = firstFrom(end);
    int block = start >> shift;
    for (; p < last; block++) {
      int base = block << shift;
      int blockEnd = Math.min(last, starts[block + 1]);
      for (; p < blockEnd; p++) {
        visitor.visit(base + offset(p), code(p));
      }
    }
  }

  @Override
  int[] count() {
    int[] result = new int[size()];
    if (codes == null) {
      if (size() > 1) {
        result[1] = listed();
      }
    } else {
      System.arraycopy(codes.counts(), 0, result, 0, size());
    }
    result[0] = rows() - listed();
    return result;
  }

  @Override
  public int get(int row) {
    int p = firstFrom(row);
    boolean found = p < starts[(row >> shift) + 1] && offset(p) == (row & (1 << shift) - 1);
    return found ? code(p) : 0;
  }

  @Override
  public void decode(int start, int end, int[] into, int at) {
    Arrays.fill(into, at, at + end - start, 0);
    forEach(start, end, (row, code) -> into[at + row - start] = code);
  }

  @Override
  public void add(double[] table, int start, int end, double[] out, int at) {
    if (table[0] == 0) {
      addListed(table, start, end, out, at);
      return;
    }
    int next = start;
    int p = firstFrom(start);
    int last = firstFrom(end);
    for (int block = start >> shift; p < last; block++) {
      int blockEnd = Math.min(last, starts[block + 1]);
      for (; p < blockEnd; p++) {
        int row = (block << shift) + offset(p);
        ConstantCodes.addConstant(table[0], out, at + next - start, row - next);
        out[at + row - start] += table[code(p)];
        next = row + 1;
      }
    }
    ConstantCodes.addConstant(table[0], out, at + next - start, end - next);
  }

  /** Only rows that are listed: the others add nothing. */
  private void addListed(double[] table, int start, int end, double[] out, int at) {
    if (!(codes instanceof DenseCodes.Bytes bytes) || small == null) {
      forEach(start, end, (row, code) -> out[at + row - start] += table[code]);
      return;
    }
    byte[] code = bytes.codes;
    int p = firstFrom(start);
    int last = firstFrom(end);
    for (int block = start >> shift; p < last; block++) {
      int base = at + (block << shift) - start;
      int blockEnd = Math.min(last, starts[block + 1]);
      for (; p < blockEnd; p++) {
        out[base + (small[p] & 0xff)] += table[code[p] & 0xff];
      }
    }
  }

  /** As {@link #collect}, but nothing is added for tuple 0. */
  @Override
  public void collectListed(double[] a, int at, int start, int end, double[] sums) {
    if (!(codes instanceof DenseCodes.Bytes bytes) || small == null) {
      forEach(start, end, (row, code) -> sums[code] += a[at + row - start]);
      return;
    }
    byte[] code = bytes.codes;
    int p = firstFrom(start);
    int last = firstFrom(end);
    for (int block = start >> shift; p < last; block++) {
      int base = at + (block << shift) - start;
      int blockEnd = Math.min(last, starts[block + 1]);
      for (; p < blockEnd; p++) {
        sums[code[p] & 0xff] += a[base + (small[p] & 0xff)];
      }
    }
  }

  @Override
  public boolean isListed() {
    return LISTED_COST * listed() < rows();
  }

  @Override
  public void collectListedRows(double[] a, int at, int width, int start, int end, double[] sums) {
    forEach(
        start,
        end,
        (row, code) -> addRow(a, at + (row - start) * width, sums, code * width, width));
  }

  private static void addRow(double[] from, int fromAt, double[] to, int toAt, int width) {
    for (int k = 0; k < width; k++) {
      to[toAt + k] += from[fromAt + k];
    }
  }

  @Override
  public void addListedRows(double[] table, int width, int start, int end, double[] out, int at) {
    forEach(
        start,
        end,
        (row, code) -> addRow(table, code * width, out, at + (row - start) * width, width));
  }

  @Override
  public void collect(double[] a, int at, int start, int end, double[] sums) {
    double rest = 0;
    int next = start;
    int p = firstFrom(start);
    int last = firstFrom(end);
    for (int block = start >> shift; p < last; block++) {
      int blockEnd = Math.min(last, starts[block + 1]);
      for (; p < blockEnd; p++) {
        int row = (block << shift) + offset(p);
        rest += ConstantCodes.sum(a, at + next - start, row - next);
        sums[code(p)] += a[at + row - start];
        next = row + 1;
      }
    }
    sums[0] += rest + ConstantCodes.sum(a, at + next - start, end - next);
  }

  @Override
  public Codes slice(int start, int end) {
    int first = firstFrom(start);
    int count = firstFrom(end) - first;
    int[] listed = new int[count];
    int[] found = new int[count];
    int[] at = new int[1];
    forEach(
        start,
        end,
        (row, code) -> {
          listed[at[0]] = row - start;
          found[at[0]++] = code;
        });
    return of(end - start, size(), listed, found, count);
  }

  @Override
  public long bytes() {
    return 4L * starts.length
        + (small != null ? small.length : 2L * large.length)
        + (codes == null ? 0 : codes.bytes())
        + 96;
  }

  @Override
  public String kind() {
    return "sparse";
  }

  @Override
  void write(GroupsOutput out) throws IOException {
    out.putInt(listed());
    IOException[] failure = new IOException[1];
    forEach(
        0,
        rows(),
        (row, code) -> {
          try {
            out.putInt(row);
            out.putInt(code);
          } catch (IOException e) {
            failure[0] = e;
          }
        });
    if (failure[0] != null) {
      throw failure[0];
    }
  }
}
