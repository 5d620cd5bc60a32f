package dev.linden.matrix.lapack;

import dev.linden.matrix.Workers;

/**
 * Factorisations of dense matrices. A matrix is a row-major array without gaps, and most methods
 * overwrite it. Implementations must be backward stable: the same tests hold for all of them.
 */
public interface Lapack extends AutoCloseable {
  /**
   * Floating-point operations from which on native code is asked. Finding and loading a library
   * takes some 400 ms, once: a single solve of order 1000 loses about 200 ms by it, the second one
   * gains as much. A compromise for scripts that factor more than once.
   */
  double NATIVE_WORK = 2e8;

  /**
   * The implementation for an operation of this many floating-point operations. It depends on the
   * operation only, never on what ran before, so that a script gives the same bits each time.
   */
  static Lapack forWork(double flops, Workers workers) {
    NativeLibrary library =
        flops >= NATIVE_WORK && workers.nativeCode() ? NativeLibrary.find() : null;
    return library == null ? new JavaLapack(workers) : onBlocks(library, workers);
  }

  /** Native code whose work the workers share. */
  static Lapack onBlocks(NativeLibrary library, Workers workers) {
    return new BlockedLapack(library, workers);
  }

  /** Ends the use of factors. */
  @Override
  default void close() {}

  /**
   * P A = L U with partial pivoting: L below the diagonal (its ones are not stored), U above. Step
   * k exchanged the rows k and {@code pivots[k] >= k}. Completes also for singular A.
   */
  void lu(int n, double[] a, int[] pivots);

  /**
   * Prepares A for {@link #solveFactored}, {@link #solveTransposed} and {@link #invertFactored}.
   * What is stored is up to the implementation, but the product of the diagonal is the determinant
   * of A, with one change of sign per {@code pivots[k] != k}. Holds until the next call of this
   * method, or {@link #close}.
   */
  void factor(int n, double[] a, int[] pivots);

  /** Overwrites the n x columns matrix B with the X of A X = B. */
  void solveFactored(int n, double[] factored, int[] pivots, int columns, double[] b);

  /** Overwrites the vector b with the x of t(A) x = b. */
  void solveTransposed(int n, double[] factored, int[] pivots, double[] b);

  /** Overwrites the factors with the inverse of A. */
  void invertFactored(int n, double[] factored, int[] pivots);

  /**
   * Overwrites the lower triangle of a symmetric matrix with the L of A = L t(L); the upper one is
   * not read and left undefined.
   *
   * @return 0, or the 1-based order of the first leading block that is not positive definite
   */
  int cholesky(int n, double[] a);

  /**
   * A = Q R for an m x n matrix, with Q = H_0 H_1 ... and H_k = I - tau_k v_k t(v_k): R on and
   * above the diagonal, v_k below it in column k. v_k is zero above position k and 1 there, which
   * is not stored. tau has min(m, n) cells.
   */
  void qr(int m, int n, double[] a, double[] tau);

  /**
   * Eigenvalues of a symmetric finite matrix in ascending order; A is overwritten with unit
   * eigenvectors as columns.
   */
  void symmetricEigen(int n, double[] a, double[] values);

  /**
   * Eigenvalues of any finite matrix in any order, and eigenvectors of length 1 as columns. A is
   * destroyed.
   *
   * @return false if there are eigenvalues that are not real; nothing is defined then
   */
  boolean eigen(int n, double[] a, double[] values, double[] vectors);

  /**
   * A = U diag(s) t(V) for a finite m x n matrix and k = min(m, n): U is m x k, V is n x k, s
   * descends. A is destroyed.
   */
  void svd(int m, int n, double[] a, double[] u, double[] s, double[] v);
}
