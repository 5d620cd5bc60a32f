package dev.linden.storage.format.binary;

import dev.linden.matrix.Coo;
import dev.linden.matrix.Dense;
import dev.linden.matrix.Matrix;
import dev.linden.matrix.Plain;
import dev.linden.matrix.Sparse;
import dev.linden.matrix.Workers;
import dev.linden.matrix.simd.Simd;
import dev.linden.storage.text.ByteText;
import dev.linden.storage.text.OrderedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLong;
import java.util.zip.CRC32C;

/**
 * Writes a matrix, or a band of it, as {@link BinaryLayout}. Blocks are encoded in parallel in
 * groups of neighbours that hold enough cells to be worth a task.
 */
final class BinaryWriter {
  /** A megabyte of cells. */
  private static final double CELLS_PER_GROUP = 1 << 17;

  private static final int GROUPS_PER_WAVE = 16;

  private final Plain matrix;
  private final BinaryLayout.Head head;
  private final int blockRowStart;
  private final int blockRowEnd;
  private final AtomicLong blocks = new AtomicLong();

  private BinaryWriter(Plain matrix, BinaryLayout.Head head, int blockRowStart, int blockRowEnd) {
    this.matrix = matrix;
    this.head = head;
    this.blockRowStart = blockRowStart;
    this.blockRowEnd = blockRowEnd;
  }

  /** Writes one file of a directory: these rows of blocks. {@code head.nnz} is that of the band. */
  static void writeBand(
      Matrix matrix,
      BinaryLayout.Head head,
      int blockRowStart,
      int blockRowEnd,
      OutputStream out,
      Workers workers)
      throws IOException {
    new BinaryWriter(matrix.plain(workers), head, blockRowStart, blockRowEnd).write(out, workers);
  }

  private void write(OutputStream out, Workers workers) throws IOException {
    out.write(head.toBytes());
    int down = blockRowEnd - blockRowStart;
    int across = head.blocksAcross();
    double blockCells = matrix.isSparse() ? matrix.nnz() : (double) matrix.cells();
    blockCells /= Math.max(1.0, (double) head.blocksDown() * across);
    int groupCols = bounded(CELLS_PER_GROUP / blockCells, across);
    int groupRows = groupCols < across ? 1 : bounded(CELLS_PER_GROUP / (blockCells * across), down);
    int groupsAcross = Workers.rangeCount(across, groupCols);
    long groups = (long) Workers.rangeCount(down, groupRows) * groupsAcross;
    OrderedWriter.write(
        out,
        Math.toIntExact(groups),
        GROUPS_PER_WAVE,
        workers,
        (bytes, group) -> {
          int rowStart = blockRowStart + group / groupsAcross * groupRows;
          int colStart = group % groupsAcross * groupCols;
          int rowEnd = (int) Math.min(blockRowEnd, (long) rowStart + groupRows);
          int colEnd = (int) Math.min(across, (long) colStart + groupCols);
          Encoder encoder = new Encoder(bytes);
          encoder.addGroup(rowStart, rowEnd, colStart, colEnd);
          blocks.addAndGet(encoder.written);
        });
    ByteText end = new ByteText(BinaryLayout.BLOCK_HEAD_LENGTH);
    end.addRaw(-1).addRaw(-1).addRaw(BinaryLayout.END).addRaw(0).addRaw(blocks.get());
    addChecksum(end, 0);
    end.writeTo(out);
  }

  private static int bounded(double count, int max) {
    return (int) Math.max(1, Math.min(count, max));
  }

  /** The checksum of the block that begins at {@code start}, in the place kept free for it. */
  private static void addChecksum(ByteText out, int start) {
    if (out.size() - start == BinaryLayout.BLOCK_CHECKSUM) {
      out.addRaw(0L);
    }
    CRC32C checksum = new CRC32C();
    checksum.update(out.bytes(), start, BinaryLayout.BLOCK_CHECKSUM);
    int payload = start + BinaryLayout.BLOCK_HEAD_LENGTH;
    checksum.update(out.bytes(), payload, out.size() - payload);
    out.setRaw(start + BinaryLayout.BLOCK_CHECKSUM, (int) checksum.getValue());
  }

