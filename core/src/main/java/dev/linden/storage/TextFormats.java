package dev.linden.storage;

import dev.linden.matrix.Coo;
import dev.linden.matrix.Matrix;
import dev.linden.matrix.Workers;
import dev.linden.matrix.kernel.rows.NonZeros;
import dev.linden.matrix.kernel.rows.RowCells;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/** Writes matrices as text, in parallel. */
final class TextFormats {
  private TextFormats() {}

  /** {@code row column value} per non-zero; an all-zero matrix is the line {@code 0 0 0}. */
  static void writeCells(Matrix matrix, OutputStream out, Workers workers) throws IOException {
    if (matrix.nnz() == 0) {
      out.write("0 0 0\n".getBytes(StandardCharsets.US_ASCII));
      return;
    }
    writeNonZeros(matrix, out, workers);
  }

  static void writeMatrixMarket(Matrix matrix, OutputStream out, Workers workers)
      throws IOException {
    String head =
        "%%MatrixMarket matrix coordinate real general\n"
            + matrix.rows()
            + " "
            + matrix.cols()
            + " "
            + matrix.nnz()
            + "\n";
    out.write(head.getBytes(StandardCharsets.US_ASCII));
    writeNonZeros(matrix, out, workers);
  }

  private static void writeNonZeros(Matrix matrix, OutputStream out, Workers workers)
      throws IOException {
    if (matrix instanceof Coo coo) {
      writeTriples(coo, out, workers);
      return;
    }
    OrderedWriter.writeRows(
        out,
        matrix.rows(),
        nonZerosPerRow(matrix),
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

  private static double nonZerosPerRow(Matrix matrix) {
    return (double) matrix.nnz() / Math.max(1, matrix.rows());
  }

  /** {@code emptyZeros} leaves the fields of zeros empty instead of writing 0. */
  static void writeCsv(
      Matrix matrix,
      boolean header,
      String separator,
      boolean emptyZeros,
      OutputStream out,
      Workers workers)
      throws IOException {
    byte[] between = separator.getBytes(StandardCharsets.UTF_8);
    int cols = matrix.cols();
    if (header) {
      ByteText names = new ByteText(1024);
      for (int j = 0; j < cols; j++) {
        if (j > 0) {
          names.add(between);
        }
        names.add('C').add(j + 1);
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

  private static void addCell(ByteText text, double value, boolean emptyZeros) {
    if (value != 0) {
      text.add(value);
    } else if (!emptyZeros) {
      text.add('0');
    }
  }

  /** The last column is the label and comes first. */
  static void writeLibsvm(
      Matrix matrix, String separator, String indexSeparator, OutputStream out, Workers workers)
      throws IOException {
    byte[] between = separator.getBytes(StandardCharsets.UTF_8);
    byte[] afterIndex = indexSeparator.getBytes(StandardCharsets.UTF_8);
    int label = matrix.cols() - 1;
    OrderedWriter.writeRows(
        out,
        matrix.rows(),
        nonZerosPerRow(matrix),
        workers,
        (text, rowStart, rowEnd) -> {
          NonZeros row = new NonZeros(matrix);
          for (int i = rowStart; i < rowEnd; i++) {
            row.moveTo(i);
            int end = row.end();
            boolean labelled = end > row.start() && row.column(end - 1) == label;
            text.add(labelled ? row.value(end - 1) : 0.0);
            for (int p = row.start(); p < (labelled ? end - 1 : end); p++) {
              if (row.value(p) != 0) {
                text.add(between).add(row.column(p) + 1).add(afterIndex).add(row.value(p));
              }
            }
            text.add('\n');
          }
        });
  }
}
