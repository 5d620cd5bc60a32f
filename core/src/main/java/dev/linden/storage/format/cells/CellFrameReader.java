package dev.linden.storage.format.cells;

import dev.linden.base.InputError;
import dev.linden.frame.Column;
import dev.linden.frame.ColumnBuilder;
import dev.linden.frame.ColumnType;
import dev.linden.frame.Frame;
import dev.linden.storage.format.Dimensions;
import dev.linden.storage.format.FileSource;
import dev.linden.storage.text.Lines;
import dev.linden.storage.text.NumberText;
import dev.linden.storage.text.Parts;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;

/** Reads a frame from lines {@code row column value}; cells without a line are missing. */
final class CellFrameReader {
  private CellFrameReader() {}

  static Frame read(FileSource file) throws IOException {
    Parts parts = file.parts();
    int rows = Dimensions.check(parts.path(), "rows", file.parameters().rows());
    int cols = Dimensions.check(parts.path(), "columns", file.parameters().cols());
    String[][] cells = new String[cols][rows];
    for (Parts.Part part : parts.list()) {
      parts.visitLines(
          part,
          line -> {
            if (!line.isBlank()) {
              readCell(part, line, cells, rows);
            }
            return true;
          });
    }
    List<ColumnType> schema = file.schema(cols);
    Column[] columns = new Column[cols];
    for (int j = 0; j < cols; j++) {
      columns[j] = column(file.path(), schema.get(j), cells[j], j);
    }
    return Frame.of(rows, Arrays.asList(columns));
  }

  private static Column column(String path, ColumnType type, String[] texts, int j) {
    ColumnBuilder column = new ColumnBuilder(type, texts.length);
    for (int i = 0; i < texts.length; i++) {
      if (texts[i] == null) {
        column.addMissing();
        continue;
      }
      try {
        column.add(texts[i]);
      } catch (InputError e) {
        throw new InputError(
            path + ": row " + (i + 1) + ", column " + (j + 1) + ": " + e.getMessage(), e);
      }
    }
    return column.build();
  }

  /** The value is all that follows the blank behind the column index. */
  private static void readCell(Parts.Part part, Lines line, String[][] cells, int rows) {
    byte[] bytes = line.bytes();
    int rowEnd = Lines.find((byte) ' ', bytes, line.start(), line.end());
    int colEnd = Lines.find((byte) ' ', bytes, Math.min(rowEnd + 1, line.end()), line.end());
    long row = NumberText.parseIndex(bytes, line.start(), rowEnd);
    long col = colEnd > rowEnd ? NumberText.parseIndex(bytes, rowEnd + 1, colEnd) : -1;
    if (row < 0 || col < 0) {
      throw new InputError(
          part.path() + ": expected a line \"row column value\", found \"" + line.text() + "\"");
    }
    if (row < 1 || row > rows || col < 1 || col > cells.length) {
      throw new InputError(
          part.path()
              + ": cell ("
              + row
              + ","
              + col
              + ") is outside a "
              + rows
              + "x"
              + cells.length
              + " frame");
    }
    cells[(int) col - 1][(int) row - 1] = line.text(Math.min(colEnd + 1, line.end()), line.end());
  }
}
