package dev.linden.matrix.lapack;

import java.util.Comparator;
import java.util.stream.IntStream;

/** Orders numbers and rows that belong to them. */
final class Ascending {
  private Ascending() {}

  /** Sorts the values and permutes the rows of the n x n matrices in the same way. */
  static void order(int n, double[] values, double[]... matrices) {
    double[] old = values.clone();
    int[] order =
        IntStream.range(0, n)
            .boxed()
            .sorted(Comparator.comparingDouble(i -> old[i]))
            .mapToInt(Integer::intValue)
            .toArray();
    for (int i = 0; i < n; i++) {
      values[i] = old[order[i]];
    }
    for (double[] matrix : matrices) {
      permuteRows(n, order, matrix);
    }
  }

  /** Row i becomes what was row order[i], cycle by cycle. */
  private static void permuteRows(int n, int[] order, double[] matrix) {
    boolean[] done = new boolean[n];
    double[] held = new double[n];
    for (int first = 0; first < n; first++) {
      if (done[first] || order[first] == first) {
        continue;
      }
      System.arraycopy(matrix, first * n, held, 0, n);
      int to = first;
      while (order[to] != first) {
        System.arraycopy(matrix, order[to] * n, matrix, to * n, n);
        done[to] = true;
        to = order[to];
      }
      System.arraycopy(held, 0, matrix, to * n, n);
      done[to] = true;
    }
  }
}
