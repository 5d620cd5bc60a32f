package dev.linden.matrix.kernel.product;

import dev.linden.base.InputError;
import dev.linden.matrix.Dense;
import dev.linden.matrix.Formats;
import dev.linden.matrix.Matrix;
import dev.linden.matrix.Packed;
import dev.linden.matrix.Plain;
import dev.linden.matrix.Sparse;
import dev.linden.matrix.Workers;
import dev.linden.matrix.kernel.reorg.Reorg;
import dev.linden.matrix.kernel.rows.RowView;

/**
 * Matrix products. Zeros that a sparse operand does not store absorb NaN and infinities; all stored
 * cells follow IEEE 754. The result is sparse where the operands let only few cells be non-zero.
 */
public final class MatMult {
  /** Dense operands with fewer columns are multiplied without transposing a sparse one. */
  private static final int NARROW = 8;

  private MatMult() {}

  /** A %*% B; inner dimensions agree. */
  public static Matrix multiply(Matrix a, Matrix b, Workers workers) {
    return multiply(a, false, b, false, workers);
  }

  /** op(A) %*% op(B), where op transposes if so told; the result is that of the plain product. */
  public static Matrix multiply(
      Matrix a, boolean transposeA, Matrix b, boolean transposeB, Workers workers) {
    int m = transposeA ? a.cols() : a.rows();
    int n = transposeB ? b.rows() : b.cols();
    int inner = transposeA ? a.rows() : a.cols();
    int innerB = transposeB ? b.cols() : b.rows();
    if (inner != innerB) {
      throw new InputError(
          "%*% needs as many columns on the left as rows on the right, but found "
              + (m + "x" + inner)
              + " and "
              + (innerB + "x" + n));
    }
    boolean nothing = a.cells() == 0 || b.cells() == 0;
    if (nothing || isEmptySparse(a) || isEmptySparse(b)) {
      return Formats.zeros(m, n);
    }
    if (a instanceof Plain left && b instanceof Plain right) {
      return multiply(left, transposeA, right, transposeB, n, workers);
    }
    Matrix own = own(a, transposeA, b, transposeB, workers);
    return own != null ? own : TiledProducts.multiply(a, transposeA, b, transposeB, n, workers);
  }

  /** By the operand that is packed, or by the larger one of two; null if it has no form for it. */
  private static Matrix own(
      Matrix a, boolean transposeA, Matrix b, boolean transposeB, Workers workers) {
    boolean right = b instanceof OwnProducts && !transposeA;
    if (right && !(a instanceof OwnProducts && a.cells() >= b.cells())) {
      return ((OwnProducts) b).timesFromLeft(a, transposeB, workers);
    }
    return a instanceof OwnProducts products
        ? products.times(transposeA, transposeB ? Reorg.transpose(b, workers) : b, workers)
        : null;
  }

  private static Matrix multiply(
      Plain a, boolean transposeA, Plain b, boolean transposeB, int n, Workers workers) {
    if (a instanceof Dense left && b instanceof Dense right) {
      return DenseGemm.multiply(left, transposeA, right, transposeB, workers);
    }
    if (transposeA && a instanceof Sparse left && b instanceof Dense right && n < NARROW) {
      Dense columns = transposeB ? DenseGemm.transpose(right, workers) : right;
      return SparseGemm.transposedTimesNarrow(left, columns, workers);
    }
    if (transposeA && !transposeB && b instanceof Sparse right && Narrow.suits(a.cols())) {
      if (a instanceof Dense left) {
        return Reorg.transpose(SparseGemm.transposedTimesNarrow(right, left, workers), workers);
      } else if (SparseGemm.fillsNarrow((Sparse) a, right)) {
        return SparseGemm.narrowTransposedTimes((Sparse) a, right, workers);
      }
    }
    if (transposeA && !transposeB && !a.isSparse() && n <= a.rows() && a.cols() >= NARROW) {
      // transposing B and the result moves fewer cells than transposing A
      Matrix reverse = SparseGemm.multiply(transposed(b, workers), a, workers);
      return Reorg.transpose(reverse, workers);
    }
    return SparseGemm.multiply(
        transposeA ? transposed(a, workers) : a, transposeB ? transposed(b, workers) : b, workers);
  }

