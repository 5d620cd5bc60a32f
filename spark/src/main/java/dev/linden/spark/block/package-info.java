/** Matrices as collections of blocks: positions, serialization, cutting and joining, broadcasts. */
package dev.linden.spark.block;
