package dev.linden.matrix.lapack;

import dev.linden.matrix.Workers;

/**
 * Householder reflectors H_k = I - tau_k v_k t(v_k) whose vectors v_k are zero above position
 * {@code offset + k} and 1 there, and their product Q = H_0 H_1 ... A block of them is applied at
 * once as I - V T t(V) (Schreiber and Van Loan 1989), which reads the target once per block.
 */
final class Reflectors {
  static final int BLOCK = 32;

  private final int rows;
  private final int count;
  private final int offset;
  private final double[] tau;

  /** v_k in row k, so that the vectors are contiguous. */
  private final double[] vectors;

  Reflectors(int rows, int count, int offset) {
    this.rows = rows;
    this.count = count;
    this.offset = offset;
    this.tau = new double[count];
    this.vectors = new double[count * rows];
  }

  /**
   * Makes reflector k from the vector x that starts at {@code at} with distance {@code stride}
   * between its cells and stands for positions {@code offset + k} and following: H_k x is zero but
   * for its first cell, which is returned. x itself is not changed.
   */
  double make(int k, double[] x, int at, int stride) {
    int first = offset + k;
    int length = rows - first;
    int v = k * rows + first;
    for (int i = 0; i < length; i++) {
      vectors[v + i] = x[at + i * stride];
    }
    double alpha = vectors[v];
    double largest = Rows.maxAbs(vectors, v + 1, length - 1);
    vectors[v] = 1;
    if (largest == 0) {
      tau[k] = 0;
      return alpha;
    }
    // Scaled, so that squares neither overflow nor vanish.
    double scale = Math.max(largest, Math.abs(alpha));
    double squares = (alpha / scale) * (alpha / scale);
    for (int i = 1; i < length; i++) {
      double y = vectors[v + i] / scale;
      squares += y * y;
    }
    double beta = -Math.copySign(scale * Math.sqrt(squares), alpha);
    tau[k] = (beta - alpha) / beta;
    double divisor = alpha - beta;
    for (int i = 1; i < length; i++) {
      vectors[v + i] /= divisor;
    }
    return beta;
  }

  double tau(int k) {
    return tau[k];
  }

  /** The array that holds the vectors; v_k starts at {@link #start}. */
  double[] vectors() {
    return vectors;
  }

  /** Where the cells of v_k from position {@code offset + k} on are. */
  int start(int k) {
    return k * rows + offset + k;
  }

  /**
   * Replaces rows {@code offset + k} and following of C, columns {@code [from, to)}, by H_k times
   * them. C has {@code cols} columns.
   */
  void applyOne(int k, double[] c, int cols, int from, int to, Workers workers) {
    if (tau[k] == 0) {
      return;
    }
    int first = offset + k;
    int length = rows - first;
    int v = start(k);
    workers.forRanges(
        to - from,
        Grains.columns(4.0 * length),
        (start, end) -> {
          int width = end - start;
          int corner = first * cols + from + start;
          double[] w = new double[width];
          Rows.addCombination(1, vectors, v, length, c, corner, cols, w, 0, width);
          for (int i = 0; i < length; i++) {
            Rows.addScaled(-tau[k] * vectors[v + i], w, 0, c, corner + i * cols, width);
          }
        });
  }

  /**
   * C = H_first ... H_{end-1} C, or the transpose of that product times C, in the columns from
   * {@code from} on.
   */
  void applyBlock(
      int first, int end, boolean transposed, double[] c, int cols, int from, Workers workers) {
    int width = end - first;
    int top = offset + first;
    int height = rows - top;
    double[] byRow = new double[height * width];
    for (int k = 0; k < width; k++) {
      int v = (first + k) * rows + top;
      for (int i = k; i < height; i++) {
        byRow[i * width + k] = vectors[v + i];
      }
    }
    double[] t = triangle(first, width);
    workers.forRanges(
        cols - from,
        Grains.columns(4.0 * height * width),
        (start, stop) -> {
          int length = stop - start;
          int corner = top * cols + from + start;
          double[] w = new double[width * length];
          for (int i = 0; i < height; i++) {
            for (int k = 0; k < Math.min(width, i + 1); k++) {
              Rows.addScaled(byRow[i * width + k], c, corner + i * cols, w, k * length, length);
            }
          }
          double[] tw = new double[width * length];
          for (int i = 0; i < width; i++) {
            for (int k = 0; k < width; k++) {
              double x = transposed ? t[k * width + i] : t[i * width + k];
              if (x != 0) {
                Rows.addScaled(x, w, k * length, tw, i * length, length);
              }
            }
          }
          for (int i = 0; i < height; i++) {
            int used = Math.min(width, i + 1);
            Rows.addCombination(
                -1, byRow, i * width, used, tw, 0, length, c, corner + i * cols, length);
          }
        });
  }

  /** The upper triangular T with H_first ... = I - V T t(V). */
  private double[] triangle(int first, int width) {
    double[] t = new double[width * width];
    double[] products = new double[width];
    for (int j = 0; j < width; j++) {
      int k = first + j;
      int position = offset + k;
      for (int i = 0; i < j; i++) {
        double sum = 0;
        int other = (first + i) * rows;
        for (int p = position; p < rows; p++) {
          sum += vectors[other + p] * vectors[k * rows + p];
        }
        products[i] = sum;
      }
      for (int i = 0; i < j; i++) {
        double sum = 0;
        for (int l = i; l < j; l++) {
          sum += t[i * width + l] * products[l];
        }
        t[i * width + j] = -tau[k] * sum;
      }
      t[j * width + j] = tau[k];
    }
    return t;
  }

  /** C = Q C for a C of {@code cols} columns. */
  void applyAll(double[] c, int cols, Workers workers) {
    int lastBlock = count == 0 ? -1 : (count - 1) / BLOCK;
    for (int block = lastBlock; block >= 0; block--) {
      int first = block * BLOCK;
      applyBlock(first, Math.min(count, first + BLOCK), false, c, cols, 0, workers);
    }
  }

  /** Q as a square matrix. */
  double[] product(Workers workers) {
    double[] q = new double[rows * rows];
    for (int i = 0; i < rows; i++) {
      q[i * rows + i] = 1;
    }
    applyAll(q, rows, workers);
    return q;
  }
}
