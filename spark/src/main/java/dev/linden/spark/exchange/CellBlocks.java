package dev.linden.spark.exchange;

import dev.linden.base.InputError;
import dev.linden.matrix.Matrix;
import dev.linden.spark.block.BlockIndex;
import dev.linden.spark.block.Grid;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Queue;
import scala.Tuple2;

/** The cells of a partition as blocks to be added up. */
final class CellBlocks implements Iterator<Tuple2<BlockIndex, Matrix>> {
  private final String name;
  private final Iterator<MatrixCell> cells;
  private final Grid grid;
  private final Map<BlockIndex, CellBuffer> buffers = new HashMap<>();
  private final Queue<Tuple2<BlockIndex, Matrix>> ready = new ArrayDeque<>();

  CellBlocks(String name, Iterator<MatrixCell> cells, Grid grid) {
    this.name = name;
    this.cells = cells;
    this.grid = grid;
  }

  @Override
  public boolean hasNext() {
    for (int k = 0; ready.isEmpty() && cells.hasNext(); k++) {
      add(cells.next());
      if (k == CellBuffer.MOST_CELLS - 1 || !cells.hasNext()) {
        buffers.forEach((index, buffer) -> ready.add(new Tuple2<>(index, buffer.block())));
        buffers.clear();
      }
    }
    return !ready.isEmpty();
  }

  private void add(MatrixCell cell) {
    if (cell.row() < 1 || cell.row() > grid.rows() || cell.col() < 1 || cell.col() > grid.cols()) {
      throw new InputError(
          name
              + " is "
              + grid.size().shape()
              + ", but has a cell in row "
              + cell.row()
              + " and column "
              + cell.col());
    }
    long row = cell.row() - 1;
    long col = cell.col() - 1;
    BlockIndex index = new BlockIndex(row / grid.side(), col / grid.side());
    buffers
        .computeIfAbsent(index, i -> new CellBuffer(grid.height(i), grid.width(i)))
        .add((int) (row % grid.side()), (int) (col % grid.side()), cell.value());
  }

  @Override
  public Tuple2<BlockIndex, Matrix> next() {
    if (!hasNext()) {
      throw new NoSuchElementException();
    }
    return ready.remove();
  }
}
