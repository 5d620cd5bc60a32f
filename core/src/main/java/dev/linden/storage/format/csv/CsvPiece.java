package dev.linden.storage.format.csv;

import dev.linden.matrix.Dense;
import dev.linden.matrix.Formats;
import dev.linden.matrix.Matrix;
import dev.linden.matrix.Workers;
import dev.linden.storage.format.SparseRows;
import dev.linden.storage.text.Lines;
import dev.linden.storage.text.NumberText;
import java.util.Arrays;
import java.util.List;

/**
 * The rows of one chunk of a csv file: all cells at first, only the non-zeros as soon as there are
 * few of them. So reading never needs more memory than the form that suits the data.
 */
final class CsvPiece {
  /** After this many cells the share of non-zeros tells which form to continue with. */
  static final int SAMPLE_CELLS = 1 << 14;

  private final int cols;
  private double[] cells = new double[0];
  private SparseRows sparse;
  private int rows;
  private long nnz;

  CsvPiece(int cols) {
    this.cols = cols;
  }

  static boolean looksSparse(long rows, int cols, long nnz) {
    return cols > 1 && nnz < Formats.DENSEST_SPARSE * rows * cols;
  }

  /** Adds the current line; {@code expectedRows} is a guess of how many rows there will be. */
  void add(CsvRow row, Lines line, NumberText numbers, long expectedRows) {
    if (sparse != null) {
      addSparse(row.parse(line, numbers, cells, 0));
      return;
    }
    int at = Math.multiplyExact(rows, cols);
    if (cells.length - at < cols) {
      long wanted = Math.max(expectedRows, rows + (rows >> 1) + 1L) * cols;
      cells = Arrays.copyOf(cells, (int) Math.min(Integer.MAX_VALUE - 8, wanted));
    }
    nnz += row.parse(line, numbers, cells, at);
    rows++;
    if (at < SAMPLE_CELLS && at + cols >= SAMPLE_CELLS && looksSparse(rows, cols, nnz)) {
      sparse = toSparse();
      cells = new double[cols];
    }
  }

  private void addSparse(int count) {
    if (count > 0) {
      for (int j = 0; j < cols; j++) {
        if (cells[j] != 0) {
          sparse.add(j, cells[j]);
        }
      }
    }
    sparse.endRow();
    nnz += count;
    rows++;
  }

  private SparseRows toSparse() {
    if (sparse != null) {
      return sparse;
    }
    SparseRows result = new SparseRows();
    for (int i = 0, at = 0; i < rows; i++) {
      for (int j = 0; j < cols; j++, at++) {
        if (cells[at] != 0) {
          result.add(j, cells[at]);
        }
      }
      result.endRow();
    }
    return result;
  }

  private void copyTo(Dense target, int firstRow) {
    if (sparse != null) {
      sparse.scatter(target, firstRow);
      return;
    }
    for (int i = 0; i < rows; ) {
      int count = Math.min(rows - i, target.panelEnd(firstRow + i) - firstRow - i);
      System.arraycopy(
          cells, i * cols, target.panelOf(firstRow + i), target.offset(firstRow + i), count * cols);
      i += count;
    }
  }

  int rows() {
    return rows;
  }

  /** All pieces, one below the other; they must not have more rows than a matrix can have. */
  static Matrix stack(List<CsvPiece> pieces, int cols, Workers workers) {
    int count = pieces.size();
    int[] firstRow = new int[count + 1];
    long nnz = 0;
    boolean allCells = true;
    for (int c = 0; c < count; c++) {
      firstRow[c + 1] = firstRow[c] + pieces.get(c).rows;
      nnz += pieces.get(c).nnz;
      allCells &= pieces.get(c).sparse == null;
    }
    int rows = firstRow[count];
    if (Formats.sparse(rows, cols, nnz)) {
      SparseRows[] parts = new SparseRows[count];
      SparseRows.forPieces(count, workers, c -> parts[c] = pieces.get(c).toSparse());
      return SparseRows.stack(parts, cols, workers);
    }
    Dense dense =
        allCells
            ? Dense.allocateUncleared(rows, cols, workers)
            : Dense.allocate(rows, cols, workers);
    SparseRows.forPieces(count, workers, c -> pieces.get(c).copyTo(dense, firstRow[c]));
    return dense.withNnz(nnz);
  }
}
