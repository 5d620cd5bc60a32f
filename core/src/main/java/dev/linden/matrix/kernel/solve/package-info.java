/**
 * Linear systems, decompositions, roots and transforms of whole matrices.
 *
 * <pre>
 *   A X = B                      solve, inverse, determinant: LU with partial pivoting; rows and columns are scaled before
 *   A = L t(L),  Q R,  P L U     cholesky, qr, lu
 *   A = V diag(l) t(V)           eigen
 *   A = U diag(s) t(V)           svd
 *   Y Y = A                      matrix roots
 *   F[k] = sum over n of x[n] * exp(-2 pi i k n / N)     Fourier
 * </pre>
 *
 * <p>Any matrix becomes one flat array first ({@link dev.linden.matrix.kernel.rows.Flat}); the
 * arithmetic is that of {@link dev.linden.matrix.lapack}, which splits the updates of blocks behind
 * each panel between threads, or native code. Fourier transforms are split between rows.
 *
 * <p>Start reading at {@link dev.linden.matrix.kernel.solve.Solve}.
 */
package dev.linden.matrix.kernel.solve;
