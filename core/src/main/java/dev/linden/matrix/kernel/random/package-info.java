/**
 * Values made from nothing.
 *
 * <pre>
 *   C[i,j] = v                                 constants
 *   C[i]   = from + i * step                   sequences
 *   C[i,j] = F(Philox(seed, i * cols + j))     random cells; F shapes them: uniform, normal, Poisson
 *   a sample of 1..n                           with or without putting back
 * </pre>
 *
 * <p>A random cell is a function of the seed and its position in the whole matrix. So any part of a
 * matrix can be made by itself (a {@link dev.linden.matrix.kernel.random.Region}), on any machine.
 * Non-zeros of sparse matrices are chains of random gaps, along a row or a band of rows.
 *
 * <p>Split: between ranges of rows, or bands.
 *
 * <p>Start reading at {@link dev.linden.matrix.kernel.random.RandomMatrix}.
 */
package dev.linden.matrix.kernel.random;
