package dev.linden.storage.format.csv;

import dev.linden.base.InputError;
import dev.linden.matrix.Dense;
import dev.linden.matrix.Formats;
import dev.linden.matrix.Matrix;
import dev.linden.matrix.Workers;
import dev.linden.storage.format.Dimensions;
import dev.linden.storage.format.RowCount;
import dev.linden.storage.format.RowPlaces;
import dev.linden.storage.text.BadLine;
import dev.linden.storage.text.Dialect;
import dev.linden.storage.text.NumberText;
import dev.linden.storage.text.Parts;
import java.io.IOException;
import java.util.List;

/**
 * Reads a csv matrix in parallel. Chunks are parsed into pieces, which are copied together when all
 * are there. Where memory is scarce for that, a first pass counts the rows of each chunk, which
 * gives every row its place, and the second parses straight into the dense matrix. The final form
 * depends on the non-zeros only.
 *
 * <p>Blank lines are skipped, except in a file of one column whose declared number of rows counts
 * them: there they are empty fields. With a header, the first line of the first part is skipped,
 * and that of other parts if it is the same.
 */
final class CsvReader {
  /** Pieces and result need twice the memory of the result, and this many bytes of text suffice. */
  private static final int MEMORY_PER_BYTE = 4;

  /** Cells of a row that are worth a look at the file before memory is taken for them. */
  private static final int LONG_ROW = 1_000_000;

  private final Parts parts;
  private final Dialect dialect;
  private final long declaredRows;
  private final long declaredCols;
  private final int chunkBytes;
  private final long memory;
  private final Workers workers;

  private CsvHeader header;
  private int cols;
  private CsvRow row;

  CsvReader(
      Parts parts,
      Dialect dialect,
      long declaredRows,
      long declaredCols,
      int chunkBytes,
      long memory,
      Workers workers) {
    this.parts = parts;
    this.dialect = dialect;
    this.declaredRows = declaredRows;
    this.declaredCols = declaredCols;
    this.chunkBytes = chunkBytes;
    this.memory = memory;
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
      long found = Math.max(0, columns(parts, dialect));
      if (found > 0) {
        throw new InputError(parts.path() + ": expected 0 columns, found " + found);
      }
      return Dense.zeros(Dimensions.check(parts.path(), "rows", Math.max(0, declaredRows)), 0);
    }
    checkLongRow();
    row = new CsvRow(dialect, cols);
    header = CsvHeader.find(parts, dialect);

    boolean blankMayCount = cols == 1 && declaredRows >= 0;
    return blankMayCount || (isLarge() && !looksSparse()) ? readCounted() : readOnce();
  }

  /** Cells for a row that metadata makes up must not take the memory before a line is read. */
  private void checkLongRow() throws IOException {
    long found = cols > LONG_ROW ? columns(parts, dialect) : -1;
    if (found >= 0 && found != cols) {
      throw new InputError(parts.path() + ": expected " + cols + " columns, found " + found);
    }
  }

  private boolean isLarge() {
    return parts.size() > memory / MEMORY_PER_BYTE;
  }

  private Matrix readOnce() throws IOException {
    List<CsvPiece> pieces =
        parts.map(
            chunkBytes,
            0,
            workers,
            (c, part, lines) -> {
              long headerOffset = header.offset(part);
              CsvPiece piece = new CsvPiece(cols);
              NumberText numbers = new NumberText();
              while (CsvRow.next(lines, dialect, headerOffset, false)) {
                piece.add(row, lines, numbers, lines.expectedCount());
              }
              return piece;
            });
    long rows = 0;
    for (CsvPiece piece : pieces) {
      rows += piece.rows();
    }
    Dimensions.checkDeclaredRows(parts.path(), declaredRows, rows);
    Dimensions.check(parts.path(), "rows", rows);
    return CsvPiece.stack(pieces, cols, workers);
  }

  private Matrix readCounted() throws IOException {
    List<RowCount> counts =
        parts.map(
            chunkBytes,
            0,
            workers,
            (c, part, lines) -> CsvRow.count(lines, dialect, header.offset(part), cols));
    RowPlaces places = RowPlaces.of(parts.path(), declaredRows, counts);
    int rows = Dimensions.check(parts.path(), "rows", places.rows());
    Dense dense = Dense.allocateUncleared(rows, cols, workers);
    List<Long> nonZeros =
        parts.map(
            chunkBytes,
            0,
            workers,
            (c, part, chunk) -> {
              long headerOffset = header.offset(part);
              NumberText numbers = new NumberText();
              int i = (int) places.firstRows()[c];
              long nnz = 0;
              while (CsvRow.next(chunk, dialect, headerOffset, places.keepBlank())) {
                nnz += row.parse(chunk, numbers, dense.panelOf(i), dense.offset(i));
                i++;
              }
              return nnz;
            });
    long nnz = nonZeros.stream().mapToLong(Long::longValue).sum();
    return Formats.adapt(dense.withNnz(nnz), workers);
  }

  /** Whether the first rows have few non-zeros. */
  private boolean looksSparse() throws IOException {
    double[] cells = new double[cols];
    long[] rowsAndNonZeros = new long[2];
    NumberText numbers = new NumberText();
    for (Parts.Part part : parts.list()) {
      try {
        parts.visitLines(
            part,
            line -> {
              if (line.offset() != header.offset(part)
                  && !dialect.isBlank(line.bytes(), line.start(), line.end())) {
                rowsAndNonZeros[0]++;
                rowsAndNonZeros[1] += row.parse(line, numbers, cells, 0);
              }
              return rowsAndNonZeros[0] * cols < CsvPiece.SAMPLE_CELLS;
            });
      } catch (BadLine bad) {
        return true; // the reading proper meets the same line and reports it with its position
      }
      if (rowsAndNonZeros[0] > 0) {
        break;
      }
    }
    return CsvPiece.looksSparse(rowsAndNonZeros[0], cols, rowsAndNonZeros[1]);
  }
}