  /** Encodes a group of blocks; one per task. */
  private final class Encoder {
    private final ByteText out;
    private int written;

    // Non-zeros of a row of blocks, positions relative to it.
    private int[] rowOf = new int[0];
    private int[] columnOf = new int[0];
    private double[] valueOf = new double[0];
    private int count;

    Encoder(ByteText out) {
      this.out = out;
    }

    void addGroup(int rowStart, int rowEnd, int colStart, int colEnd) {
      if (matrix instanceof Dense dense) {
        for (int i = rowStart; i < rowEnd; i++) {
          for (int j = colStart; j < colEnd; j++) {
            addBlock(dense, i, j);
          }
        }
      } else if (matrix instanceof Coo coo) {
        // From non-zero to non-zero, since nearly all rows are empty.
        int end = rowEnd == head.blocksDown() ? coo.values().length : coo.start(firstRow(rowEnd));
        for (int p = coo.start(firstRow(rowStart)); p < end; ) {
          int blockRow = coo.rowIndexes()[p] / head.blockRows();
          int next = blockRow + 1 == head.blocksDown() ? end : coo.start(firstRow(blockRow + 1));
          for (; p < next; p++) {
            addNonZero(coo.rowIndexes()[p] - firstRow(blockRow), coo.columns()[p], coo.values()[p]);
          }
          addGathered(blockRow);
        }
      } else {
        for (int i = rowStart; i < rowEnd; i++) {
          gather((Sparse) matrix, i, colStart, colEnd);
          addGathered(i);
        }
      }
    }

    private int firstRow(int blockRow) {
      return blockRow * head.blockRows();
    }

    private void addBlock(Dense dense, int blockRow, int blockCol) {
      int rows = head.rowsOf(blockRow);
      int cols = head.colsOf(blockCol);
      int firstCol = blockCol * head.blockCols();
      int nnz = 0;
      for (int i = 0; i < rows; i++) {
        int row = firstRow(blockRow) + i;
        nnz +=
            Simd.forLength(cols)
                .countNonZeros(dense.panelOf(row), dense.offset(row) + firstCol, cols);
      }
      int notPlainZero = nnz == rows * cols ? nnz : notPlainZero(dense, blockRow, blockCol);
      if (notPlainZero == 0) {
        return;
      }
      // Lists of non-zeros would lose the sign of -0.0.
      if (notPlainZero > nnz || BinaryLayout.smallestKind(rows, cols, nnz) == BinaryLayout.DENSE) {
        int start = addHead(blockRow, blockCol, BinaryLayout.DENSE, nnz);
        for (int i = 0; i < rows; i++) {
          int row = firstRow(blockRow) + i;
          out.addRaw(dense.panelOf(row), dense.offset(row) + firstCol, cols);
        }
        addChecksum(out, start);
        return;
      }
      for (int i = 0; i < rows; i++) {
        double[] cells = dense.panelOf(firstRow(blockRow) + i);
        int start = dense.offset(firstRow(blockRow) + i) + firstCol;
        for (int j = 0; j < cols; j++) {
          if (cells[start + j] != 0) {
            addNonZero(i, firstCol + j, cells[start + j]);
          }
        }
      }
      addGathered(blockRow);
    }

    /** Cells of a block other than 0.0: -0.0 is among them. */
    private int notPlainZero(Dense dense, int blockRow, int blockCol) {
      int firstCol = blockCol * head.blockCols();
      int count = 0;
      for (int i = 0; i < head.rowsOf(blockRow); i++) {
        double[] cells = dense.panelOf(firstRow(blockRow) + i);
        int start = dense.offset(firstRow(blockRow) + i) + firstCol;
        for (int at = start, end = start + head.colsOf(blockCol); at < end; at++) {
          count += Double.doubleToRawLongBits(cells[at]) != 0 ? 1 : 0;
        }
      }
      return count;
    }

