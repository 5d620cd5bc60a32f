package dev.linden.spark.block;

import dev.linden.matrix.Matrix;
import java.io.Serializable;

/**
 * A rectangle on its way into a block.
 *
 * @param row first row of the block that it covers
 * @param layer pieces of higher layers cover those of lower ones
 */
public record Piece(int row, int col, int layer, Matrix cells) implements Serializable {}
