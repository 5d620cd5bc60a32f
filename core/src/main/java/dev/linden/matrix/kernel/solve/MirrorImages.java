package dev.linden.matrix.kernel.solve;

import dev.linden.matrix.Workers;

/** How far the two halves of a square matrix differ. */
final class MirrorImages {
  /** Asymmetry that rounding errors explain, relative to the largest cell and per row. */
  private static final double TOLERANCE = 10 * Math.ulp(1.0);

  /** Side of the squares in which mirror images are visited, for the sake of the cache. */
  private static final int BLOCK = 32;

  private final int n;
  private final double[] cells;
  private final Workers workers;
  private int asymmetry = -1;
  private double difference;

  private MirrorImages(int n, double[] cells, Workers workers) {
    this.n = n;
    this.cells = cells;
    this.workers = workers;
  }

  /** Compares the halves of a matrix whose largest magnitude is given. */
  static MirrorImages of(int n, double[] cells, double largest, Workers workers) {
    MirrorImages images = new MirrorImages(n, cells, workers);
    images.compare(TOLERANCE * n * largest);
    return images;
  }

  private void compare(double tolerance) {
    double[] differences = new double[Workers.rangeCount(n, BLOCK)];
    workers.forRanges(
        n,
        BLOCK,
        (start, end) -> {
          double max = 0;
          for (int j = 0; j <= start; j += BLOCK) {
            max = Math.max(max, difference(start, end, j));
          }
          differences[start / BLOCK] = max;
        });
    for (int block = 0; block < differences.length; block++) {
      difference = Math.max(difference, differences[block]);
      if (asymmetry < 0 && differences[block] > tolerance) {
        asymmetry = firstAbove(tolerance, block * BLOCK);
      }
    }
  }

  /** Largest difference between cells of a block of rows and columns and their images. */
  private double difference(int iStart, int iEnd, int jStart) {
    double max = 0;
    for (int i = iStart; i < iEnd; i++) {
      for (int j = jStart, jEnd = Math.min(i, jStart + BLOCK); j < jEnd; j++) {
        double d = Math.abs(cells[i * n + j] - cells[j * n + i]);
        if (d > max) {
          max = d;
        }
      }
    }
    return max;
  }

  private int firstAbove(double tolerance, int iStart) {
    for (int i = iStart; i < Math.min(n, iStart + BLOCK); i++) {
      for (int j = 0; j < i; j++) {
        if (Math.abs(cells[i * n + j] - cells[j * n + i]) > tolerance) {
          return j * n + i;
        }
      }
    }
    throw new IllegalStateException("no asymmetry in the rows from " + iStart + " on");
  }

  /** Whether only rounding errors tell the halves apart. */
  boolean symmetric() {
    return asymmetry < 0;
  }

  /** Position of a cell above the diagonal that differs from its mirror image by more. */
  int asymmetry() {
    return asymmetry;
  }

  /** Both halves become the mean of the two. */
  void equalize() {
    if (difference > 0) {
      workers.forRanges(
          n,
          BLOCK,
          (start, end) -> {
            for (int j = 0; j <= start; j += BLOCK) {
              equalize(start, end, j);
            }
          });
    }
  }

  private void equalize(int iStart, int iEnd, int jStart) {
    for (int i = iStart; i < iEnd; i++) {
      for (int j = jStart, jEnd = Math.min(i, jStart + BLOCK); j < jEnd; j++) {
        double mean = cells[i * n + j] / 2 + cells[j * n + i] / 2;
        cells[i * n + j] = mean;
        cells[j * n + i] = mean;
      }
    }
  }
}
