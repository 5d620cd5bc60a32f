package dev.linden.storage.format;

import dev.linden.matrix.Coo;
import dev.linden.matrix.Csr;
import dev.linden.matrix.Dense;
import dev.linden.matrix.Formats;
import dev.linden.matrix.Matrix;
import dev.linden.matrix.Workers;
import java.io.Serializable;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Cells in the order of a file: growing arrays of 0-based row, column and value. Of equal cells the
 * last one counts.
 */
public final class Triples implements Serializable {
  private static final int ROW_GRAIN = 4096;

  private int[] rows = new int[16];
  private int[] columns = new int[16];
  private double[] values = new double[16];
  private int size;
  private int lines;

  /** Each cell behind the one before, none of them zero. */
  private boolean ordered = true;

  public void add(int row, int column, double value) {
    if (size == rows.length) {
      rows = Arrays.copyOf(rows, 2 * size);
      columns = Arrays.copyOf(columns, 2 * size);
      values = Arrays.copyOf(values, 2 * size);
    }
    ordered &= value != 0 && (size == 0 || isAfter(row, column, size - 1));
    rows[size] = row;
    columns[size] = column;
    values[size] = value;
    size++;
  }

  private boolean isAfter(int row, int column, int p) {
    return row > rows[p] || (row == rows[p] && column > columns[p]);
  }

  public void countLine() {
    lines++;
  }

  /** Cells, those that are there several times included. */
  public int count() {
    return size;
  }

  /** Lines that the cells stood in. */
  public int lines() {
    return lines;
  }

  /** The matrix of all cells; pieces in the order of the file. */
  public static Matrix toMatrix(List<Triples> all, int rows, int cols, Workers workers) {
    List<Triples> pieces = all.stream().filter(piece -> piece.size > 0).toList();
    long entries = 0;
    boolean inOrder = true;
    for (int c = 0; c < pieces.size(); c++) {
      Triples piece = pieces.get(c);
      entries += piece.size;
      inOrder &= piece.ordered && (c == 0 || piece.isBehind(pieces.get(c - 1)));
    }
    Formats.Format format = Formats.choose(rows, cols, entries);
    if (inOrder) {
      return format == Formats.Format.DENSE
          ? scatter(pieces, rows, cols, entries, workers)
          : concatenate(pieces, rows, cols, (int) entries, format, workers);
    }
    // Repeated cells and zeros make entries an upper bound, so the form is settled once the cells
    // are in place.
    Matrix matrix =
        switch (format) {
          case DENSE -> toDense(pieces, rows, cols, workers);
          case CSR -> toCsr(pieces, rows, cols, (int) entries, workers);
          case COO -> toCoo(pieces, rows, cols, (int) entries);
        };
    return Formats.adapt(matrix, workers);
  }

  /**
   * The cells of each block of {@code side} rows and columns, relative to the block; blocks have
   * the numbers {@code blockRow * across + blockColumn}.
   */
  public Map<Long, Triples> byBlock(int side, long across) {
    Map<Long, Triples> blocks = new HashMap<>();
    for (int p = 0; p < size; p++) {
      long block = rows[p] / side * across + columns[p] / side;
      blocks
          .computeIfAbsent(block, b -> new Triples())
          .add(rows[p] % side, columns[p] % side, values[p]);
    }
    blocks.values().forEach(Triples::trim);
    return blocks;
  }

  private void trim() {
    rows = Arrays.copyOf(rows, size);
    columns = Arrays.copyOf(columns, size);
    values = Arrays.copyOf(values, size);
  }

  private boolean isBehind(Triples other) {
    return rows[0] > other.rows[other.size - 1]
        || (rows[0] == other.rows[other.size - 1] && columns[0] > other.columns[other.size - 1]);
  }

  /** Cells that are all different. */
  private static Matrix scatter(
      List<Triples> pieces, int rows, int cols, long nnz, Workers workers) {
    Dense dense = Dense.allocate(rows, cols, workers);
    SparseRows.forPieces(pieces.size(), workers, c -> pieces.get(c).scatter(dense));
    return dense.withNnz(nnz);
  }

  private void scatter(Dense dense) {
    for (int p = 0; p < size; p++) {
      dense.panelOf(rows[p])[dense.offset(rows[p]) + columns[p]] = values[p];
    }
  }

  /** Cells that are in the order of the matrix already, as writers leave them. */
  private static Matrix concatenate(
      List<Triples> pieces, int rows, int cols, int nnz, Formats.Format format, Workers workers) {
    int count = pieces.size();
    int[] base = new int[count + 1];
    for (int c = 0; c < count; c++) {
      base[c + 1] = base[c] + pieces.get(c).size;
    }
    boolean byRow = format == Formats.Format.CSR;
    int[] rowIndexes = byRow ? null : new int[nnz];
    int[] rowStarts = byRow ? new int[rows + 1] : null;
    int[] columns = new int[nnz];
    double[] values = new double[nnz];
    SparseRows.forPieces(
        count,
        workers,
        c -> {
          Triples piece = pieces.get(c);
          System.arraycopy(piece.columns, 0, columns, base[c], piece.size);
          System.arraycopy(piece.values, 0, values, base[c], piece.size);
          if (byRow) {
            // Each piece marks the starts of the rows behind the last one of the piece before.
            int row = c == 0 ? -1 : pieces.get(c - 1).rows[pieces.get(c - 1).size - 1];
            for (int p = 0; p < piece.size; p++) {
              while (row < piece.rows[p]) {
                rowStarts[++row] = base[c] + p;
              }
            }
          } else {
            System.arraycopy(piece.rows, 0, rowIndexes, base[c], piece.size);
          }
        });
    if (!byRow) {
      return new Coo(rows, cols, rowIndexes, columns, values);
    }
    int lastRow = count == 0 ? -1 : pieces.get(count - 1).rows[pieces.get(count - 1).size - 1];
    Arrays.fill(rowStarts, lastRow + 1, rows + 1, nnz);
    return new Csr(rows, cols, rowStarts, columns, values);
  }

