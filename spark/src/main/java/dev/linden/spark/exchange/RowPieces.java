package dev.linden.spark.exchange;

import dev.linden.spark.block.BlockIndex;
import dev.linden.spark.block.Grid;
import dev.linden.spark.block.Piece;
import dev.linden.spark.block.Scatter;
import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Queue;
import scala.Tuple2;

/** The rows of a partition as pieces of blocks; few of them are in memory at a time. */
final class RowPieces implements Iterator<Tuple2<BlockIndex, Piece>> {
  private final Iterator<MatrixRow> rows;
  private final Grid grid;
  private final RowBatch batch = new RowBatch();
  private final Queue<Tuple2<BlockIndex, Piece>> ready = new ArrayDeque<>();
  private long next;

  /**
   * @param next position of the first row that has no number
   */
  RowPieces(Iterator<MatrixRow> rows, long next, Grid grid) {
    this.rows = rows;
    this.next = next;
    this.grid = grid;
  }

  @Override
  public boolean hasNext() {
    while (ready.isEmpty() && rows.hasNext()) {
      MatrixRow row = rows.next();
      long position = row.number() == MatrixRow.UNNUMBERED ? next++ : row.number() - 1;
      if (!batch.takes(position, grid.side())) {
        flush();
      }
      batch.add(position, row);
    }
    if (ready.isEmpty() && !batch.isEmpty()) {
      flush();
    }
    return !ready.isEmpty();
  }

  private void flush() {
    long first = batch.first();
    ready.addAll(Scatter.place(batch.take(), first, 0, 0, grid));
  }

  @Override
  public Tuple2<BlockIndex, Piece> next() {
    if (!hasNext()) {
      throw new NoSuchElementException();
    }
    return ready.remove();
  }
}
