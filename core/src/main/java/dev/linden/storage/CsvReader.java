package dev.linden.storage;

import dev.linden.base.InputError;
import dev.linden.matrix.Dense;
import dev.linden.matrix.Formats;
import dev.linden.matrix.Matrix;
import dev.linden.matrix.Workers;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads a csv matrix in parallel. A first pass counts the rows of each chunk, which gives every row
 * its place; the second parses the chunks, straight into the dense matrix or into sparse pieces
 * that are stacked, as a sample of the first rows suggests. The final form depends on the non-zeros
 * only, never on the sample.
 *
 * <p>Blank lines are skipped, except in a file of one column whose declared number of rows counts
 * them: there they are empty fields. With a header, the first line of the first part is skipped,
 * and that of other parts if it is the same.
 */
final class CsvReader {
  private static final int SAMPLE_ROWS = 256;
  private static final long NO_HEADER = -1;

  private final Parts parts;
  private final Dialect dialect;
  private final long declaredRows;
  private final long declaredCols;
  private final int chunkBytes;
  private final Workers workers;

  private final Map<String, Long> headerOffsets = new HashMap<>();
  private int cols;
  private CsvRow row;

  CsvReader(
      Parts parts,
      Dialect dialect,
      long declaredRows,
      long declaredCols,
      int chunkBytes,
      Workers workers) {
    this.parts = parts;
    this.dialect = dialect;
    this.declaredRows = declaredRows;
    this.declaredCols = declaredCols;
    this.chunkBytes = chunkBytes;
    this.workers = workers;
  }

  /** Fields of the first line, or -1 when there is none. */
  static long columns(Parts parts, Dialect dialect) throws IOException {
    long[] count = {-1};
    for (Parts.Part part : parts.list()) {
      parts.visitLines(
          part,
          line -> {
            if (!dialect.isBlank(line.bytes(), line.start(), line.end())) {
              count[0] = dialect.countFields(line.bytes(), line.start(), line.end());
            }
            return count[0] < 0;
          });
      if (count[0] >= 0) {
        break;
      }
    }
    return count[0];
  }

  Matrix read() throws IOException {
    long columnCount = declaredCols >= 0 ? declaredCols : columns(parts, dialect);
    if (columnCount < 0) {
      throw new InputError(
          parts.path() + ": the file is empty, so the number of columns is not known");
    }
    cols = Dimensions.check(parts.path(), "columns", columnCount);
    if (cols == 0) {
      return Dense.zeros(Dimensions.check(parts.path(), "rows", Math.max(0, declaredRows)), 0);
    }
    row = new CsvRow(dialect, cols);
    if (dialect.header()) {
      findHeaders();
    }

    List<Chunk> chunks = parts.chunks(chunkBytes);
    int[] lineCounts = new int[chunks.size()];
    int[] filledCounts = new int[chunks.size()];
    Parts.forEach(
        chunks, workers, (c, lines) -> count(chunks.get(c), lines, c, lineCounts, filledCounts));
    long lines = Arrays.stream(lineCounts).asLongStream().sum();
    long filled = Arrays.stream(filledCounts).asLongStream().sum();
    boolean keepBlank = cols == 1 && declaredRows == lines;
    long rows = keepBlank ? lines : filled;

    if (declaredRows >= 0 && declaredRows != rows) {
      throw new InputError(parts.path() + ": expected " + declaredRows + " rows, found " + rows);
    }
    return readRows(chunks, keepBlank ? lineCounts : filledCounts, rows, keepBlank);
  }

  private void findHeaders() throws IOException {
    List<byte[]> header = new ArrayList<>(1);
    for (Parts.Part part : parts.list()) {
      parts.visitLines(
          part,
          line -> {
            if (dialect.isBlank(line.bytes(), line.start(), line.end())) {
              return true;
            }
            if (header.isEmpty()) {
              header.add(line.copy());
            }
            if (Arrays.equals(header.get(0), line.copy())) {
              headerOffsets.put(part.path(), line.offset());
            }
            return false;
          });
    }
  }

