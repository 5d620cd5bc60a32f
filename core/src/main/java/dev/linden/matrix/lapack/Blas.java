package dev.linden.matrix.lapack;

import java.nio.DoubleBuffer;
import java.nio.IntBuffer;

/**
 * Native code for blocks of dense row-major matrices outside the Java heap (see {@link
 * NativeMemory}). A block starts at the position of its buffer; ld is the distance of rows. Every
 * call runs on the calling thread alone, and for the same arguments gives the same bits.
 */
public interface Blas {
  /**
   * {@code C = alpha op(A) op(B) + beta C}, where op(A) is m x k, op(B) is k x n and op transposes
   * if asked. With beta 0, C may hold anything.
   */
  void gemm(
      boolean transposeA,
      boolean transposeB,
      int m,
      int n,
      int k,
      double alpha,
      DoubleBuffer a,
      int lda,
      DoubleBuffer b,
      int ldb,
      double beta,
      DoubleBuffer c,
      int ldc);

  /**
   * {@code C = t(A) A + beta C} for a k x n matrix A, or {@code A t(A) + beta C} for an n x k
   * matrix if not {@code transposeFirst}: the cells on and above the diagonal.
   */
  void syrk(
      boolean transposeFirst,
      int n,
      int k,
      DoubleBuffer a,
      int lda,
      double beta,
      DoubleBuffer c,
      int ldc);

  /** Overwrites the m x n matrix B with the X of X t(L) = B, for a lower triangular L. */
  void solveByLowerTransposed(int m, int n, DoubleBuffer l, int ldl, DoubleBuffer b, int ldb);

  /** Overwrites the m x n matrix B with the X of X U = B, for an upper U with ones on it. */
  void solveByUnitUpper(int m, int n, DoubleBuffer u, int ldu, DoubleBuffer b, int ldb);

  /** As {@link Lapack#cholesky}. */
  int cholesky(int n, DoubleBuffer a, int lda);

  /**
   * A = L U P for an m x n matrix with m at most n: L on and below the diagonal, U above it and
   * with ones on it, and column k was exchanged with {@code pivots[k] - 1}.
   */
  void factorRows(int m, int n, DoubleBuffer a, int lda, IntBuffer pivots);

  /** Exchanges the columns of an m-row matrix as {@link #factorRows} did in k steps. */
  void exchangeColumns(int m, DoubleBuffer a, int lda, int k, IntBuffer pivots);

  /**
   * Overwrites the columns of B, which lie one after the other, with the solutions of A x = b, or
   * of t(A) x = b; A has been factored by rows.
   */
  void solveFactored(
      boolean transposed,
      int n,
      int columns,
      DoubleBuffer factors,
      IntBuffer pivots,
      DoubleBuffer b);

  /**
   * Reduces an m x n matrix by {@link Lapack#qr}.
   *
   * @param tau min(m, n) cells
   */
  void qr(int m, int n, DoubleBuffer a, DoubleBuffer tau);

  /**
   * Eigenvalues of a symmetric finite matrix in ascending order; A is overwritten with unit
   * eigenvectors as rows.
   */
  void symmetricEigen(int n, DoubleBuffer a, DoubleBuffer values);

  /**
   * A = U diag(s) t(V) for a finite m x n matrix and k = min(m, n): U is m x k, V is n x k and
   * written as its k x n transpose; s descends. A is destroyed.
   */
  void svd(int m, int n, DoubleBuffer a, DoubleBuffer u, DoubleBuffer s, DoubleBuffer transposedV);
}
