/**
 * Operations on single cells.
 *
 * <pre>
 *   C[i,j] = f(A[i,j])                     unary
 *   C[i,j] = f(A[i,j], y), f(x, B[i,j])    with a scalar
 *   C[i,j] = f(A[i,j], B[i,j])             equal shapes; a row, column or 1x1 is repeated
 *   C[i,j] = f(a[i], b[j])                 a column against a row
 *   C[i,j] = T[i,j] != 0 ? A[i,j] : B[i,j] ifelse
 * </pre>
 *
 * <p>The functions are those of {@link dev.linden.matrix.Cells}; nothing here knows what they
 * compute, only what they make of zeros. If {@code f(0) = 0} (or {@code f(0, 0) = 0}), a sparse
 * operand is walked non-zero by non-zero ({@code SparseCells}, {@code SparseMerge}); all else is
 * dense rows in, dense rows out ({@code DenseCells}). The result takes the form that suits its
 * non-zeros.
 *
 * <p>Split: stretches of 32,768 cells, rows of that many cells, or stretches of the array of
 * non-zeros. Cells are independent, so any split gives the same bits.
 *
 * <p>Start reading at {@link dev.linden.matrix.kernel.cells.Elementwise}. Packed operands: {@link
 * dev.linden.matrix.kernel.cells.OwnCells}.
 */
package dev.linden.matrix.kernel.cells;
