package dev.linden.op;

import dev.linden.matrix.Matrix;

/**
 * A matrix held by variables: the block and how many slots and list elements refer to it. A count
 * of one at the last use is what allows an operation to overwrite it; a count of zero frees it.
 */
public final class MatrixValue implements Value {
  private final Matrix matrix;
  private int references;

  public MatrixValue(Matrix matrix) {
    this.matrix = matrix;
  }

  public Matrix matrix() {
    return matrix;
  }

  public void retain() {
    references++;
  }

  /** True when nobody refers to it any more. */
  public boolean release() {
    return --references == 0;
  }

  public boolean isReferenced() {
    return references > 0;
  }

  public boolean isShared() {
    return references > 1;
  }

  @Override
  public DataType dataType() {
    return DataType.MATRIX;
  }

  @Override
  public String toString() {
    return matrix.toString();
  }
}
