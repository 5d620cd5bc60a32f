package dev.linden.matrix.lapack;

import dev.linden.matrix.Workers;

/**
 * Plane rotations of the rows of a matrix, collected and applied many at a time: column by column
 * range, so that a range stays in cache while all of them pass over it.
 */
final class Rotations {
  private static final int CAPACITY = 1 << 15;

  private final double[] matrix;
  private final int cols;
  private final Workers workers;
  private final int[] firstRow = new int[CAPACITY];
  private final int[] secondRow = new int[CAPACITY];
  private final double[] cosine = new double[CAPACITY];
  private final double[] sine = new double[CAPACITY];
  private int count;

  Rotations(double[] matrix, int cols, Workers workers) {
    this.matrix = matrix;
    this.cols = cols;
    this.workers = workers;
  }

  /** Row p becomes c p + s q, row q becomes c q - s p. */
  void add(int p, int q, double c, double s) {
    if (count == CAPACITY) {
      apply();
    }
    firstRow[count] = p;
    secondRow[count] = q;
    cosine[count] = c;
    sine[count] = s;
    count++;
  }

  /** Applies what has been collected. */
  void apply() {
    workers.forRanges(
        cols,
        Grains.COLUMNS,
        (start, end) -> {
          for (int r = 0; r < count; r++) {
            int p = firstRow[r] * cols + start;
            int q = secondRow[r] * cols + start;
            Rows.rotate(matrix, p, q, cosine[r], sine[r], end - start);
          }
        });
    count = 0;
  }
}
