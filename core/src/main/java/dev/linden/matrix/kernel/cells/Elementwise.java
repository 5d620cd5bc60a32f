package dev.linden.matrix.kernel.cells;

import dev.linden.base.InputError;
import dev.linden.matrix.BinaryFunction;
import dev.linden.matrix.Dense;
import dev.linden.matrix.Formats;
import dev.linden.matrix.Matrix;
import dev.linden.matrix.Plain;
import dev.linden.matrix.Sparse;
import dev.linden.matrix.UnaryFunction;
import dev.linden.matrix.Workers;

/**
 * Cell by cell: one function over one, two or three operands with broadcasting. Work on non-zeros
 * only goes to {@link SparseCells}, everything else to {@link DenseCells}.
 *
 * <p>Zeros that a sparse operand does not store absorb NaN and infinities in products; all other
 * cells follow IEEE 754.
 */
public final class Elementwise {
  private Elementwise() {}

  /** {@code f(A)}; {@code reuse}: A may be overwritten and returned. */
  public static Matrix unary(UnaryFunction f, Matrix a, boolean reuse, Workers workers) {
    if (a instanceof Plain plain) {
      return unary(f, plain, reuse, workers); // tiny matrices notice every further question
    }
    Matrix own = a instanceof OwnCells cells ? cells.map(f, workers) : null;
    if (own != null) {
      return own;
    }
    return unary(f, a.plain(workers), true, workers);
  }

  private static Matrix unary(UnaryFunction f, Plain a, boolean reuse, Workers workers) {
    if (a instanceof Dense dense) {
      return DenseCells.unary(f, dense, reuse, workers);
    }
    double ofZero = f.apply(0);
    return SparseCells.map(
        (x, xi, y, yi, n) -> f.apply(x, xi, y, yi, n), ofZero, (Sparse) a, reuse, workers);
  }

  /**
   * {@code f(A, B)} for equal shapes, or with one side a column, a row or 1x1 that is repeated (on
   * either side), or a column against a row (outer). {@code reuseA}, {@code reuseB}: that input may
   * be overwritten and returned.
   */
  public static Matrix binary(
      BinaryFunction f, Matrix a, Matrix b, boolean reuseA, boolean reuseB, Workers workers) {
    boolean equalShapes = a.rows() == b.rows() && a.cols() == b.cols();
    if (!equalShapes && b.rows() == 1 && b.cols() == 1) {
      return scalarRight(f, a, b.get(0, 0), reuseA, workers);
    }
    if (!equalShapes && a.rows() == 1 && a.cols() == 1) {
      return scalarLeft(f, a.get(0, 0), b, reuseB, workers);
    }
    int rows = common(f, a.rows(), b.rows(), a, b);
    int cols = common(f, a.cols(), b.cols(), a, b);
    Matrix own = own(f, a, b, rows, cols, workers);
    if (own != null) {
      return own;
    }
    return equalShapes
        ? equalShapes(f, a, b, reuseA, reuseB, workers)
        : broadcast(f, a, b, rows, cols, reuseA, reuseB, workers);
  }

  /** By an operand of the shape of the result. */
  private static Matrix own(
      BinaryFunction f, Matrix a, Matrix b, int rows, int cols, Workers workers) {
    Matrix own = null;
    if (a instanceof OwnCells cells && a.rows() == rows && a.cols() == cols) {
      own = cells.withMatrix(f, true, b, workers);
    }
    if (own == null && b instanceof OwnCells cells && b.rows() == rows && b.cols() == cols) {
      own = cells.withMatrix(f, false, a, workers);
    }
    return own;
  }

  public static Matrix scalarRight(
      BinaryFunction f, Matrix a, double y, boolean reuse, Workers workers) {
    if (a instanceof Plain plain) {
      return scalarRight(f, plain, y, reuse, workers);
    }
    Matrix own = a instanceof OwnCells cells ? cells.withScalar(f, true, y, workers) : null;
    if (own != null) {
      return own;
    }
    return scalarRight(f, a.plain(workers), y, true, workers);
  }

  private static Matrix scalarRight(
      BinaryFunction f, Plain a, double y, boolean reuse, Workers workers) {
    if (a instanceof Dense dense) {
      return DenseCells.scalarRight(f, dense, y, reuse, workers);
    }
    double ofZero = f.absorbsZeros() ? 0 : f.apply(0, y);
    return SparseCells.map(
        (x, xi, c, ci, n) -> f.applyScalarRight(x, xi, y, c, ci, n),
        ofZero,
        (Sparse) a,
        reuse,
        workers);
  }

  public static Matrix scalarLeft(
      BinaryFunction f, double x, Matrix b, boolean reuse, Workers workers) {
    if (b instanceof Plain plain) {
      return scalarLeft(f, x, plain, reuse, workers);
    }
    Matrix own = b instanceof OwnCells cells ? cells.withScalar(f, false, x, workers) : null;
    if (own != null) {
      return own;
    }
    return scalarLeft(f, x, b.plain(workers), true, workers);
  }

