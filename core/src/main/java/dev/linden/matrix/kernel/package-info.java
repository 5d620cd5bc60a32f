/**
 * The loops, in families of one package each: {@code product}, {@code cells}, {@code fold}, {@code
 * reorg}, {@code group}, {@code random}, {@code layer}, {@code solve}, {@code tree}; {@code rows}
 * serves all of them. The page of a family shows its formulas and how its work is split.
 *
 * <p>A kernel is entered through a public static method, the <em>facade</em>. It takes any {@link
 * dev.linden.matrix.Matrix} and does five things in this order:
 *
 * <pre>
 *   check      shapes; trivial cases return an operand or zeros
 *   ask        a packed operand for its own form:   a instanceof OwnFolds folds ? folds.rows(...)
 *   unpack     some rows at a time:                 RowTiles.forEach(a, workers, (tile, start, end) -&gt; ...)
 *              what needs all rows at once:         Plain x = a.plain(workers)
 *   choose     the variant for dense or sparse, and allocate the result
 *   split      rows of the result into ranges:      workers.forRanges(rows, grain, (start, end) -&gt; loop)
 * </pre>
 *
 * <p>Behind the second step everything takes {@link dev.linden.matrix.Plain}, {@link
 * dev.linden.matrix.Dense} or {@link dev.linden.matrix.Sparse}, and loops take arrays. Which
 * operations packed matrices may do themselves is what {@code OwnCells}, {@code OwnFolds}, {@code
 * OwnProducts} and {@code OwnSlices} list. What is left works on rows in tiles ({@link
 * dev.linden.matrix.kernel.rows.RowTiles}, or {@link dev.linden.matrix.kernel.rows.RowTile} inside
 * a loop) if it can see rows apart from each other, else it unpacks. Fused operators ask {@code
 * OwnTuples} and {@code OwnRows}. Plain operands give plain results.
 *
 * <p>Ranges depend on sizes, never on the number of threads, and partial results are combined in
 * the order of ranges: a result has the same bits for any number of threads. A loop works on a
 * range of rows, trusts its arguments and shares nothing that it writes. {@code reuse} allows a
 * kernel to write its result over an operand and return that.
 */
package dev.linden.matrix.kernel;
