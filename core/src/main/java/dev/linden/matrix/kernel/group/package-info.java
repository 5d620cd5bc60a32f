/**
 * Cells that meet by their values.
 *
 * <pre>
 *   F[a[k], b[k]] += w[k]                      table
 *   G[g, j] = fold of X[i,j] where id[i] = g   grouped aggregates
 *   { A[i,j] }                                 distinct values: of all cells, a row, a column; counted or estimated
 *   is there an i with A[i,] = p               search for values and rows
 * </pre>
 *
 * <p>NaN equals itself here, 0 and -0 are one value. Sizes of results depend on the data.
 *
 * <p>Split: a table counts ranges of pairs apart where all weights are 1 (their order does not
 * matter) and takes pairs in order otherwise. Grouped aggregates sort rows by group first and split
 * between groups; where groups are few, ranges of rows have sums for all groups, added in order.
 * Sets of distinct values are united in any order, which no result shows.
 *
 * <p>Start reading at {@link dev.linden.matrix.kernel.group.Grouping}.
 */
package dev.linden.matrix.kernel.group;
