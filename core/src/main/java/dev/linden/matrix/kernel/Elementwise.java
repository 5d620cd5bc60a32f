package dev.linden.matrix.kernel;

import dev.linden.matrix.BinaryFunction;
import dev.linden.matrix.Matrix;
import dev.linden.matrix.UnaryFunction;
import dev.linden.matrix.Workers;

/** Cell by cell: one function over one, two or three operands with broadcasting. */
public final class Elementwise {
  private Elementwise() {}

  /** {@code f(A)}; {@code reuse}: A may be overwritten and returned. */
  public static Matrix unary(UnaryFunction f, Matrix a, boolean reuse, Workers workers) {
    throw new UnsupportedOperationException();
  }

  /**
   * {@code f(A, B)} for equal shapes, or with one side a column, a row or 1x1 that is repeated (on either side), or a column
   * against a row (outer). {@code reuseA}, {@code reuseB}: that input may be overwritten and returned.
   */
  public static Matrix binary(BinaryFunction f, Matrix a, Matrix b, boolean reuseA, boolean reuseB, Workers workers) {
    throw new UnsupportedOperationException();
  }

  public static Matrix scalarRight(BinaryFunction f, Matrix a, double y, boolean reuse, Workers workers) {
    throw new UnsupportedOperationException();
  }

  public static Matrix scalarLeft(BinaryFunction f, double x, Matrix b, boolean reuse, Workers workers) {
    throw new UnsupportedOperationException();
  }

  /**
   * Per cell: {@code condition != 0 ? a : b} (NaN is true). A null matrix stands for the scalar beside it; at least one is not
   * null; matrices have equal shapes or are 1x1.
   */
  public static Matrix ifelse(
      Matrix condition, double conditionScalar, Matrix a, double aScalar, Matrix b, double bScalar, Workers workers) {
    throw new UnsupportedOperationException();
  }

  /** Cells equal to pattern (NaN equals NaN) become replacement. */
  public static Matrix replace(Matrix a, double pattern, double replacement, boolean reuse, Workers workers) {
    throw new UnsupportedOperationException();
  }
}
