package dev.linden.storage;

import dev.linden.base.InputError;
import dev.linden.matrix.Dense;
import dev.linden.matrix.Formats;
import dev.linden.matrix.Matrix;
import dev.linden.matrix.Workers;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Our own format, exact and fast. All numbers big-endian:
 *
 * <pre>
 * file   = "LINDEN MATRIX 1\n" rows:long cols:long nnz:long panel*
 * panel  = rows:int kind:int length:long payload         kind 0: all zero, 1: dense, 2: sparse
 * dense  = the cells, row by row
 * sparse = for each row: count:int (column:int value:double)*
 * </pre>
 */
final class BinaryFormat {
  private static final byte[] MAGIC = "LINDEN MATRIX 1\n".getBytes(StandardCharsets.US_ASCII);
  private static final int HEAD = MAGIC.length + 3 * Long.BYTES;
  private static final int PANEL_HEAD = 2 * Integer.BYTES + Long.BYTES;
  private static final int PANEL_CELLS = 1 << 17;
  private static final int MAX_PANEL_ROWS = 1000;
  private static final int EMPTY = 0;
  private static final int DENSE = 1;
  private static final int SPARSE = 2;

  private BinaryFormat() {}

  /** Whether the first line of a file is that of ours. */
  static boolean isStart(byte[] line) {
    return Arrays.equals(line, 0, line.length, MAGIC, 0, MAGIC.length - 1);
  }

  static void write(Matrix matrix, OutputStream out, Workers workers) throws IOException {
    new ByteText(HEAD)
        .add(MAGIC)
        .addRaw((long) matrix.rows())
        .addRaw((long) matrix.cols())
        .addRaw(matrix.nnz())
        .writeTo(out);
    int cols = matrix.cols();
    int grain = Math.max(1, Math.min(MAX_PANEL_ROWS, PANEL_CELLS / Math.max(1, cols)));
    OrderedWriter.write(
        out,
        matrix.rows(),
        grain,
        cols,
        workers,
        (text, start, end) -> appendPanel(text, matrix, start, end));
  }

  private static void appendPanel(ByteText out, Matrix matrix, int rowStart, int rowEnd) {
    NonZeros row = new NonZeros(matrix);
    long nnz = 0;
    for (int i = rowStart; i < rowEnd; i++) {
      row.moveTo(i);
      nnz += row.end() - row.start();
    }
    int rows = rowEnd - rowStart;
    long denseBytes = (long) Double.BYTES * rows * matrix.cols();
    long sparseBytes = (Integer.BYTES + Double.BYTES) * nnz + (long) Integer.BYTES * rows;
    int kind = nnz == 0 ? EMPTY : sparseBytes < denseBytes ? SPARSE : DENSE;
    out.addRaw(rows).addRaw(kind).addRaw(kind == EMPTY ? 0 : Math.min(denseBytes, sparseBytes));
    for (int i = rowStart; i < rowEnd && kind != EMPTY; i++) {
      row.moveTo(i);
      if (kind == SPARSE) {
        out.addRaw(row.end() - row.start());
        for (int p = row.start(); p < row.end(); p++) {
          out.addRaw(row.column(p)).addRaw(row.value(p));
        }
      } else if (matrix instanceof Dense dense) {
        // Not through the non-zeros, which lose the sign of -0.0.
        double[] cells = dense.panelOf(i);
        for (int at = dense.offset(i), end = at + dense.cols(); at < end; at++) {
          out.addRaw(cells[at]);
        }
      } else {
        int p = row.start();
        for (int j = 0; j < matrix.cols(); j++) {
          boolean present = p < row.end() && row.column(p) == j;
          out.addRaw(present ? row.value(p++) : 0.0);
        }
      }
    }
  }

  /** Size and non-zeros of a file. */
  record Head(long rows, long cols, long nnz) {}

  static Head parseHead(FileStore store, Parts parts) throws IOException {
    try (FileStore.Input input = store.open(file(parts).path())) {
      return parseHead(input, parts.path());
    }
  }

  private static Parts.Part file(Parts parts) {
    if (parts.list().size() != 1) {
      throw new InputError(
          parts.path() + ": expected one binary file, found " + parts.list().size());
    }
    return parts.list().get(0);
  }

  private static Head parseHead(FileStore.Input input, String path) throws IOException {
    ByteBuffer head = read(input, 0, HEAD, path);
    byte[] magic = new byte[MAGIC.length];
    head.get(magic);
    if (!Arrays.equals(magic, MAGIC)) {
      throw new InputError(path + ": not a binary matrix file of this system");
    }
    Head result = new Head(head.getLong(), head.getLong(), head.getLong());
    if (result.rows < 0 || result.cols < 0) {
      throw broken(path);
    }
    return result;
  }