  private static Matrix scalarLeft(
      BinaryFunction f, double x, Plain b, boolean reuse, Workers workers) {
    if (b instanceof Dense dense) {
      return DenseCells.scalarLeft(f, x, dense, reuse, workers);
    }
    double ofZero = f.absorbsZeros() ? 0 : f.apply(x, 0);
    return SparseCells.map(
        (y, yi, c, ci, n) -> f.applyScalarLeft(x, y, yi, c, ci, n),
        ofZero,
        (Sparse) b,
        reuse,
        workers);
  }

  /**
   * Per cell: {@code condition != 0 ? a : b} (NaN is true). A null matrix stands for the scalar
   * beside it; at least one is not null; matrices have equal shapes or are 1x1.
   */
  public static Matrix ifelse(
      Matrix condition,
      double conditionScalar,
      Matrix a,
      double aScalar,
      Matrix b,
      double bScalar,
      Workers workers) {
    return Choice.ifelse(
        Choice.Operand.of(condition, conditionScalar),
        Choice.Operand.of(a, aScalar),
        Choice.Operand.of(b, bScalar),
        workers);
  }

  /** Cells equal to pattern (NaN equals NaN) become replacement. */
  public static Matrix replace(
      Matrix a, double pattern, double replacement, boolean reuse, Workers workers) {
    return unary(Choice.replacement(pattern, replacement), a, reuse, workers);
  }

  private static Matrix equalShapes(
      BinaryFunction f, Matrix a, Matrix b, boolean reuseA, boolean reuseB, Workers workers) {
    if (a instanceof Dense denseA && b instanceof Dense denseB) {
      return DenseCells.equalShapes(f, denseA, denseB, reuseA, reuseB, workers);
    }
    if (a.isSparse() && b.isSparse()) {
      if (f.keepsZeros()) {
        Sparse sparseA = (Sparse) a.plain(workers);
        Sparse sparseB = a == b ? sparseA : (Sparse) b.plain(workers);
        return SparseMerge.merge(f, sparseA, sparseB, f.absorbsZeros(), workers);
      }
    } else if (f.absorbsZeros() && (a.isSparse() || b.isSparse())) {
      return a.isSparse()
          ? zip(f, a, b.plain(workers), true, reuseA, workers)
          : zip(f, b, a.plain(workers), false, reuseB, workers);
    }
    return DenseCells.rowByRow(f, a, b, a.rows(), a.cols(), reuseA, reuseB, workers);
  }

  /** The non-zeros of a packed matrix become those of the result: all of them are needed. */
  private static Matrix zip(
      BinaryFunction f, Matrix sparse, Matrix b, boolean left, boolean reuse, Workers workers) {
    Plain a = sparse.plain(workers);
    return SparseCells.zip(f, (Sparse) a, (Dense) b, left, reuse || a != sparse, workers);
  }

  private static Matrix broadcast(
      BinaryFunction f,
      Matrix a,
      Matrix b,
      int rows,
      int cols,
      boolean reuseA,
      boolean reuseB,
      Workers workers) {
    boolean fullA = a.rows() == rows && a.cols() == cols;
    boolean fullB = b.rows() == rows && b.cols() == cols;
    if (!fullA && !fullB && f.absorbsZeros()) {
      long nnz = Math.multiplyExact(a.nnz(), b.nnz());
      Plain x = a.plain(workers);
      Plain y = b.plain(workers);
      if (Formats.sparse(rows, cols, nnz)
          && SparseCells.zerosAbsorb(f, x, y)
          && SparseCells.zerosAbsorb(f, y, x)) {
        return SparseCells.outer(f, x, y, rows, cols, (int) nnz);
      }
    }
    if (fullA && a.isSparse()) {
      Dense vector = Formats.toDense(b, workers);
      if (SparseCells.keepsZeros(f, vector, true)) {
        return zip(f, a, vector, true, reuseA, workers);
      }
    }
    if (fullB && b.isSparse()) {
      Dense vector = Formats.toDense(a, workers);
      if (SparseCells.keepsZeros(f, vector, false)) {
        return zip(f, b, vector, false, reuseB, workers);
      }
    }
    return DenseCells.rowByRow(f, a, b, rows, cols, reuseA && fullA, reuseB && fullB, workers);
  }

  /** The size of the result in one direction: equal sizes, or 1 is repeated. */
  private static int common(BinaryFunction f, int sizeA, int sizeB, Matrix a, Matrix b) {
    if (sizeA == sizeB || sizeB == 1) {
      return sizeA;
    }
    if (sizeA == 1) {
      return sizeB;
    }
    throw new InputError(
        "operands of "
            + f.name()
            + " need equal shapes or a fitting row, column or 1x1 on one side, but are "
            + a.shape()
            + " and "
            + b.shape());
  }
}
