package dev.linden.opt.rule;

import dev.linden.hop.Hop;
import dev.linden.op.DatagenOps;
import dev.linden.op.Size;
import dev.linden.op.ValueType;
import dev.linden.opt.RuleContext;

/** Questions about sizes; the answer is no when a size is unknown. */
final class Shapes {
  /** Below this share of non-zeros a matrix is usually kept sparse. */
  private static final double SPARSE = 0.4;

  private Shapes() {}

  /** Rows and columns of all these matrices are known. */
  static boolean areKnown(Hop... matrices) {
    for (Hop matrix : matrices) {
      if (!matrix.info().isMatrix() || !matrix.info().size().known()) {
        return false;
      }
    }
    return true;
  }

  /** Two matrices of the same known shape. */
  static boolean areSame(Hop a, Hop b) {
    if (!areKnown(a, b)) {
      return false;
    }
    Size sizeA = a.info().size();
    Size sizeB = b.info().size();
    return sizeA.rows() == sizeB.rows() && sizeA.cols() == sizeB.cols();
  }

  /** A matrix of that shape, or a vector or cell that cell-wise operators repeat to it. */
  static boolean isRepeatedTo(Hop shape, Hop matrix) {
    if (!areKnown(shape, matrix)) {
      return false;
    }
    Size size = matrix.info().size();
    Size whole = shape.info().size();
    return (size.rows() == whole.rows() || size.rows() == 1)
        && (size.cols() == whole.cols() || size.cols() == 1);
  }

  /** Two matrices of the same known shape, or two scalars of the same known type. */
  static boolean areAlike(Hop a, Hop b) {
    boolean scalars = a.info().isScalar() && b.info().isScalar();
    return areSame(a, b)
        || (scalars
            && a.info().value() == b.info().value()
            && a.info().value() != ValueType.UNKNOWN);
  }

  static boolean isRow(Hop matrix) {
    return matrix.info().size().rows() == 1;
  }

  static boolean isColumn(Hop matrix) {
    return matrix.info().size().cols() == 1;
  }

  static boolean isVector(Hop matrix) {
    return isRow(matrix) || isColumn(matrix);
  }

  static boolean isCell(Hop matrix) {
    return isRow(matrix) && isColumn(matrix);
  }

  static boolean isSquare(Hop matrix) {
    Size size = matrix.info().size();
    return size.known() && size.rows() == size.cols();
  }

  /** Has cells, all of which are zero. */
  static boolean isEmpty(Hop value) {
    return areKnown(value) && value.info().size().nnz() == 0 && cells(value) > 0;
  }

  static boolean isSparse(Hop matrix) {
    return matrix.info().size().sparsity() < SPARSE;
  }

  /** The first matrix is known to have fewer cells than the second. */
  static boolean isSmaller(Hop a, Hop b) {
    return areKnown(a, b) && cells(a) < cells(b);
  }

  /** Cells of a matrix of known size. */
  static double cells(Hop matrix) {
    Size size = matrix.info().size();
    return (double) size.rows() * size.cols();
  }

  /** A matrix of one value in the shape of another one, which is known. */
  static Hop filled(RuleContext context, long value, Hop like) {
    Size size = like.info().size();
    return context.call(
        DatagenOps.MATRIX,
        context.integer(value),
        context.integer(size.rows()),
        context.integer(size.cols()));
  }
}
