package dev.linden.matrix.kernel.rows;

import dev.linden.matrix.ArrayPool;
import dev.linden.matrix.Csr;
import dev.linden.matrix.Mcsr;
import dev.linden.matrix.Sparse;
import java.util.Arrays;

/**
 * Assembles a sparse result whose row sizes are not known beforehand: ranges of {@code grain} rows
 * are written independently (by several threads), each row by row with ascending columns, and
 * joined at the end.
 */
public final class SparseChunks {
  private final ArrayPool arrays;
  private final int rows;
  private final int cols;
  private final int grain;
  private final int[] rowSizes;
  private final Chunk[] chunks;

  public SparseChunks(int rows, int cols, int grain) {
    this(rows, cols, grain, ArrayPool.none());
  }

  /** The result takes arrays of a pool. */
  public SparseChunks(int rows, int cols, int grain, ArrayPool arrays) {
    this.arrays = arrays;
    this.rows = rows;
    this.cols = cols;
    this.grain = grain;
    rowSizes = new int[rows];
    chunks = new Chunk[(int) ((rows + (long) grain - 1) / grain)];
  }

  /** The part for the rows from {@code rowStart}, a multiple of the grain. */
  public Chunk chunk(int rowStart, int expectedNnz) {
    Chunk chunk = new Chunk(expectedNnz);
    chunks[rowStart / grain] = chunk;
    return chunk;
  }

  /** Compressed rows, or rows of their own if all non-zeros do not fit one array. */
  public Sparse finish() {
    return finish(RowView.LONGEST_ARRAY);
  }

  public Sparse finish(int longestArray) {
    long total = 0;
    for (int size : rowSizes) {
      total += size;
    }
    return total <= longestArray ? compressed((int) total) : separateRows();
  }

  private Sparse compressed(int total) {
    int[] starts = arrays.ints(rows + 1);
    starts[0] = 0;
    for (int i = 0; i < rows; i++) {
      starts[i + 1] = starts[i] + rowSizes[i];
    }
    int[] columns = arrays.ints(arrays.roomFor(total));
    double[] values = arrays.uncleared(arrays.roomFor(total));
    int at = 0;
    for (int c = 0; c < chunks.length; c++) {
      Chunk chunk = chunks[c];
      System.arraycopy(chunk.columns, 0, columns, at, chunk.size);
      System.arraycopy(chunk.values, 0, values, at, chunk.size);
      at += chunk.size;
      chunks[c] = null; // frees memory while the result grows
    }
    return new Csr(rows, cols, starts, columns, values);
  }

  private Sparse separateRows() {
    Mcsr result = new Mcsr(rows, cols);
    for (int c = 0; c < chunks.length; c++) {
      int from = 0;
      int end = (int) Math.min(rows, (c + 1L) * grain);
      for (int i = c * grain; i < end; i++) {
        int to = from + rowSizes[i];
        int[] columns = Arrays.copyOfRange(chunks[c].columns, from, to);
        result.setRow(i, columns, Arrays.copyOfRange(chunks[c].values, from, to), to - from);
        from = to;
      }
      chunks[c] = null;
    }
    return result;
  }

  /** The non-zeros of one range of rows; for one thread. */
  public final class Chunk {
    private int[] columns;
    private double[] values;
    private int size;
    private int rowStart;

    private Chunk(int expectedNnz) {
      columns = new int[Math.max(4, expectedNnz)];
      values = new double[columns.length];
    }

    /** The next non-zero of the row at hand; zeros are passed over. */
    public void add(int col, double value) {
      if (value == 0) {
        return;
      }
      if (size == columns.length) {
        int grown = (int) Math.min(RowView.LONGEST_ARRAY, Math.max(size + 1L, size * 2L));
        columns = Arrays.copyOf(columns, grown);
        values = Arrays.copyOf(values, grown);
      }
      columns[size] = col;
      values[size++] = value;
    }

    public void addNonZeros(double[] cells, int offset, int count) {
      for (int j = 0; j < count; j++) {
        if (cells[offset + j] != 0) {
          add(j, cells[offset + j]);
        }
      }
    }

    public void endRow(int row) {
      rowSizes[row] = size - rowStart;
      rowStart = size;
    }
  }
}
