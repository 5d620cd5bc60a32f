package dev.linden.storage.format.binary;

import dev.linden.matrix.Dense;
import java.nio.DoubleBuffer;

/** Walks over the cells of a block of a dense matrix, row by row. */
final class BlockCursor {
  private final Dense matrix;
  private final int firstCol;
  private final int cols;
  private int row;
  private int col;

  /** At the first cell of a block of this many columns. */
  BlockCursor(Dense matrix, int firstRow, int firstCol, int cols) {
    this.matrix = matrix;
    this.row = firstRow;
    this.firstCol = firstCol;
    this.cols = cols;
  }

  /** Copies the next {@code cells} cells of the block to a buffer. */
  void copyTo(DoubleBuffer to, int cells) {
    for (int left = cells; left > 0; ) {
      int count = together(left);
      to.put(matrix.panelOf(row), matrix.offset(row) + firstCol + col, count);
      move(count);
      left -= count;
    }
  }

  /** Overwrites the next {@code cells} cells of the block with those of a buffer. */
  void copyFrom(DoubleBuffer from, int cells) {
    for (int left = cells; left > 0; ) {
      int count = together(left);
      from.get(matrix.panelOf(row), matrix.offset(row) + firstCol + col, count);
      move(count);
      left -= count;
    }
  }

  /** Cells from here on that lie side by side: whole rows of the matrix do. */
  private int together(int most) {
    long cells = cols == matrix.cols() ? (long) (matrix.panelEnd(row) - row) * cols : cols;
    return (int) Math.min(most, cells - col);
  }

  private void move(int cells) {
    row += (col + cells) / cols;
    col = (col + cells) % cols;
  }
}
