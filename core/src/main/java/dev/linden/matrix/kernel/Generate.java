package dev.linden.matrix.kernel;

import dev.linden.matrix.Matrix;
import dev.linden.matrix.Workers;

/** New matrices from nothing. */
public final class Generate {
  private Generate() {}

  public static Matrix constant(int rows, int cols, double value, Workers workers) {
    throw new UnsupportedOperationException();
  }

  /** From text like {@code "1 2 3 4"}, row by row; throws InputError if the count or a number is wrong. */
  public static Matrix parse(String text, int rows, int cols) {
    throw new UnsupportedOperationException();
  }

  /** Number of values that {@link #sequence} gives. */
  public static long sequenceLength(double from, double to, double increment) {
    throw new UnsupportedOperationException();
  }

  /** from, from+increment, ... as a column; values by repeated addition. */
  public static Matrix sequence(double from, double to, double increment) {
    throw new UnsupportedOperationException();
  }

  /** Uniform in [min, max); each cell is non-zero with probability {@code sparsity}. Depends on seed and cell position only. */
  public static Matrix uniform(
      int rows, int cols, double min, double max, double sparsity, long seed, Workers workers) {
    throw new UnsupportedOperationException();
  }

  /** N(0,1). */
  public static Matrix normal(int rows, int cols, double sparsity, long seed, Workers workers) {
    throw new UnsupportedOperationException();
  }

  public static Matrix poisson(int rows, int cols, double lambda, double sparsity, long seed, Workers workers) {
    throw new UnsupportedOperationException();
  }

  /** {@code size} numbers out of 1..range as a column. */
  public static Matrix sample(long range, int size, boolean replace, long seed) {
    throw new UnsupportedOperationException();
  }
}
