package dev.linden.storage;

import dev.linden.matrix.Matrix;
import dev.linden.matrix.Workers;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;

/**
 * A csv file that several machines read, each some stretches of it. Where a row belongs is known
 * when the rows of all stretches before it are counted.
 *
 * @param declaredRows -1 if nobody says how many there are
 */
public record SplitCsv(
    String path,
    byte[] separator,
    boolean whiteSpace,
    boolean fill,
    double defaultValue,
    ArrayList<String> naStrings,
    long declaredRows,
    int cols,
    ArrayList<Stretch> stretches)
    implements SplitRead {

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

  /** Rows of a stretch. */
  public long count(Stretch stretch) {
    Dialect dialect = dialect();
    try {
      Lines lines = stretch.lines();
      long rows = 0;
      while (nextRow(lines, stretch, dialect)) {
        rows++;
      }
      return rows;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The rows of a stretch that has some. */
  public Matrix read(Stretch stretch) {
    Dialect dialect = dialect();
    CsvRow row = new CsvRow(dialect, cols);
    CsvPiece piece = new CsvPiece(cols);
    NumberText numbers = new NumberText();
    try {
      Lines lines = stretch.lines();
      while (nextRow(lines, stretch, dialect)) {
        piece.add(row, lines, numbers, lines.expectedCount());
      }
    } catch (BadLine bad) {
      throw stretch.located(path, bad);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return CsvPiece.stack(List.of(piece), cols, Workers.serial());
  }

  private static boolean nextRow(Lines lines, Stretch stretch, Dialect dialect) {
    while (lines.next()) {
      if (lines.offset() != stretch.headerOffset()
          && !dialect.isBlank(lines.bytes(), lines.start(), lines.end())) {
        return true;
      }
    }
    return false;
  }
}
