/**
 * Compressed matrices: columns in groups, and for each group the distinct tuples once and a code
 * for every row. Products and aggregates work on tuples and counts; what has no form on groups
 * unpacks some rows at a time.
 *
 * <pre>
 *   rows     columns 0 3      columns 1 2 4      column 5
 *          ┌────────────┐   ┌──────────────┐   ┌──────────┐
 *    0     │ 2          │   │ 0            │   │ 0.731    │
 *    1     │ 0          │   │ 0            │   │ -1.24    │
 *    2     │ 2          │   │ 1            │   │ 0.008    │
 *    …     │ …          │   │ …            │   │ …        │
 *          ├────────────┤   ├──────────────┤   └──────────┘
 *          │ 0: 1.5  7  │   │ 0: 0  0  0   │      plain
 *          │ 1: 1.5  8  │   │ 1: 0  1  0   │
 *          │ 2: 2.5  7  │   │ unit vectors │
 *          └────────────┘   └──────────────┘
 *           codes, tuples    codes, tuples that are not stored
 *
 *   codes ◄── group ──► dictionary      encode ──► group      plan ──► encode
 *     operator ──► group                CompressedMatrix ──► all of them
 * </pre>
 *
 * <p>The plain form of a compressed matrix is dense or sparse, and operators treat its zeros as
 * that form does. Start reading at {@link dev.linden.matrix.compress.CompressedMatrix}.
 */
package dev.linden.matrix.compress;
