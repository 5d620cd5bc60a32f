package dev.linden.storage.format.csv;

import dev.linden.matrix.Workers;
import dev.linden.storage.format.Dimensions;
import dev.linden.storage.format.Placed;
import dev.linden.storage.format.RowCount;
import dev.linden.storage.format.RowPlaces;
import dev.linden.storage.format.SplitRows;
import dev.linden.storage.store.FileStore;
import dev.linden.storage.text.ChunkResults;
import dev.linden.storage.text.Dialect;
import dev.linden.storage.text.NumberText;
import dev.linden.storage.text.Parts;
import dev.linden.storage.text.Stretch;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** A csv file that several machines read. */
record SplitCsv(
    String path,
    byte[] separator,
    boolean whiteSpace,
    boolean fill,
    double defaultValue,
    ArrayList<String> naStrings,
    long declaredRows,
    int cols,
    ArrayList<Stretch> stretches)
    implements SplitRows {

  static SplitCsv of(Parts parts, Dialect dialect, long rows, long cols, FileStore store, int bytes)
      throws IOException {
    CsvHeader header = CsvHeader.find(parts, dialect);
    return new SplitCsv(
        parts.path(),
        dialect.separator(),
        dialect.whiteSpace(),
        dialect.fill(),
        dialect.defaultValue(),
        new ArrayList<>(dialect.naStrings()),
        rows,
        Dimensions.check(parts.path(), "columns", cols),
        Stretch.all(parts, store, bytes, 0, header::offset));
  }

  private Dialect dialect() {
    return new Dialect(separator, whiteSpace, false, fill, defaultValue, naStrings);
  }

  @Override
  public RowCount count(Stretch stretch) {
    Dialect dialect = dialect();
    try (ChunkResults<RowCount> counts =
        stretch.map(lines -> CsvRow.count(lines, dialect, stretch.headerOffset(), cols))) {
      return RowCount.sum(counts);
    }
  }

  @Override
  public ChunkResults<Placed> read(int k, RowPlaces places) {
    Stretch stretch = stretches.get(k);
    Dialect dialect = dialect();
    CsvRow row = new CsvRow(dialect, cols);
    NumberText numbers = new NumberText();
    long[] at = {places.firstRows()[k]};
    return stretch.map(
        lines -> {
          CsvPiece piece = new CsvPiece(cols);
          while (CsvRow.next(lines, dialect, stretch.headerOffset(), places.keepBlank())) {
            piece.add(row, lines, numbers, lines.expectedCount());
          }
          if (piece.rows() == 0) {
            return null;
          }
          long first = at[0];
          at[0] += piece.rows();
          return new Placed(first, 0, CsvPiece.stack(List.of(piece), cols, Workers.serial()));
        });
  }
}
