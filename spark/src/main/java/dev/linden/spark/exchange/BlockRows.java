package dev.linden.spark.exchange;

import dev.linden.matrix.Matrix;
import dev.linden.matrix.Plain;
import dev.linden.matrix.Sparse;
import dev.linden.matrix.Workers;
import dev.linden.spark.block.BlockIndex;
import dev.linden.spark.block.Grid;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import scala.Tuple2;

/** The rows of blocks that come ordered by row and column. */
final class BlockRows implements Iterator<MatrixRow> {
  private final Grid grid;
  private final Iterator<Tuple2<BlockIndex, Matrix>> blocks;
  private final List<Plain> current = new ArrayList<>();
  private Tuple2<BlockIndex, Matrix> ahead;
  private long first;
  private int row;

  BlockRows(Grid grid, Iterator<Tuple2<BlockIndex, Matrix>> blocks) {
    this.grid = grid;
    this.blocks = blocks;
    ahead = blocks.hasNext() ? blocks.next() : null;
  }

  @Override
  public boolean hasNext() {
    if (!current.isEmpty() && row < current.get(0).rows()) {
      return true;
    }
    current.clear();
    if (ahead == null) {
      return false;
    }
    long rowBlock = ahead._1().row();
    first = grid.firstRow(ahead._1());
    row = 0;
    while (ahead != null && ahead._1().row() == rowBlock) {
      current.add(ahead._2().plain(Workers.serial()));
      ahead = blocks.hasNext() ? blocks.next() : null;
    }
    return true;
  }

  @Override
  public MatrixRow next() {
    if (!hasNext()) {
      throw new NoSuchElementException();
    }
    int width = Math.toIntExact(grid.cols());
    boolean sparse = current.stream().allMatch(Matrix::isSparse);
    MatrixRow result = sparse ? sparse(width) : dense(width);
    row++;
    return result;
  }

  private MatrixRow dense(int width) {
    double[] cells = new double[width];
    int at = 0;
    for (Matrix block : current) {
      for (int j = 0; j < block.cols(); j++) {
        cells[at + j] = block.get(row, j);
      }
      at += block.cols();
    }
    return MatrixRow.dense(first + row + 1, cells);
  }

  private MatrixRow sparse(int width) {
    int count = 0;
    for (Matrix block : current) {
      count += ((Sparse) block).end(row) - ((Sparse) block).start(row);
    }
    int[] columns = new int[count];
    double[] values = new double[count];
    int at = 0;
    int firstColumn = 0;
    for (Matrix block : current) {
      Sparse cells = (Sparse) block;
      for (int p = cells.start(row); p < cells.end(row); p++) {
        columns[at] = firstColumn + cells.columns(row)[p];
        values[at++] = cells.values(row)[p];
      }
      firstColumn += block.cols();
    }
    return new MatrixRow(first + row + 1, width, columns, values);
  }
}
