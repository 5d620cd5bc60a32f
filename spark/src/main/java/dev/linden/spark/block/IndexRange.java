package dev.linden.spark.block;

import java.util.Iterator;
import java.util.NoSuchElementException;
import scala.Tuple2;

/** The blocks of a range in row-major order, one after the other. */
final class IndexRange implements Iterator<Tuple2<BlockIndex, Boolean>> {
  private final Grid grid;
  private final long end;
  private long next;

  IndexRange(Grid grid, long start, long end) {
    this.grid = grid;
    this.next = start;
    this.end = end;
  }

  @Override
  public boolean hasNext() {
    return next < end;
  }

  @Override
  public Tuple2<BlockIndex, Boolean> next() {
    if (next >= end) {
      throw new NoSuchElementException();
    }
    return new Tuple2<>(grid.at(next++), true);
  }
}
