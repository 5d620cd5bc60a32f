package dev.linden.matrix.kernel;

import dev.linden.matrix.Matrix;
import dev.linden.matrix.Workers;

/** Reading and writing rectangles; bounds are 0-based and half open, and inside the matrix. */
public final class Indexing {
  private Indexing() {}

  public static Matrix slice(Matrix a, int rowStart, int rowEnd, int colStart, int colEnd, Workers workers) {
    throw new UnsupportedOperationException();
  }

  /** A with the rectangle replaced by {@code value} of exactly that shape; {@code reuse}: A itself is changed and returned. */
  public static Matrix assign(
      Matrix a, int rowStart, int rowEnd, int colStart, int colEnd, Matrix value, boolean reuse, Workers workers) {
    throw new UnsupportedOperationException();
  }

  /** A with every cell of the rectangle set to {@code value}. A single cell of a reusable matrix must cost nanoseconds. */
  public static Matrix fill(
      Matrix a, int rowStart, int rowEnd, int colStart, int colEnd, double value, boolean reuse, Workers workers) {
    throw new UnsupportedOperationException();
  }
}
