package dev.linden.storage;

import dev.linden.base.InputError;
import dev.linden.frame.Column;
import dev.linden.frame.ColumnType;
import dev.linden.frame.Frame;
import dev.linden.matrix.Workers;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/** Writes frames as text, in parallel. */
final class FrameWriter {
  private FrameWriter() {}

  /** {@code row column value} per cell that is not missing. */
  static void writeCells(Frame frame, OutputStream out, Workers workers) throws IOException {
    OrderedWriter.writeRows(
        out,
        frame.rows(),
        frame.cols(),
        workers,
        (text, rowStart, rowEnd) -> {
          for (int i = rowStart; i < rowEnd; i++) {
            for (int j = 0; j < frame.cols(); j++) {
              if (!frame.column(j).isMissing(i)) {
                text.add(i + 1).add(' ').add(j + 1).add(' ');
                addCell(text, frame.column(j), i, "text");
                text.add('\n');
              }
            }
          }
        });
  }

  /**
   * A missing cell is an empty field. A text that holds the separator gets quotes unless it has
   * them.
   */
  static void writeCsv(
      Frame frame, boolean header, String separator, OutputStream out, Workers workers)
      throws IOException {
    byte[] between = separator.getBytes(StandardCharsets.UTF_8);
    if (header) {
      ByteText names = new ByteText(1024);
      for (int j = 0; j < frame.cols(); j++) {
        if (j > 0) {
          names.add(between);
        }
        names.add(quoted(frame.name(j), separator));
      }
      names.add('\n').writeTo(out);
    }
    OrderedWriter.writeRows(
        out,
        frame.rows(),
        frame.cols(),
        workers,
        (text, rowStart, rowEnd) -> {
          for (int i = rowStart; i < rowEnd; i++) {
            for (int j = 0; j < frame.cols(); j++) {
              if (j > 0) {
                text.add(between);
              }
              Column column = frame.column(j);
              if (column.isMissing(i)) {
                continue;
              }
              if (column.type() == ColumnType.STRING) {
                text.add(quoted(column.text(i), separator));
              } else {
                addCell(text, column, i, "csv");
              }
            }
            text.add('\n');
          }
        });
  }

  private static String quoted(String value, String separator) {
    checkLine(value, "csv");
    boolean hasQuotes = value.length() >= 2 && value.startsWith("\"") && value.endsWith("\"");
    return hasQuotes || !value.contains(separator)
        ? value
        : "\"" + value.replace("\"", "\"\"") + "\"";
  }

  private static void addCell(ByteText text, Column column, int row, String format) {
    if (column.type() == ColumnType.FP64) {
      text.add(column.number(row));
    } else {
      String value = column.text(row);
      checkLine(value, format);
      text.add(value);
    }
  }

  private static void checkLine(String value, String format) {
    if (value.indexOf('\n') >= 0 || value.indexOf('\r') >= 0) {
      throw new InputError(
          "a frame with a line break in a cell can't be written in format \""
              + format
              + "\"; use \"binary\"");
    }
  }
}
