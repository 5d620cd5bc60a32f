package dev.linden.matrix.compress.codes;

import dev.linden.matrix.compress.wire.GroupsOutput;
import java.io.IOException;
import java.io.Serializable;
import java.lang.ref.Reference;
import java.lang.ref.SoftReference;
import java.lang.ref.WeakReference;
import java.util.List;

/** For each row, the number of its tuple: from 0 to below {@link #size}. Never changed. */
public abstract sealed class Codes implements Serializable
    permits ConstantCodes, DenseCodes, SparseCodes, RunCodes {
  private static final long serialVersionUID = 1L;

  /** Rows whose codes are looked at together: 8 KB. */
  static final int TILE = 2048;

  /** Counts are kept if they take at most this part of what the codes take. */
  private static final int COUNTS_KEPT = 4;

  private final int rows;
  private final int size;
  private transient volatile int[] counts;

  /** Of more codes: while there is room. */
  private transient volatile Reference<int[]> largeCounts;

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
    Reference<int[]> large = largeCounts;
    if (known == null && large != null) {
      known = large.get();
    }
    if (known == null) {
      known = count();
      if (COUNTS_KEPT * (long) Integer.BYTES * size <= bytes()) {
        counts = known;
      } else if (size <= rows) {
        largeCounts = new SoftReference<>(known);
      } else {
        // many blocks of a matrix may share a dictionary with more tuples than they have rows
        largeCounts = new WeakReference<>(known);
      }
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
  public final void decode(int start, int end, int[] into) {
    decode(start, end, into, 0);
  }

  /** The codes of rows {@code [start, end)}, from {@code into[at]} on. */
  public abstract void decode(int start, int end, int[] into, int at);

  /** {@code out[at + i] += table[code]} for the rows {@code start + i} before {@code end}. */
  public abstract void add(double[] table, int start, int end, double[] out, int at);

  /** {@code sums[code] += a[at + i]} for the rows {@code start + i} before {@code end}. */
  public abstract void collect(double[] a, int at, int start, int end, double[] sums);

  /** The same where the sum for tuple 0 does not matter: rows that have it may be passed over. */
  public void collectListed(double[] a, int at, int start, int end, double[] sums) {
    collect(a, at, start, end, sums);
  }

  /** Whether going from row to row that has another tuple than 0 is quicker than through all. */
  public boolean isListed() {
    return false;
  }

  /**
   * Rows of {@code width} cells: {@code out} gets, for each row, the row {@code code} of {@code
   * table} added, of which row 0 is all zeros. For codes that are listed.
   */
  public void addListedRows(double[] table, int width, int start, int end, double[] out, int at) {
    throw new UnsupportedOperationException(kind());
  }

  /** Rows of {@code width} cells of {@code a} are added to row {@code code} of {@code sums}. */
  public void collectListedRows(double[] a, int at, int width, int start, int end, double[] sums) {
    throw new UnsupportedOperationException(kind());
  }

  /** So many others are best given to {@link #countPairs} at a time. */
  public static final int COUNTED_TOGETHER = 4;

  /**
   * Adds up how many rows have each pair of codes, for each of the others: {@code pairs} has a row
   * of {@code other.size()} for each code of these.
   */
  public final void countPairs(List<Codes> others, int[][] pairs) {
    if (!ByteTables.countPairs(this, others, pairs)) {
      for (int k = 0; k < others.size(); k++) {
        countPairs(others.get(k), pairs[k]);
      }
    }
  }

  private void countPairs(Codes other, int[] pairs) {
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
  }

  /** Those of rows {@code [start, end)}. */
  public abstract Codes slice(int start, int end);

  /** Bytes of heap. */
  public abstract long bytes();

  /** A word for plans and tests. */
  public abstract String kind();

  /** What {@link CodesFile} reads behind the size. */
  abstract void write(GroupsOutput out) throws IOException;
}
