package dev.linden.matrix.kernel.product;

import dev.linden.matrix.Matrix;
import dev.linden.matrix.Workers;

/**
 * For packed matrices that multiply themselves. Every method may return null, which means: unpack,
 * and do it as usual. Shapes have been checked, and there is at least one cell on either side.
 */
public interface OwnProducts {
  /** op(X) %*% B; op transposes if so told. */
  Matrix times(boolean transpose, Matrix b, Workers workers);

  /** A %*% op(X). */
  Matrix timesFromLeft(Matrix a, boolean transpose, Workers workers);

  /** t(X) %*% X, or X %*% t(X) if not {@code left}. */
  Matrix timesItself(boolean left, Workers workers);

  /** As {@link MatMult#mmchain}: w and y may be null, one of them is. */
  Matrix chain(Matrix v, Matrix w, Matrix y, Workers workers);
}