  private static Plain transposed(Plain a, Workers workers) {
    return Reorg.transpose(a, workers).plain(workers);
  }

  /**
   * Non-zeros that the product of two sparse matrices can have: each of A meets those of a row of
   * B. -1 for all other operands.
   */
  public static long nonZerosAtMost(Matrix a, Matrix b, Workers workers) {
    return a instanceof Sparse left && b instanceof Sparse right && a.cols() == b.rows()
        ? SparseGemm.nonZerosAtMost(RowView.byRow(left), RowView.byRow(right), workers)
        : -1;
  }

  private static boolean isEmptySparse(Matrix a) {
    return a.isSparse() && a.nnz() == 0;
  }

  /** t(X) %*% X, or X %*% t(X) if not {@code left}: symmetric, so only half of it is computed. */
  public static Matrix tsmm(Matrix x, boolean left, Workers workers) {
    int n = left ? x.cols() : x.rows();
    int inner = left ? x.rows() : x.cols();
    if (x.cells() == 0 || isEmptySparse(x)) {
      return Formats.zeros(n, n);
    }
    if (x instanceof Plain plain) {
      return tsmm(plain, left, n, inner, workers);
    }
    Matrix own = x instanceof OwnProducts products ? products.timesItself(left, workers) : null;
    return own != null ? own : TiledProducts.timesItself((Packed) x, left, workers);
  }

  private static Matrix tsmm(Plain x, boolean left, int n, int inner, Workers workers) {
    if (x instanceof Sparse sparse) {
      return left
          ? SparseGemm.transposedTimesItself(sparse, workers)
          : SparseGemm.timesItsTranspose(sparse, workers);
    }
    Dense dense = (Dense) x;
    if (!DenseGemm.packs(n, n, inner, workers)) {
      return DenseGemm.multiply(dense, left, dense, !left, workers);
    }
    Dense c = Dense.allocateUncleared(n, n, workers);
    DenseGemm.multiplyLarge(dense, left, dense, !left, c, true, inner, workers);
    Symmetry.mirrorUpper(c, workers);
    return c;
  }

  /** Bytes that {@link #tsmm} of a dense X needs besides its result. */
  public static double tsmmBytes(int rows, int cols, boolean left, int threads) {
    int n = left ? cols : rows;
    double large = DenseGemm.bytesOfLarge(n, n, left ? rows : cols, threads);
    return large >= 0 ? large : DenseGemm.bytesOfTranspose(rows, cols) + 8.0 * n * n;
  }

  /**
   * Bytes that {@link #multiply} of m x k and k x n needs at most besides its result and copies of
   * sparse operands.
   */
  public static double multiplyBytes(
      long m, long n, long inner, boolean transposeA, boolean transposeB, int threads) {
    return DenseGemm.bytes(m, n, inner, transposeA, transposeB, threads);
  }

  /**
   * t(X) %*% (X %*% v), or t(X) %*% (w * (X %*% v)), or t(X) %*% ((X %*% v) - y); at most one of w
   * and y is given. Where the shapes allow, X is read only once.
   */
  public static Matrix mmchain(Matrix x, Matrix v, Matrix w, Matrix y, Workers workers) {
    if (x instanceof Plain plain) {
      return mmchain(plain, v, w, y, workers);
    }
    boolean fits = x.cols() == v.rows() && x.cells() > 0;
    Matrix own =
        fits && x instanceof OwnProducts products ? products.chain(v, w, y, workers) : null;
    if (own != null) {
      return own;
    }
    boolean byRows = fits && hasRows(w, x) && hasRows(y, x);
    return byRows
        ? TiledProducts.chain((Packed) x, v, w, y, workers)
        : MatMultChain.inSteps(x, v, w, y, workers);
  }

  private static boolean hasRows(Matrix a, Matrix x) {
    return a == null || a.rows() == x.rows();
  }

  private static Matrix mmchain(Plain x, Matrix v, Matrix w, Matrix y, Workers workers) {
    return MatMultChain.multiply(
        x, v.plain(workers), plain(w, workers), plain(y, workers), workers);
  }

  private static Plain plain(Matrix a, Workers workers) {
    return a == null ? null : a.plain(workers);
  }
}
