package dev.linden.spark.block;

import dev.linden.base.ResourceError;
import dev.linden.op.Size;
import java.io.Serializable;

/**
 * How a matrix is cut into blocks: squares, smaller ones at the right and lower edges.
 *
 * @param side rows and columns of an inner block
 */
public record Grid(long rows, long cols, int side) implements Serializable {
  public long rowBlocks() {
    return count(rows);
  }

  public long colBlocks() {
    return count(cols);
  }

  public long blocks() {
    long count = Size.of(rowBlocks(), colBlocks()).cells();
    if (count == Long.MAX_VALUE) {
      throw new ResourceError(
          "a " + rows + "x" + cols + " matrix has too many blocks of " + side + "x" + side);
    }
    return count;
  }

  public boolean isSingleBlock() {
    return rows <= side && cols <= side;
  }

  private long count(long cells) {
    return (cells + side - 1) / side;
  }

  public long firstRow(BlockIndex index) {
    return index.row() * side;
  }

  public long firstCol(BlockIndex index) {
    return index.col() * side;
  }

  /** Rows of a block. */
  public int height(BlockIndex index) {
    return (int) Math.min(side, rows - index.row() * side);
  }

  /** Columns of a block. */
  public int width(BlockIndex index) {
    return (int) Math.min(side, cols - index.col() * side);
  }

  /** The block at a place in row-major order. */
  public BlockIndex at(long position) {
    return new BlockIndex(position / colBlocks(), position % colBlocks());
  }

  public Grid transposed() {
    return new Grid(cols, rows, side);
  }

  public Grid with(long newRows, long newCols) {
    return new Grid(newRows, newCols, side);
  }

  public Size size() {
    return Size.of(rows, cols);
  }
}
