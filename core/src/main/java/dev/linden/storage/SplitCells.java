package dev.linden.storage;

import java.util.ArrayList;

/**
 * A file of lines {@code row column value} that several machines read, each some stretches of it.
 * Of equal cells the last one counts, so whoever puts the cells together needs to know the order of
 * the stretches.
 *
 * @param entries lines that must be there, -1 if nobody says how many
 */
public record SplitCells(
    String path,
    int rows,
    int cols,
    boolean pattern,
    boolean symmetric,
    boolean comments,
    long entries,
    ArrayList<Stretch> stretches)
    implements SplitRead {

  static SplitCells ofText(Parts parts, long rows, long cols, FileStore store, int bytes) {
    return new SplitCells(
        parts.path(),
        Dimensions.check(parts.path(), "rows", rows),
        Dimensions.check(parts.path(), "columns", cols),
        false,
        false,
        false,
        -1,
        Stretch.all(parts, store, bytes, 0, part -> -1));
  }

  static SplitCells ofMatrixMarket(Parts parts, FileStore store, int bytes, MatrixMarket head) {
    return new SplitCells(
        parts.path(),
        Dimensions.check(parts.path(), "rows", head.rows()),
        Dimensions.check(parts.path(), "columns", head.cols()),
        head.pattern(),
        head.symmetric(),
        true,
        head.entries(),
        Stretch.all(parts, store, bytes, head.bodyOffset(), part -> -1));
  }

  private CellReader reader() {
    return new CellReader(rows, cols, pattern, symmetric, comments);
  }

  /** Lines of a stretch that hold a cell. */
  public long count(Stretch stretch) {
    long sum = 0;
    try (ChunkResults<Long> counts = stretch.map(reader()::count)) {
      for (long count : counts) {
        sum += count;
      }
    }
    return sum;
  }

  /** The cells of a stretch in their order. */
  public ChunkResults<Triples> read(Stretch stretch) {
    return stretch.map(reader()::parse);
  }

  /** When the entries of all stretches are counted. */
  public void check(long found) {
    MatrixMarket.checkEntries(path, entries, found);
  }
}
