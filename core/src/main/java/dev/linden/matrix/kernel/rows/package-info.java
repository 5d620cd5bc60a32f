/**
 * What the loops of all families share.
 *
 * <ul>
 *   <li>Reading rows of any matrix: {@link dev.linden.matrix.kernel.rows.RowCells} shows them with
 *       all cells, {@link dev.linden.matrix.kernel.rows.NonZeros} their non-zeros; packed rows are
 *       unpacked some at a time. {@link dev.linden.matrix.kernel.rows.RowTiles} runs whole kernels
 *       on such tiles. {@link dev.linden.matrix.kernel.rows.RowView} is for loops that know they
 *       read sparse rows.
 *   <li>Dividing work: {@link dev.linden.matrix.kernel.rows.Grain} (by cells that stay in the
 *       second-level cache) and {@link dev.linden.matrix.kernel.rows.Ranges} (by the work of a
 *       row), functions of sizes alone.
 *   <li>Building sparse results: {@link dev.linden.matrix.kernel.rows.CountedRows} where the sizes
 *       of rows are known, {@link dev.linden.matrix.kernel.rows.SparseChunks} where ranges of rows
 *       grow apart and are joined, {@link dev.linden.matrix.kernel.rows.RowAccumulator} for sums of
 *       sparse rows.
 * </ul>
 */
package dev.linden.matrix.kernel.rows;
