package dev.linden.matrix.compress.codes;

import dev.linden.matrix.simd.Simd;
import java.io.DataOutput;
import java.io.IOException;
import java.io.Serializable;

/** For each row, the number of its tuple: from 0 to below {@link #size}. Never changed. */
public abstract sealed class Codes implements Serializable
    permits ConstantCodes, DenseCodes, SparseCodes, RunCodes {
  private static final long serialVersionUID = 1L;

  /** Rows whose codes are looked at together: 8 KB. */
  static final int TILE = 2048;

  private final int rows;
  private final int size;
  private transient volatile int[] counts;

  Codes(int rows, int size) {
    this.rows = rows;
    this.size = size;
  }

  /** The smallest kind for these codes. */
  public static Codes of(DenseCodes codes) {
    return CodesChoice.smallest(codes);
  }

  public final int rows() {
    return rows;
  }

  /** Codes are below this; some of them may be those of no row. */
  public final int size() {
    return size;
  }

  /** How many rows have each code. Not to be changed. */
  public final int[] counts() {
    int[] known = counts;
    if (known == null) {
      known = count();
      counts = known;
    }
    return known;
  }

  int[] count() {
    int[] result = new int[size];
    int[] tile = new int[Math.min(rows, TILE)];
    for (int start = 0; start < rows; start += TILE) {
      int n = Math.min(TILE, rows - start);
      decode(start, start + n, tile);
      for (int i = 0; i < n; i++) {
        result[tile[i]]++;
      }
    }
    return result;
  }

  public abstract int get(int row);

  /** The codes of rows {@code [start, end)}, from the beginning of the array. */
  public abstract void decode(int start, int end, int[] into);

  /** {@code out[at + i] += table[code]} for the rows {@code start + i} before {@code end}. */
  public abstract void add(double[] table, int start, int end, double[] out, int at);

  /** The same with rows of {@code width} cells in {@code table} and {@code out}. */
  public void addRows(double[] table, int width, int start, int end, double[] out, int at) {
    Simd simd = Simd.forManyOf(width, (long) rows * width);
    int[] tile = new int[Math.min(end - start, TILE)];
    for (int from = start; from < end; from += TILE) {
      int n = Math.min(TILE, end - from);
      decode(from, from + n, tile);
      simd.addRowsAt(table, tile, n, width, out, at + (from - start) * width);
    }
  }

  /** {@code sums[code] += a[at + i]} for the rows {@code start + i} before {@code end}. */
  public abstract void collect(double[] a, int at, int start, int end, double[] sums);

  /** The same where the sum for tuple 0 does not matter: rows that have it may be passed over. */
  public void collectListed(double[] a, int at, int start, int end, double[] sums) {
    collect(a, at, start, end, sums);
  }

  /** The same with rows of {@code width} cells in {@code a} and {@code sums}. */
  public void collectRows(double[] a, int at, int width, int start, int end, double[] sums) {
    Simd simd = Simd.forManyOf(width, (long) rows * width);
    int[] tile = new int[Math.min(end - start, TILE)];
    for (int from = start; from < end; from += TILE) {
      int n = Math.min(TILE, end - from);
      decode(from, from + n, tile);
      simd.addToRowsAt(a, at + (from - start) * width, tile, n, width, sums);
    }
  }

  /** The same where the sums for tuple 0 do not matter. */
  public void collectRowsListed(double[] a, int at, int width, int start, int end, double[] sums) {
    collectRows(a, at, width, start, end, sums);
  }

  /**
   * How many rows have each pair of codes; a row of {@code other.size()} for each code of these.
   */
  public final int[] countPairs(Codes other) {
    int[] pairs = new int[Math.multiplyExact(size, other.size)];
    if (this instanceof DenseCodes.Bytes a && other instanceof DenseCodes.Bytes b) {
      ByteTables.countPairs(a.codes, b.codes, other.size, pairs);
      return pairs;
    }
    int[] left = new int[Math.min(rows, TILE)];
    int[] right = new int[Math.min(rows, TILE)];
    for (int start = 0; start < rows; start += TILE) {
      int n = Math.min(TILE, rows - start);
      decode(start, start + n, left);
      other.decode(start, start + n, right);
      for (int i = 0; i < n; i++) {
        pairs[left[i] * other.size + right[i]]++;
      }
    }
    return pairs;
  }

  /** Those of rows {@code [start, end)}. */
  public abstract Codes slice(int start, int end);

  /** Bytes of heap. */
  public abstract long bytes();

  /** A word for plans and tests. */
  public abstract String kind();

  /** What {@link CodesFile} reads behind the size. */
  abstract void write(DataOutput out) throws IOException;
}
