package dev.linden.matrix.kernel;

import dev.linden.base.InputError;
import dev.linden.matrix.Dense;
import dev.linden.matrix.Matrix;
import dev.linden.matrix.Workers;

/**
 * Matrix products. Zeros that a sparse operand does not store absorb NaN and infinities; all stored
 * cells follow IEEE 754. The result is sparse where the operands let only few cells be non-zero.
 */
public final class MatMult {
  private MatMult() {}

  /** A %*% B; inner dimensions agree. */
  public static Matrix multiply(Matrix a, Matrix b, Workers workers) {
    if (a.cols() != b.rows()) {
      throw new InputError(
          "%*% needs as many columns on the left as rows on the right, but found "
              + a.shape()
              + " and "
              + b.shape());
    }
    boolean nothing = a.cells() == 0 || b.cells() == 0;
    if (nothing || a.isSparse() && a.nnz() == 0 || b.isSparse() && b.nnz() == 0) {
      return Generate.constant(a.rows(), b.cols(), 0, workers);
    }
    if (!a.isSparse() && !b.isSparse()) {
      return DenseGemm.multiply((Dense) a, (Dense) b, workers);
    }
    return SparseGemm.multiply(a, b, workers);
  }
}
