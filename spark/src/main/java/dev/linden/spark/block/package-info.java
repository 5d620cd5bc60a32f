/**
 * Matrices as collections of blocks. In: a matrix of the driver, or an RDD of blocks; out: the
 * other of the two, or a broadcast. {@link dev.linden.spark.block.Grid} says how a matrix is cut,
 * {@code BlockIndex} names a block, {@link dev.linden.spark.block.Distributed} is what executors
 * hold of one matrix, {@code Placement} where its blocks are, so that joins with its like move
 * nothing; {@code Registry} frees it all with the engine. {@code Scatter} cuts rectangles at the
 * borders of blocks for operators that move cells. Start reading at {@code Distributed}.
 */
package dev.linden.spark.block;
