package dev.linden.storage.format.csv;

import dev.linden.frame.Column;
import dev.linden.frame.ColumnType;
import dev.linden.frame.Frame;
import dev.linden.matrix.Matrix;
import dev.linden.matrix.Workers;
import dev.linden.matrix.kernel.rows.NonZeros;
import dev.linden.matrix.kernel.rows.RowCells;
import dev.linden.storage.format.FileFormat;
import dev.linden.storage.format.FileTarget;
import dev.linden.storage.format.FrameText;
import dev.linden.storage.text.ByteText;
import dev.linden.storage.text.OrderedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/** Writes matrices and frames as csv, in parallel. */
final class CsvWriter {
  private CsvWriter() {}

  static void write(Matrix matrix, FileTarget file, Workers workers) throws IOException {
    String separator = file.parameters().separator();
    byte[] between = separator.getBytes(StandardCharsets.UTF_8);
    boolean emptyZeros = file.parameters().emptyZeros();
    int cols = matrix.cols();
    try (OutputStream out = file.create()) {
      if (file.parameters().header()) {
        ByteText names = new ByteText(1024);
        for (int j = 0; j < cols; j++) {
          if (j > 0) {
            names.add(between);
          }
          if (file.names() == null) {
            names.add('C').add(j + 1);
          } else {
            names.add(quoted(file.names().get(j), separator, new CsvFormat()));
          }
        }
        names.add('\n').writeTo(out);
      }
      OrderedWriter.writeRows(
          out,
          matrix.rows(),
          cols,
          workers,
          (text, rowStart, rowEnd) -> {
            NonZeros row = new NonZeros(matrix);
            RowCells all = new RowCells(matrix);
            for (int i = rowStart; i < rowEnd; i++) {
              if (!matrix.isSparse()) {
                all.read(i);
                addCells(text, all.cells(), all.offset(), cols, between, emptyZeros);
              } else {
                row.moveTo(i);
                addNonZeros(text, row, cols, between, emptyZeros);
              }
              text.add('\n');
            }
          });
    }
  }

  private static void addCells(
      ByteText text, double[] cells, int offset, int cols, byte[] between, boolean emptyZeros) {
    for (int j = 0; j < cols; j++) {
      if (j > 0) {
        text.add(between);
      }
      addCell(text, cells[offset + j], emptyZeros);
    }
  }

  private static void addNonZeros(
      ByteText text, NonZeros row, int cols, byte[] between, boolean emptyZeros) {
    int p = row.start();
    for (int j = 0; j < cols; j++) {
      if (j > 0) {
        text.add(between);
      }
      boolean present = p < row.end() && row.column(p) == j;
      addCell(text, present ? row.value(p++) : 0, emptyZeros);
    }
  }

  /** {@code emptyZeros} leaves the fields of zeros empty instead of writing 0. */
  private static void addCell(ByteText text, double value, boolean emptyZeros) {
    if (value != 0) {
      text.add(value);
    } else if (!emptyZeros) {
      text.add('0');
    }
  }

  /**
   * A missing cell is an empty field. A text that holds the separator gets quotes unless it has
   * them.
   */
  static void write(Frame frame, FileFormat format, FileTarget file, Workers workers)
      throws IOException {
    String separator = file.parameters().separator();
    byte[] between = separator.getBytes(StandardCharsets.UTF_8);
    try (OutputStream out = file.create()) {
      if (file.parameters().header()) {
        ByteText names = new ByteText(1024);
        for (int j = 0; j < frame.cols(); j++) {
          if (j > 0) {
            names.add(between);
          }
          names.add(quoted(frame.name(j), separator, format));
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
                addField(text, frame.column(j), i, separator, format);
              }
              text.add('\n');
            }
          });
    }
  }

  private static void addField(
      ByteText text, Column column, int row, String separator, FileFormat format) {
    if (column.isMissing(row)) {
      return;
    }
    if (column.type() == ColumnType.STRING) {
      text.add(quoted(column.text(row), separator, format));
    } else {
      FrameText.add(text, column, row, format);
    }
  }

  private static String quoted(String value, String separator, FileFormat format) {
    FrameText.checkLine(value, format);
    boolean hasQuotes = value.length() >= 2 && value.startsWith("\"") && value.endsWith("\"");
    return hasQuotes || !value.contains(separator)
        ? value
        : "\"" + value.replace("\"", "\"\"") + "\"";
  }
}
