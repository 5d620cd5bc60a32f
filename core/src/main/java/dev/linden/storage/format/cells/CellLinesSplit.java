package dev.linden.storage.format.cells;

import dev.linden.storage.format.SplitCells;
import dev.linden.storage.format.Triples;
import dev.linden.storage.text.ChunkResults;
import dev.linden.storage.text.Stretch;
import java.util.ArrayList;

/** A file of lines {@code row column value} that several machines read. */
public record CellLinesSplit(String path, CellReader reader, ArrayList<Stretch> stretches)
    implements SplitCells {

  @Override
  public int rows() {
    return reader.rows();
  }

  @Override
  public int cols() {
    return reader.cols();
  }

  @Override
  public long entries() {
    return reader.entries();
  }

  @Override
  public long count(Stretch stretch) {
    long sum = 0;
    try (ChunkResults<Long> counts = stretch.map(reader::count)) {
      for (long count : counts) {
        sum += count;
      }
    }
    return sum;
  }

  @Override
  public void check(long found) {
    reader.checkEntries(path, found);
  }

  @Override
  public ChunkResults<Triples> read(Stretch stretch) {
    return stretch.map(reader::parse);
  }
}
