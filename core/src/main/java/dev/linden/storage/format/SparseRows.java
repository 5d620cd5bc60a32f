package dev.linden.storage.format;

import dev.linden.matrix.Csr;
import dev.linden.matrix.Dense;
import dev.linden.matrix.Formats;
import dev.linden.matrix.Matrix;
import dev.linden.matrix.Workers;
import java.util.Arrays;

/**
 * Consecutive rows as a chunk of a file gave them: growing arrays of non-zeros, columns ascending
 * within a row.
 */
public final class SparseRows {
  private int[] ends = new int[64];
  private int[] columns = new int[256];
  private double[] values = new double[256];
  private int rows;
  private int nnz;

  public int rows() {
    return rows;
  }

  int nnz() {
    return nnz;
  }

  /** Adds a non-zero to the row under construction. */
  public void add(int column, double value) {
    if (nnz == columns.length) {
      columns = Arrays.copyOf(columns, 2 * nnz);
      values = Arrays.copyOf(values, 2 * nnz);
    }
    columns[nnz] = column;
    values[nnz] = value;
    nnz++;
  }

  public void endRow() {
    if (rows == ends.length) {
      ends = Arrays.copyOf(ends, 2 * rows);
    }
    ends[rows] = nnz;
    rows++;
  }

  /**
   * Moves all non-zeros of one column to another, which must keep the columns of each row
   * ascending.
   */
  public void renameColumn(int from, int to) {
    for (int p = 0; p < nnz; p++) {
      if (columns[p] == from) {
        columns[p] = to;
      }
    }
  }

  /** All pieces, one below the other. */
  public static Matrix stack(SparseRows[] pieces, int cols, Workers workers) {
    int count = pieces.length;
    int[] firstRow = new int[count + 1];
    long[] firstNonZero = new long[count + 1];
    for (int c = 0; c < count; c++) {
      firstRow[c + 1] = Math.addExact(firstRow[c], pieces[c].rows);
      firstNonZero[c + 1] = firstNonZero[c] + pieces[c].nnz;
    }
    int rows = firstRow[count];
    long nnz = firstNonZero[count];
    Formats.Format format = Formats.choose(rows, cols, nnz);
    if (format == Formats.Format.DENSE) {
      Dense dense = Dense.allocate(rows, cols, workers);
      forPieces(count, workers, c -> pieces[c].scatter(dense, firstRow[c]));
      return dense.withNnz(nnz);
    }
    int[] rowStarts = new int[rows + 1];
    int[] columns = new int[(int) nnz];
    double[] values = new double[(int) nnz];
    forPieces(
        count,
        workers,
        c -> {
          SparseRows piece = pieces[c];
          int base = (int) firstNonZero[c];
          System.arraycopy(piece.columns, 0, columns, base, piece.nnz);
          System.arraycopy(piece.values, 0, values, base, piece.nnz);
          for (int i = 0; i < piece.rows; i++) {
            rowStarts[firstRow[c] + i + 1] = base + piece.ends[i];
          }
        });
    Csr csr = new Csr(rows, cols, rowStarts, columns, values);
    return format == Formats.Format.COO ? Formats.toCoo(csr, workers) : csr;
  }

  public interface PieceTask {
    void run(int piece);
  }

  public static void forPieces(int count, Workers workers, PieceTask task) {
    workers.forRanges(
        count,
        1,
        (start, end) -> {
          for (int c = start; c < end; c++) {
            task.run(c);
          }
        });
  }

  /** Writes the non-zeros into a matrix that is zero there. */
  public void scatter(Dense dense, int firstRow) {
    int p = 0;
    for (int i = 0; i < rows; i++) {
      double[] cells = dense.panelOf(firstRow + i);
      int offset = dense.offset(firstRow + i);
      for (; p < ends[i]; p++) {
        cells[offset + columns[p]] = values[p];
      }
    }
  }
}
