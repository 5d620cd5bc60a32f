/**
 * Many cells become one.
 *
 * <pre>
 *   s      = fold of A[i,j] over all i, j         sum, sum of squares, mean, min, max, product, variance, sd
 *   r[i]   = fold of A[i,j] over j                row aggregates (n x 1)
 *   c[j]   = fold of A[i,j] over i                column aggregates (1 x m)
 *   C[i,j] = fold of A[k,j] over k &lt;= i           running aggregates
 *   s      = sum of A[i,j] * B[i,j] * C[i,j]      without the product as a matrix
 *   q(p)   = the value at position ceil(p * n) of the sorted column
 * </pre>
 *
 * <p>Sums are compensated (Neumaier), variances are updated from means and squared deviations.
 * Zeros that a sparse matrix does not store enter by their number.
 *
 * <p>Split: all cells and columns by ranges of rows, each with a partial result ({@code Fold},
 * {@code ColumnFold}) that are combined in order; very wide matrices by ranges of columns; rows by
 * rows, which are independent. Running sums of few columns take two passes over blocks of rows: the
 * sums of all blocks first, then those inside each.
 *
 * <p>Start reading at {@link dev.linden.matrix.kernel.fold.Aggregate}. Packed operands: {@link
 * dev.linden.matrix.kernel.fold.OwnFolds}.
 */
package dev.linden.matrix.kernel.fold;
