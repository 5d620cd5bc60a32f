/**
 * Collections of other programs as matrices, and back. In: RDDs of rows or cells in any order; out:
 * blocks, and the other way round. One pass counts rows and widths ({@code RowCounts}), a second
 * one cuts batches of rows into pieces of blocks. Data stay on the executors. Start reading at
 * {@link dev.linden.spark.exchange.Exchange}.
 */
package dev.linden.spark.exchange;
