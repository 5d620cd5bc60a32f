package dev.linden.storage.format;

import dev.linden.matrix.Matrix;

/** Cells, and where their upper left corner belongs. */
public record Placed(long row, long col, Matrix cells) {}
