package dev.linden.matrix.kernel.group;

import dev.linden.matrix.Matrix;
import dev.linden.matrix.Plain;
import dev.linden.matrix.Sparse;
import dev.linden.matrix.Workers;
import dev.linden.matrix.kernel.rows.RowView;
import java.util.Arrays;

/**
 * The sets of values of the rows of a matrix, for matrices that are in pieces: those of its pieces
 * can be united. A set is an ascending array: of the keys of its values ({@link ValueOrder}), or of
 * the smallest of their hashes, which suffice to estimate how many there are.
 */
public final class RowSets {
  private RowSets() {}

  public static long[][] ofKeys(Matrix a) {
    long[][] sets = new long[a.rows()][];
    Distinct.forRows(
        a,
        Workers.serial(),
        (i, values, size) -> {
          sets[i] = new long[size];
          for (int j = 0; j < size; j++) {
            sets[i][j] = ValueOrder.key(values[j]);
          }
        });
    return sets;
  }

  public static long[][] ofHashes(Matrix matrix) {
    Plain a = matrix.plain(Workers.serial());
    long[][] sets = new long[a.rows()][];
    Sparse s = a instanceof Sparse sparse ? RowView.byRow(sparse) : null;
    DistinctSketch sketch = new DistinctSketch();
    double[] row = new double[a.cols()];
    for (int i = 0; i < sets.length; i++) {
      sketch.clear();
      int n = Distinct.gather(a, s, i, row);
      for (int j = 0; j < n; j++) {
        sketch.add(row[j]);
      }
      sets[i] = sketch.smallestHashes();
    }
    return sets;
  }

  public static long[] unitedKeys(long[] a, long[] b) {
    return united(a, b, Integer.MAX_VALUE);
  }

  public static long[] unitedHashes(long[] a, long[] b) {
    return united(a, b, DistinctSketch.K);
  }

  /** The smallest {@code most} elements of the union. */
  private static long[] united(long[] a, long[] b, int most) {
    long[] all = new long[(int) Math.min(most, (long) a.length + b.length)];
    int size = 0;
    int i = 0;
    int j = 0;
    while (size < all.length && (i < a.length || j < b.length)) {
      long next = j == b.length || (i < a.length && a[i] <= b[j]) ? a[i] : b[j];
      i += i < a.length && a[i] == next ? 1 : 0;
      j += j < b.length && b[j] == next ? 1 : 0;
      all[size++] = next;
    }
    return size == all.length ? all : Arrays.copyOf(all, size);
  }

  /** Number of values of which these are the smallest hashes. */
  public static long estimate(long[] hashes) {
    return DistinctSketch.estimate(
        hashes.length, hashes.length == 0 ? 0 : hashes[hashes.length - 1]);
  }
}
