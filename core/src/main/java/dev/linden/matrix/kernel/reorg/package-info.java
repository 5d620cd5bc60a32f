/**
 * Cells that move and keep their values.
 *
 * <pre>
 *   C[j,i] = A[i,j]                            transpose
 *   C[i,]  = A[p[i],]                          reverse, roll, order, removeEmpty: a permutation or selection p of rows
 *   C      = A[a:b, c:d],  A[a:b, c:d] = V     indexing
 *   C      = (A, B), (A over B)                cbind, rbind
 *   C[k / n, k % n] = A[k / m, k % m]          reshape, row by row
 *   C[i,j] = j &lt;= i ? A[i,j] : 0               triangles, diagonals
 * </pre>
 *
 * <p>Split: between rows of the result, which are independent. A dense transpose goes in tiles that
 * stay in the first-level cache. A sparse one counts the non-zeros of its columns, then places
 * them; sorting distributes rows by leading bits, then sorts the buckets. Sparse results are built
 * with row sizes known beforehand ({@link dev.linden.matrix.kernel.rows.CountedRows}).
 *
 * <p>Start reading at {@link dev.linden.matrix.kernel.reorg.Reorg} and {@link
 * dev.linden.matrix.kernel.reorg.Indexing}. Packed operands: {@link
 * dev.linden.matrix.kernel.reorg.OwnSlices}.
 */
package dev.linden.matrix.kernel.reorg;
