package dev.linden.matrix.kernel;

import dev.linden.matrix.Matrix;
import dev.linden.matrix.Workers;

/** Matrix products. */
public final class MatMult {
  private MatMult() {}

  /** A %*% B; inner dimensions agree. */
  public static Matrix multiply(Matrix a, Matrix b, Workers workers) {
    throw new UnsupportedOperationException();
  }
}
