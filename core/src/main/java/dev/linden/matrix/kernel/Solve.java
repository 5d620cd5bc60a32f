package dev.linden.matrix.kernel;

import dev.linden.matrix.Matrix;
import dev.linden.matrix.Workers;

/** Linear systems. */
public final class Solve {
  private Solve() {}

  /** x with A x = b for square A; LU with partial pivoting. A singular A is an InputError. */
  public static Matrix solve(Matrix a, Matrix b, Workers workers) {
    throw new UnsupportedOperationException();
  }
}
