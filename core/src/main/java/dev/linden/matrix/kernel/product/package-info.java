/**
 * Products of matrices in all pairs of representations.
 *
 * <pre>
 *   C[i,j] = sum over k of A[i,k] * B[k,j]       multiply; either side may be read as its transpose
 *   t(X) %*% X,  X %*% t(X)                      tsmm: symmetric, half of it is computed
 *   t(X) %*% (w * (X %*% v)),                    mmchain: one pass over X
 *   t(X) %*% ((X %*% v) - y)
 *   f(X, U %*% t(V))                             OuterProduct: only where X is not zero
 *   sum((X - U %*% t(V))^2)                      SquaredLoss: expanded, without the product
 *   C[ik] = sum over j of A[ij] * B[jk]          einsum over named indexes
 * </pre>
 *
 * <p>Dense times dense: large ones are packed into strips for a register kernel ({@code
 * PackedGemm}, or native code), small and narrow ones are dot products or sums of rows ({@code
 * DenseGemm}). With a sparse operand, rows of the result are sums of rows of B ({@code
 * SparseGemm}). Zeros that a sparse operand does not store absorb NaN and infinities; stored ones
 * do not.
 *
 * <p>Split: between rows of the result, or tiles of it; with few rows and a long inner dimension
 * between fixed stretches of that, whose partial results are added in order. Chains have a partial
 * result per range of rows of X. Weighted products split rows with about the same number of
 * non-zeros.
 *
 * <p>Start reading at {@link dev.linden.matrix.kernel.product.MatMult}. Packed operands: {@link
 * dev.linden.matrix.kernel.product.OwnProducts}.
 */
package dev.linden.matrix.kernel.product;
