package dev.linden.storage.format.csv;

import dev.linden.base.InputError;
import dev.linden.frame.Column;
import dev.linden.frame.ColumnBuilder;
import dev.linden.frame.ColumnType;
import dev.linden.frame.Frame;
import dev.linden.matrix.Workers;
import dev.linden.storage.text.BadLine;
import dev.linden.storage.text.Dialect;
import dev.linden.storage.text.Lines;
import dev.linden.storage.text.Parts;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Reads a csv frame in parallel: each chunk gives typed columns, which are joined in the order of
 * the file. An empty field and the texts for missing values are missing cells; blanks around a
 * field do not count. Quotes stay part of a text, with the blanks between them, and a separator
 * between them does not split. Blank lines are skipped, except in a file of one column whose
 * declared number of rows counts them.
 */
final class CsvFrameReader {

  /**
   * What the fields of a line become.
   *
   * @param fill whether an empty field is allowed
   * @param emptyText the text that an empty field stands for, null if it is a missing cell
   */
  record Cells(List<ColumnType> schema, Dialect dialect, boolean fill, String emptyText) {}

  private final Parts parts;
  private final Cells cells;
  private final Dialect dialect;
  private final int cols;
  private final long declaredRows;
  private final int chunkBytes;
  private final Workers workers;
  private final Set<String> missing = new HashSet<>();

  CsvFrameReader(Parts parts, Cells cells, long declaredRows, int chunkBytes, Workers workers) {
    this.parts = parts;
    this.cells = cells;
    this.dialect = cells.dialect;
    this.cols = cells.schema.size();
    this.declaredRows = declaredRows;
    this.chunkBytes = chunkBytes;
    this.workers = workers;
    dialect.naStrings().forEach(text -> missing.add(text.strip()));
  }

  Frame read() throws IOException {
    CsvHeader header = CsvHeader.find(parts, dialect);
    boolean keepBlank = cols == 1 && declaredRows >= 0 && countLines(header) == declaredRows;
    List<List<Column>> pieces =
        parts.map(
            chunkBytes, 0, workers, (c, part, lines) -> piece(header, part, lines, keepBlank));
    Column[] columns = new Column[cols];
    workers.forRanges(
        cols,
        1,
        (start, end) -> {
          for (int j = start; j < end; j++) {
            columns[j] = column(pieces, j);
          }
        });
    int rows = cols == 0 ? (int) Math.max(0, declaredRows) : columns[0].size();
    if (declaredRows >= 0 && declaredRows != rows) {
      throw new InputError(parts.path() + ": expected " + declaredRows + " rows, found " + rows);
    }
    return header.names().isEmpty()
        ? Frame.of(rows, List.of(columns))
        : new Frame(rows, names(header), List.of(columns));
  }

  private Column column(List<List<Column>> pieces, int j) {
    return pieces.isEmpty()
        ? new ColumnBuilder(cells.schema.get(j)).build()
        : Column.concat(pieces.stream().map(piece -> piece.get(j)).toList());
  }

  private List<String> names(CsvHeader header) {
    if (header.names().size() != cols) {
      throw new InputError(
          parts.path()
              + ":1: expected "
              + cols
              + " names in the header, found "
              + header.names().size());
    }
    return header.names();
  }

  private long countLines(CsvHeader header) throws IOException {
    List<Integer> counts =
        parts.map(
            chunkBytes,
            0,
            workers,
            (c, part, lines) -> {
              int count = 0;
              while (lines.next()) {
                count += lines.offset() == header.offset(part) ? 0 : 1;
              }
              return count;
            });
    return counts.stream().mapToLong(Integer::longValue).sum();
  }

  private List<Column> piece(CsvHeader header, Parts.Part part, Lines lines, boolean keepBlank) {
    List<ColumnBuilder> builders = new ArrayList<>();
    for (ColumnType type : cells.schema) {
      builders.add(new ColumnBuilder(type));
    }
    long headerOffset = header.offset(part);
    while (lines.next()) {
      boolean blank = dialect.isBlank(lines.bytes(), lines.start(), lines.end());
      if (lines.offset() != headerOffset && (keepBlank || !blank)) {
        addRow(lines, builders);
      }
    }
    return builders.stream().map(ColumnBuilder::build).toList();
  }

  private void addRow(Lines line, List<ColumnBuilder> builders) {
    byte[] bytes = line.bytes();
    int end = line.end();
    int field = 0;
    int start = dialect.firstField(bytes, line.start(), end);
    while (start >= 0) {
      if (field == cols) {
        throw wrongCount(line);
      }
      int fieldEnd = dialect.fieldEnd(bytes, start, end);
      String text = new String(bytes, start, fieldEnd - start, StandardCharsets.UTF_8);
      addCell(line, field, text, builders.get(field));
      field++;
      start = dialect.nextField(bytes, fieldEnd, end);
    }
    if (field < cols) {
      throw wrongCount(line);
    }
  }

  private void addCell(Lines line, int field, String text, ColumnBuilder column) {
    String value = text.strip();
    if (value.isEmpty()) {
      if (!cells.fill) {
        throw new BadLine(line.number(), field + 1, "expected a value, found an empty field");
      }
      value = cells.emptyText;
    }
    if (value == null || (!missing.isEmpty() && missing.contains(value))) {
      column.addMissing();
      return;
    }
    try {
      column.add(value);
    } catch (InputError e) {
      throw new BadLine(line.number(), field + 1, e.getMessage());
    }
  }

  private BadLine wrongCount(Lines line) {
    int found = dialect.countFields(line.bytes(), line.start(), line.end());
    return new BadLine(
        line.number(),
        Math.min(found, cols) + 1,
        "expected " + cols + (cols == 1 ? " field" : " fields") + ", found " + found);
  }
}