  private long headerOffset(Chunk chunk) {
    return headerOffsets.getOrDefault(chunk.path(), NO_HEADER);
  }

  private void count(Chunk chunk, Lines lines, int index, int[] lineCounts, int[] filledCounts) {
    long headerOffset = headerOffset(chunk);
    int all = 0;
    int filled = 0;
    while (lines.next()) {
      if (lines.offset() != headerOffset) {
        all++;
        filled += dialect.isBlank(lines.bytes(), lines.start(), lines.end()) ? 0 : 1;
      }
    }
    lineCounts[index] = all;
    filledCounts[index] = filled;
  }

  /** Moves to the next line that holds a row. */
  private boolean nextRow(Lines lines, long headerOffset, boolean keepBlank) {
    while (lines.next()) {
      if (lines.offset() != headerOffset
          && (keepBlank || !dialect.isBlank(lines.bytes(), lines.start(), lines.end()))) {
        return true;
      }
    }
    return false;
  }

  private Matrix readRows(List<Chunk> chunks, int[] counts, long totalRows, boolean keepBlank)
      throws IOException {
    int rows = Dimensions.check(parts.path(), "rows", totalRows);
    return looksSparse(chunks, counts, keepBlank)
        ? readSparse(chunks, keepBlank)
        : readDense(chunks, counts, rows, keepBlank);
  }

  private boolean looksSparse(List<Chunk> chunks, int[] counts, boolean keepBlank)
      throws IOException {
    int first = 0;
    while (first < counts.length && counts[first] == 0) {
      first++;
    }
    if (first == counts.length) {
      return false;
    }
    Chunk chunk = chunks.get(first);
    Lines lines = chunk.load();
    double[] cells = new double[cols];
    long sampled = 0;
    long nnz = 0;
    try {
      while (sampled < SAMPLE_ROWS && nextRow(lines, headerOffset(chunk), keepBlank)) {
        nnz += row.parse(lines, cells, 0);
        sampled++;
      }
    } catch (BadLine bad) {
      return false; // the reading proper meets the same line and reports it with its position
    }
    return cols > 1 && nnz < Formats.DENSEST_SPARSE * sampled * cols;
  }

  private Matrix readDense(List<Chunk> chunks, int[] counts, int rows, boolean keepBlank) {
    int[] firstRow = new int[counts.length];
    for (int c = 1; c < counts.length; c++) {
      firstRow[c] = firstRow[c - 1] + counts[c - 1];
    }
    Dense dense = Dense.allocateUncleared(rows, cols, workers);
    long[] nnz = new long[counts.length];
    Parts.forEach(
        chunks,
        workers,
        (c, lines) -> {
          long headerOffset = headerOffset(chunks.get(c));
          int i = firstRow[c];
          while (nextRow(lines, headerOffset, keepBlank)) {
            nnz[c] += row.parse(lines, dense.panelOf(i), dense.offset(i));
            i++;
          }
        });
    return Formats.adapt(dense.withNnz(Arrays.stream(nnz).sum()), workers);
  }

  private Matrix readSparse(List<Chunk> chunks, boolean keepBlank) {
    SparseRows[] pieces = new SparseRows[chunks.size()];
    Parts.forEach(
        chunks,
        workers,
        (c, lines) -> {
          long headerOffset = headerOffset(chunks.get(c));
          SparseRows piece = new SparseRows();
          double[] cells = new double[cols];
          while (nextRow(lines, headerOffset, keepBlank)) {
            row.parse(lines, cells, 0);
            for (int j = 0; j < cols; j++) {
              if (cells[j] != 0) {
                piece.add(j, cells[j]);
              }
            }
            piece.endRow();
          }
          pieces[c] = piece;
        });
    return SparseRows.stack(pieces, cols, workers);
  }
}
