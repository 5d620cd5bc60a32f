package dev.linden.storage.format.cells;

import dev.linden.frame.Frame;
import dev.linden.matrix.Coo;
import dev.linden.matrix.Matrix;
import dev.linden.matrix.Workers;
import dev.linden.matrix.kernel.rows.NonZeros;
import dev.linden.storage.format.FileFormat;
import dev.linden.storage.format.FrameText;
import dev.linden.storage.text.ByteText;
import dev.linden.storage.text.OrderedWriter;
import java.io.IOException;
import java.io.OutputStream;

/** Writes lines {@code row column value} in parallel. */
public final class CellWriter {
  private CellWriter() {}

  /** A line for each non-zero. */
  public static void writeNonZeros(Matrix matrix, OutputStream out, Workers workers)
      throws IOException {
    if (matrix instanceof Coo coo) {
      writeTriples(coo, out, workers);
      return;
    }
    OrderedWriter.writeRows(
        out,
        matrix.rows(),
        NonZeros.perRow(matrix),
        workers,
        (text, rowStart, rowEnd) -> {
          NonZeros row = new NonZeros(matrix);
          for (int i = rowStart; i < rowEnd; i++) {
            row.moveTo(i);
            for (int p = row.start(); p < row.end(); p++) {
              if (row.value(p) != 0) {
                addCell(text, i, row.column(p), row.value(p));
              }
            }
          }
        });
  }

  /** From non-zero to non-zero, since nearly all rows are empty. */
  private static void writeTriples(Coo coo, OutputStream out, Workers workers) throws IOException {
    OrderedWriter.writeRows(
        out,
        coo.values().length,
        1,
        workers,
        (text, start, end) -> {
          for (int p = start; p < end; p++) {
            addCell(text, coo.rowIndexes()[p], coo.columns()[p], coo.values()[p]);
          }
        });
  }

  private static void addCell(ByteText text, int row, int column, double value) {
    text.add(row + 1).add(' ').add(column + 1).add(' ').add(value).add('\n');
  }

  /** A line for each cell that is not missing. */
  static void write(Frame frame, FileFormat format, OutputStream out, Workers workers)
      throws IOException {
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
                FrameText.add(text, frame.column(j), i, format);
                text.add('\n');
              }
            }
          }
        });
  }
}