  private static Matrix toDense(List<Triples> pieces, int rows, int cols, Workers workers) {
    Dense dense = Dense.allocate(rows, cols, workers);
    // In the order of the file, so that the last of equal cells wins; parsing has taken far longer
    // than this.
    for (Triples piece : pieces) {
      piece.scatter(dense);
    }
    return dense;
  }

  /**
   * Counting sort by row, which keeps the order of the file within a row; then each row is put in
   * order.
   */
  private static Matrix toCsr(
      List<Triples> pieces, int rows, int cols, int entries, Workers workers) {
    int[] next = new int[rows + 1];
    for (Triples piece : pieces) {
      for (int p = 0; p < piece.size; p++) {
        next[piece.rows[p] + 1]++;
      }
    }
    for (int i = 0; i < rows; i++) {
      next[i + 1] += next[i];
    }
    int[] starts = next.clone();
    int[] columns = new int[entries];
    double[] values = new double[entries];
    for (Triples piece : pieces) {
      for (int p = 0; p < piece.size; p++) {
        int at = next[piece.rows[p]]++;
        columns[at] = piece.columns[p];
        values[at] = piece.values[p];
      }
    }
    int[] counts = new int[rows];
    workers.forRanges(
        rows,
        ROW_GRAIN,
        (start, end) -> {
          for (int i = start; i < end; i++) {
            counts[i] = order(columns, values, starts[i], starts[i + 1]);
          }
        });
    return compact(rows, cols, starts, counts, columns, values);
  }

  /** Closes the gaps that repeated cells and zeros left at the ends of rows. */
  private static Csr compact(
      int rows, int cols, int[] starts, int[] counts, int[] columns, double[] values) {
    int[] rowStarts = new int[rows + 1];
    for (int i = 0; i < rows; i++) {
      int at = rowStarts[i];
      if (at != starts[i]) {
        System.arraycopy(columns, starts[i], columns, at, counts[i]);
        System.arraycopy(values, starts[i], values, at, counts[i]);
      }
      rowStarts[i + 1] = at + counts[i];
    }
    return new Csr(rows, cols, rowStarts, columns, values);
  }

  /**
   * Sorts {@code [start, end)} by column, keeps the last of equal columns, drops zeros; how many
   * remain.
   */
  private static int order(int[] columns, double[] values, int start, int end) {
    boolean ascending = true;
    for (int p = start + 1; p < end && ascending; p++) {
      ascending = columns[p - 1] < columns[p];
    }
    int count = end - start;
    if (!ascending) {
      int[] sorted = Arrays.copyOfRange(columns, start, end);
      Arrays.sort(sorted);
      int distinct = 1;
      for (int k = 1; k < sorted.length; k++) {
        if (sorted[k] != sorted[distinct - 1]) {
          sorted[distinct++] = sorted[k];
        }
      }
      double[] ordered = new double[distinct];
      for (int p = start; p < end; p++) {
        ordered[Arrays.binarySearch(sorted, 0, distinct, columns[p])] = values[p];
      }
      System.arraycopy(sorted, 0, columns, start, distinct);
      System.arraycopy(ordered, 0, values, start, distinct);
      count = distinct;
    }
    int kept = start;
    for (int p = start; p < start + count; p++) {
      if (values[p] != 0) {
        columns[kept] = columns[p];
        values[kept] = values[p];
        kept++;
      }
    }
    return kept - start;
  }

  private static Matrix toCoo(List<Triples> pieces, int rows, int cols, int entries) {
    long[] keys = new long[entries];
    int at = 0;
    for (Triples piece : pieces) {
      for (int p = 0; p < piece.size; p++) {
        keys[at++] = piece.key(p);
      }
    }
    Arrays.sort(keys);
    int distinct = 0;
    for (int k = 0; k < entries; k++) {
      if (distinct == 0 || keys[k] != keys[distinct - 1]) {
        keys[distinct++] = keys[k];
      }
    }
    double[] ordered = new double[distinct];
    for (Triples piece : pieces) {
      for (int p = 0; p < piece.size; p++) {
        ordered[Arrays.binarySearch(keys, 0, distinct, piece.key(p))] = piece.values[p];
      }
    }
    int nnz = 0;
    for (double value : ordered) {
      nnz += value != 0 ? 1 : 0;
    }
    int[] rowIndexes = new int[nnz];
    int[] columns = new int[nnz];
    double[] values = new double[nnz];
    int kept = 0;
    for (int k = 0; k < distinct; k++) {
      if (ordered[k] != 0) {
        rowIndexes[kept] = (int) (keys[k] >>> 32);
        columns[kept] = (int) keys[k];
        values[kept] = ordered[k];
        kept++;
      }
    }
    return new Coo(rows, cols, rowIndexes, columns, values);
  }

  private long key(int p) {
    return (long) rows[p] << 32 | columns[p];
  }
}