  private static ByteBuffer read(FileStore.Input input, long offset, int length, String path)
      throws IOException {
    byte[] bytes = new byte[length];
    int at = 0;
    while (at < length) {
      int count = input.read(offset + at, bytes, at, length - at);
      if (count < 0) {
        throw broken(path);
      }
      at += count;
    }
    return ByteBuffer.wrap(bytes);
  }

  private static InputError broken(String path) {
    return new InputError(path + ": the binary file is damaged or incomplete");
  }

  private record Panel(int firstRow, int rows, int kind, long offset, int length) {}

  static Matrix read(FileStore store, Parts parts, Workers workers) throws IOException {
    String path = parts.path();
    Parts.Part file = file(parts);
    try (FileStore.Input input = store.open(file.path())) {
      Head head = parseHead(input, path);
      int rows = Dimensions.check(path, "rows", head.rows);
      int cols = Dimensions.check(path, "columns", head.cols);
      List<Panel> panels = panels(input, file.size(), rows, cols, path);
      boolean sparse = Formats.sparse(rows, cols, head.nnz);
      Dense dense = sparse ? null : Dense.allocate(rows, cols, workers);
      SparseRows[] pieces = new SparseRows[panels.size()];
      workers.forRanges(
          panels.size(),
          1,
          (start, end) -> {
            for (int k = start; k < end; k++) {
              Panel panel = panels.get(k);
              try {
                ByteBuffer payload = read(input, panel.offset, panel.length, path);
                if (sparse) {
                  pieces[k] = sparseRows(panel, cols, payload, path);
                } else {
                  fill(dense, panel, payload, path);
                }
              } catch (IOException e) {
                throw new UncheckedIOException(e);
              }
            }
          });
      return sparse ? SparseRows.stack(pieces, cols, workers) : dense;
    }
  }

  /**
   * Finds all panels; those that do not add up to the matrix are an error, so that reading them can
   * trust them.
   */
  private static List<Panel> panels(
      FileStore.Input input, long fileSize, int rows, int cols, String path) throws IOException {
    List<Panel> panels = new ArrayList<>();
    long offset = HEAD;
    long row = 0;
    while (row < rows) {
      ByteBuffer head = read(input, offset, PANEL_HEAD, path);
      int panelRows = head.getInt();
      int kind = head.getInt();
      long length = head.getLong();
      offset += PANEL_HEAD;
      boolean valid =
          panelRows > 0
              && row + panelRows <= rows
              && length >= 0
              && length <= Math.min(Integer.MAX_VALUE - 8, fileSize - offset)
              && (kind == EMPTY ? length == 0 : kind == SPARSE || kind == DENSE)
              && (kind != DENSE || length == (long) Double.BYTES * panelRows * cols);
      if (!valid) {
        throw broken(path);
      }
      panels.add(new Panel((int) row, panelRows, kind, offset, (int) length));
      row += panelRows;
      offset += length;
    }
    return panels;
  }

  private static SparseRows sparseRows(Panel panel, int cols, ByteBuffer payload, String path) {
    SparseRows rows = new SparseRows();
    for (int i = 0; i < panel.rows; i++) {
      if (panel.kind == SPARSE) {
        int count = sparseCount(payload, path);
        int previous = -1;
        for (int k = 0; k < count; k++) {
          int column = column(payload, previous, cols, path);
          rows.add(column, payload.getDouble());
          previous = column;
        }
      } else if (panel.kind == DENSE) {
        for (int j = 0; j < cols; j++) {
          double value = payload.getDouble();
          if (value != 0) {
            rows.add(j, value);
          }
        }
      }
      rows.endRow();
    }
    return rows;
  }

  private static void fill(Dense dense, Panel panel, ByteBuffer payload, String path) {
    for (int i = 0; i < panel.rows; i++) {
      double[] cells = dense.panelOf(panel.firstRow + i);
      int offset = dense.offset(panel.firstRow + i);
      if (panel.kind == SPARSE) {
        int count = sparseCount(payload, path);
        int previous = -1;
        for (int k = 0; k < count; k++) {
          int column = column(payload, previous, dense.cols(), path);
          cells[offset + column] = payload.getDouble();
          previous = column;
        }
      } else if (panel.kind == DENSE) {
        payload.asDoubleBuffer().get(cells, offset, dense.cols());
        payload.position(payload.position() + Double.BYTES * dense.cols());
      }
    }
  }

  private static int sparseCount(ByteBuffer payload, String path) {
    int count = payload.remaining() < Integer.BYTES ? -1 : payload.getInt();
    if (count < 0 || count > payload.remaining() / (Integer.BYTES + Double.BYTES)) {
      throw broken(path);
    }
    return count;
  }

  private static int column(ByteBuffer payload, int previous, int cols, String path) {
    int column = payload.getInt();
    if (column <= previous || column >= cols) {
      throw broken(path);
    }
    return column;
  }
}
