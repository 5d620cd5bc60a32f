package dev.linden.matrix.kernel;

import dev.linden.matrix.Matrix;
import dev.linden.matrix.Workers;

/** Statistics of column vectors, numerically stable; {@code weights} may be null and count as multiplicities. */
public final class Moments {
  private Moments() {}

  /** Biased central moment of order 2, 3 or 4. */
  public static double centralMoment(Matrix x, Matrix weights, int order, Workers workers) {
    throw new UnsupportedOperationException();
  }

  /** Unbiased covariance. */
  public static double covariance(Matrix x, Matrix y, Matrix weights, Workers workers) {
    throw new UnsupportedOperationException();
  }

  public static double weightedMean(Matrix x, Matrix weights, Workers workers) {
    throw new UnsupportedOperationException();
  }
}
