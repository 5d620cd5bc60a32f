package dev.linden.storage;

import dev.linden.base.InputError;
import dev.linden.frame.Column;
import dev.linden.frame.ColumnBuilder;
import dev.linden.frame.ColumnType;
import dev.linden.frame.Frame;
import dev.linden.matrix.Workers;
import dev.linden.op.Size;
import java.io.IOException;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/** Reads a frame in any of its formats, and knows its size before. */
final class FrameReader {
  private final FileStore store;
  private final Parts parts;
  private final DataFormat format;
  private final Dialect dialect;
  private final ReadParameters parameters;

  /** {@code dialect} is null unless the format is csv. */
  FrameReader(
      FileStore store, Parts parts, DataFormat format, Dialect dialect, ReadParameters parameters) {
    this.store = store;
    this.parts = parts;
    this.format = format;
    this.dialect = dialect;
    this.parameters = parameters;
    if (format == DataFormat.MATRIX_MARKET || format == DataFormat.LIBSVM) {
      throw new InputError(parts.path() + ": a frame can't be in format \"" + format.word() + "\"");
    }
  }

  Size size() throws IOException {
    if (format == DataFormat.CSV) {
      long cols = parameters.cols() >= 0 ? parameters.cols() : CsvReader.columns(parts, dialect);
      return Size.of(parameters.rows(), cols);
    }
    if (format == DataFormat.BINARY) {
      FrameBinary.Head head = FrameBinary.head(store, onlyPart());
      checkSize(head.rows(), head.types().size());
      return Size.of(head.rows(), head.types().size());
    }
    requireSize();
    return Size.of(parameters.rows(), parameters.cols());
  }

  Frame read(int chunkBytes, Workers workers) throws IOException {
    if (format == DataFormat.BINARY) {
      Frame frame = FrameBinary.read(store, onlyPart());
      checkSize(frame.rows(), frame.cols());
      return frame;
    }
    if (format == DataFormat.TEXT) {
      requireSize();
      return readCells();
    }
    long columns = parameters.cols() >= 0 ? parameters.cols() : CsvReader.columns(parts, dialect);
    if (columns < 0) {
      throw new InputError(
          parts.path() + ": the file is empty, so the number of columns is not known");
    }
    int cols = Dimensions.check(parts.path(), "columns", columns);
    FrameCsv.Cells cells =
        new FrameCsv.Cells(schema(cols), dialect, parameters.fill(), parameters.defaultText());
    return new FrameCsv(parts, cells, parameters.rows(), chunkBytes, workers).read();
  }

  private Parts.Part onlyPart() {
    if (parts.list().size() != 1) {
      throw new InputError(parts.path() + ": a binary frame is a single file");
    }
    return parts.list().get(0);
  }

  private List<ColumnType> schema(int cols) {
    List<ColumnType> schema = parameters.schema();
    if (schema == null) {
      return Collections.nCopies(cols, ColumnType.STRING);
    }
    // One type stands for all columns.
    if (schema.size() == 1 && cols != 1) {
      return Collections.nCopies(cols, schema.get(0));
    }
    if (schema.size() != cols) {
      throw new InputError(
          parts.path()
              + ": the schema has "
              + schema.size()
              + (schema.size() == 1 ? " type" : " types")
              + " for "
              + cols
              + (cols == 1 ? " column" : " columns"));
    }
    return schema;
  }

  private void requireSize() {
    if (!parameters.sizeKnown()) {
      throw new InputError(
          parts.path()
              + ": a frame of format \"text\" needs rows= and cols= in the call or in "
              + FileStores.metadata(parts.path()));
    }
  }

  private void checkSize(long rows, long cols) {
    boolean agree =
        (parameters.rows() < 0 || parameters.rows() == rows)
            && (parameters.cols() < 0 || parameters.cols() == cols);
    if (!agree) {
      String expected = Size.of(parameters.rows(), parameters.cols()).shape();
      throw new InputError(
          parts.path()
              + ": expected a "
              + expected
              + " frame, but the file holds "
              + rows
              + "x"
              + cols);
    }
  }

  // ---- lines of row, column, value

  private Frame readCells() throws IOException {
    int rows = Dimensions.check(parts.path(), "rows", parameters.rows());
    int cols = Dimensions.check(parts.path(), "columns", parameters.cols());
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
    List<ColumnType> schema = schema(cols);
    Column[] columns = new Column[cols];
    for (int j = 0; j < cols; j++) {
      columns[j] = column(schema.get(j), cells[j], j);
    }
    return Frame.of(rows, Arrays.asList(columns));
  }

  private Column column(ColumnType type, String[] texts, int j) {
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
            parts.path() + ": row " + (i + 1) + ", column " + (j + 1) + ": " + e.getMessage(), e);
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