    private void gather(Sparse sparse, int blockRow, int colStart, int colEnd) {
      int first = colStart * head.blockCols();
      long behind = (long) colEnd * head.blockCols();
      boolean allColumns = first == 0 && behind >= head.cols();
      for (int i = 0; i < head.rowsOf(blockRow); i++) {
        int row = firstRow(blockRow) + i;
        int[] columns = sparse.columns(row);
        int p = sparse.start(row);
        int end = sparse.end(row);
        if (!allColumns) {
          int found = Arrays.binarySearch(columns, p, end, first);
          p = found < 0 ? -found - 1 : found;
        }
        for (; p < end && columns[p] < behind; p++) {
          addNonZero(i, columns[p], sparse.values(row)[p]);
        }
      }
    }

    private void addNonZero(int row, int column, double value) {
      if (count == rowOf.length) {
        int larger = Math.max(1024, 2 * count);
        rowOf = Arrays.copyOf(rowOf, larger);
        columnOf = Arrays.copyOf(columnOf, larger);
        valueOf = Arrays.copyOf(valueOf, larger);
      }
      rowOf[count] = row;
      columnOf[count] = column;
      valueOf[count] = value;
      count++;
    }

    /** Writes the blocks of the non-zeros that were gathered row by row, and forgets them. */
    private void addGathered(int blockRow) {
      sortByBlock();
      for (int start = 0; start < count; ) {
        int blockCol = columnOf[start] / head.blockCols();
        int end = start + 1;
        while (end < count && columnOf[end] / head.blockCols() == blockCol) {
          end++;
        }
        addBlock(blockRow, blockCol, start, end);
        start = end;
      }
      count = 0;
    }

    /** Stable, so cells stay in order within a block. */
    private void sortByBlock() {
      long[] keys = new long[count];
      boolean sorted = true;
      for (int p = 0; p < count; p++) {
        int blockCol = columnOf[p] / head.blockCols();
        keys[p] = (long) blockCol << 32 | p;
        sorted &= p == 0 || keys[p - 1] < keys[p];
      }
      if (sorted) {
        return;
      }
      Arrays.sort(keys);
      int[] rows = new int[count];
      int[] columns = new int[count];
      double[] values = new double[count];
      for (int p = 0; p < count; p++) {
        int from = (int) keys[p];
        rows[p] = rowOf[from];
        columns[p] = columnOf[from];
        values[p] = valueOf[from];
      }
      rowOf = rows;
      columnOf = columns;
      valueOf = values;
    }

    private void addBlock(int blockRow, int blockCol, int start, int end) {
      int rows = head.rowsOf(blockRow);
      int cols = head.colsOf(blockCol);
      int firstCol = blockCol * head.blockCols();
      int nnz = end - start;
      int kind = BinaryLayout.smallestKind(rows, cols, nnz);
      int blockStart = addHead(blockRow, blockCol, kind, nnz);
      if (kind == BinaryLayout.DENSE) {
        double[] cells = new double[rows * cols];
        for (int p = start; p < end; p++) {
          cells[rowOf[p] * cols + columnOf[p] - firstCol] = valueOf[p];
        }
        out.addRaw(cells, 0, cells.length);
      } else {
        if (kind == BinaryLayout.ROWS) {
          addRowStarts(rows, start, end);
        } else {
          for (int p = start; p < end; p++) {
            out.addRaw(rowOf[p]);
          }
        }
        for (int p = start; p < end; p++) {
          out.addRaw(columnOf[p] - firstCol);
        }
        out.addRaw(valueOf, start, nnz);
      }
      addChecksum(out, blockStart);
    }

    private void addRowStarts(int rows, int start, int end) {
      int p = start;
      for (int i = 0; i <= rows; i++) {
        while (p < end && rowOf[p] < i) {
          p++;
        }
        out.addRaw(p - start);
      }
    }

    /** Where the block begins in the buffer. */
    private int addHead(int blockRow, int blockCol, int kind, int nnz) {
      int start = out.size();
      long length =
          BinaryLayout.payloadLength(kind, head.rowsOf(blockRow), head.colsOf(blockCol), nnz);
      out.addRaw(blockRow).addRaw(blockCol).addRaw(kind).addRaw(nnz).addRaw(length).addRaw(0L);
      written++;
      return start;
    }
  }
}
