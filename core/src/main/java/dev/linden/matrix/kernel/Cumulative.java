package dev.linden.matrix.kernel;

import dev.linden.matrix.Matrix;
import dev.linden.matrix.Workers;

/** Running aggregates down each column. */
public final class Cumulative {
  private Cumulative() {}

  /** What runs. */
  public enum Kind {
    SUM,
    PROD,
    MIN,
    MAX
  }

  public static Matrix cumulate(Kind kind, Matrix a, boolean reuse, Workers workers) {
    throw new UnsupportedOperationException();
  }

  /** z_i = y_i + w_i * z_(i-1) for A = (y, w), n x 2. */
  public static Matrix sumProduct(Matrix a, Workers workers) {
    throw new UnsupportedOperationException();
  }
}
