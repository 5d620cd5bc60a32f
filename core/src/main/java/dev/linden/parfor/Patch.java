package dev.linden.parfor;

import dev.linden.matrix.Matrix;

/**
 * A rectangle of a result that contains all that some iterations have changed there. Cells that
 * they have left alone are those of the original.
 *
 * @param row of its upper left cell, from 0
 * @param col of its upper left cell, from 0
 */
public record Patch(int row, int col, Matrix cells) {}
