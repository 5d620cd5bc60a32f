/**
 * Matrix blocks as values, and the cell functions.
 *
 * <pre>
 *   Matrix ─┬─ Plain ─┬─ Dense     all cells, in row panels
 *           │         └─ Sparse    non-zeros: Csr (rows in three arrays), Mcsr (rows that grow), Coo (triples)
 *           └─ Packed              forms of others: one class and one Packing each
 * </pre>
 *
 * <p>{@link dev.linden.matrix.Formats} decides between dense and sparse and leads from one to the
 * other. Kernels live in {@code matrix.kernel}, vector primitives in {@code matrix.simd}. Start at
 * {@link dev.linden.matrix.Matrix}; who adds a representation reads {@link
 * dev.linden.matrix.Packed}.
 */
package dev.linden.matrix;
