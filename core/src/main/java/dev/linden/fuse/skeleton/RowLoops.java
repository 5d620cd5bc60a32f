package dev.linden.fuse.skeleton;

import dev.linden.matrix.kernel.fold.Aggregate;
import dev.linden.matrix.simd.CompensatedSum;
import dev.linden.matrix.simd.Simd;

/** Loops over rows that are often short: tiles have many of them, so each must start at once. */
final class RowLoops {
  /** Cells from which on a row is worth vector instructions; the code is hot in a tile. */
  private static final int SHORTEST_VECTOR_ROW = 16;

  private RowLoops() {}

  /** The primitives for rows of this many cells. */
  static Simd simd(int n) {
    return n < SHORTEST_VECTOR_ROW ? Simd.forLength(n) : Simd.current();
  }

  /** Folds each of {@code count} rows; false for kinds without a fast loop. */
  static boolean fold(
      Aggregate.Kind kind, double[] a, int ai, int width, int count, double[] to, int offset) {
    switch (kind) {
      case SUM, MEAN -> {
        double share = kind == Aggregate.Kind.MEAN ? width : 1;
        CompensatedSum sum = new CompensatedSum();
        for (int r = 0; r < count; r++) {
          to[offset + r] = sum(a, ai + r * width, width, sum) / share;
        }
        return true;
      }
      case MIN, MAX -> {
        boolean largest = kind == Aggregate.Kind.MAX;
        Simd simd = simd(width);
        for (int r = 0; r < count; r++) {
          int from = ai + r * width;
          to[offset + r] = largest ? simd.max(a, from, width) : simd.min(a, from, width);
        }
        return true;
      }
      default -> {
        return false;
      }
    }
  }

  /** {@code vectorSum} is used by all rows of a tile: short ones must not make objects. */
  private static double sum(double[] a, int ai, int n, CompensatedSum vectorSum) {
    if (n >= SHORTEST_VECTOR_ROW) {
      vectorSum.reset();
      Simd.current().sum(a, ai, n, vectorSum);
      return vectorSum.value();
    }
    double sum = 0;
    double compensation = 0;
    for (int i = ai; i < ai + n; i++) {
      double next = sum + a[i];
      double taken = next - sum;
      compensation += (sum - (next - taken)) + (a[i] - taken);
      sum = next;
    }
    return CompensatedSum.value(sum, compensation);
  }
}
