package dev.linden.spark.operator;

import dev.linden.matrix.Dense;
import dev.linden.matrix.Matrix;
import dev.linden.matrix.kernel.group.RowSets;
import dev.linden.spark.block.BlockIndex;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import scala.Tuple2;

/** The distinct values of each of some rows, as far as they have been seen. */
final class LineSets implements Serializable {
  private static final long serialVersionUID = 1L;

  private static final long[] EMPTY = {};

  private final long[][] lines;

  /** Only the smallest hashes of the values, for estimates. */
  private final boolean hashed;

  private LineSets(long[][] lines, boolean hashed) {
    this.lines = lines;
    this.hashed = hashed;
  }

  static LineSets of(Matrix rows, boolean hashed) {
    return new LineSets(hashed ? RowSets.ofHashes(rows) : RowSets.ofKeys(rows), hashed);
  }

  LineSets merge(LineSets other) {
    long[][] united = new long[lines.length][];
    for (int i = 0; i < united.length; i++) {
      united[i] =
          hashed
              ? RowSets.unitedHashes(lines[i], other.lines[i])
              : RowSets.unitedKeys(lines[i], other.lines[i]);
    }
    return new LineSets(united, hashed);
  }

  int count() {
    return lines.length;
  }

  /** Keys in ascending order. */
  long[] keys(int line) {
    return lines[line];
  }

  /** How many values there are in a row. */
  long size(int line) {
    return hashed ? RowSets.estimate(lines[line]) : lines[line].length;
  }

  /** The numbers of values as a column. */
  Matrix sizes() {
    double[] sizes = new double[lines.length];
    for (int i = 0; i < sizes.length; i++) {
      sizes[i] = size(i);
    }
    return Dense.wrap(sizes.length, 1, sizes);
  }

  /** Where a key goes. */
  interface Buckets extends Serializable {
    int of(long key);
  }

  /** The sets of these rows in each bucket that has any, under row and bucket. */
  List<Tuple2<BlockIndex, LineSets>> split(long row, Buckets buckets, int count) {
    List<Tuple2<BlockIndex, LineSets>> parts = new ArrayList<>();
    if (count == 1) {
      parts.add(new Tuple2<>(new BlockIndex(row, 0), this));
      return parts;
    }
    long[][][] split = new long[count][][];
    int[] sizes = new int[count];
    for (int i = 0; i < lines.length; i++) {
      for (long key : lines[i]) {
        sizes[buckets.of(key)]++;
      }
      for (int b = 0; b < count; b++) {
        if (sizes[b] > 0) {
          split[b] = split[b] == null ? empty(lines.length) : split[b];
          split[b][i] = new long[sizes[b]];
          sizes[b] = 0;
        }
      }
      for (long key : lines[i]) {
        int b = buckets.of(key);
        split[b][i][sizes[b]++] = key;
      }
      java.util.Arrays.fill(sizes, 0);
    }
    for (int b = 0; b < count; b++) {
      if (split[b] != null) {
        parts.add(new Tuple2<>(new BlockIndex(row, b), new LineSets(split[b], hashed)));
      }
    }
    return parts;
  }

  private static long[][] empty(int lines) {
    long[][] empty = new long[lines][];
    java.util.Arrays.fill(empty, EMPTY);
    return empty;
  }
}
