package dev.linden.storage.format.binary;

import dev.linden.matrix.Dense;
import dev.linden.matrix.Matrix;
import dev.linden.matrix.Workers;
import dev.linden.storage.store.FileStore;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.zip.CRC32C;

/**
 * Writes a dense matrix without zeros as {@link BinaryLayout}. All of its blocks are there and
 * dense, so the place of each is known before: threads write theirs at once, from small buffers
 * outside the heap that stay in the cache. The bytes are the same as those of {@link BinaryWriter}.
 */
final class FullBlocks {
  /** A buffer's size: few calls of the system, and it stays in the third-level cache. */
  private static final int BUFFER_BYTES = 1 << 21;

  private final Dense matrix;
  private final BinaryLayout.Head head;
  private final FileStore.Output out;
  private final ConcurrentLinkedQueue<ByteBuffer> buffers = new ConcurrentLinkedQueue<>();

  private FullBlocks(Dense matrix, BinaryLayout.Head head, FileStore.Output out) {
    this.matrix = matrix;
    this.head = head;
    this.out = out;
  }

  /** Whether a matrix, whose non-zeros have been counted, can be written in this way. */
  static boolean suits(Matrix matrix) {
    return matrix instanceof Dense && matrix.cells() > 0 && matrix.nnz() == matrix.cells();
  }

  static void write(Dense matrix, BinaryLayout.Head head, FileStore.Output out, Workers workers)
      throws IOException {
    new FullBlocks(matrix, head, out).write(workers);
  }

  private void write(Workers workers) throws IOException {
    out.write(0, ByteBuffer.wrap(head.toBytes()));
    int blocks = Math.multiplyExact(head.blocksDown(), head.blocksAcross());
    int together = (int) Math.max(1, BUFFER_BYTES / blockBytes(0, 0));
    try {
      workers.forRanges(blocks, together, this::writeBlocks);
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
    ByteBuffer end = bytes(BinaryLayout.BLOCK_HEAD_LENGTH);
    end.putInt(-1).putInt(-1).putInt(BinaryLayout.END).putInt(0).putLong(blocks);
    CRC32C checksum = new CRC32C();
    checksum.update(end.flip());
    end.limit(end.capacity()).putInt((int) checksum.getValue()).putInt(0);
    out.write(position(head, head.blocksDown(), 0), end.flip());
  }

  private static ByteBuffer bytes(int length) {
    return ByteBuffer.allocateDirect(length).order(ByteOrder.LITTLE_ENDIAN);
  }

  /** Bytes of a file of all blocks. */
  static long length(BinaryLayout.Head head) {
    return position(head, head.blocksDown(), 0) + BinaryLayout.BLOCK_HEAD_LENGTH;
  }

  /** Where a block begins. */
  private static long position(BinaryLayout.Head head, int blockRow, int blockCol) {
    long rowsAbove = Math.min(head.rows(), (long) blockRow * head.blockRows());
    long headsBefore = (long) blockRow * head.blocksAcross() + blockCol;
    long cells = rowsAbove * head.cols();
    if (blockCol > 0) {
      cells += (long) head.rowsOf(blockRow) * blockCol * head.blockCols();
    }
    return BinaryLayout.HEAD_LENGTH
        + headsBefore * BinaryLayout.BLOCK_HEAD_LENGTH
        + cells * Double.BYTES;
  }

  private long blockBytes(int blockRow, int blockCol) {
    long cells = (long) head.rowsOf(blockRow) * head.colsOf(blockCol);
    return BinaryLayout.BLOCK_HEAD_LENGTH + cells * Double.BYTES;
  }

  /** Writes neighbours, which follow each other in the file too. */
  private void writeBlocks(int start, int end) {
    ByteBuffer buffer = buffers.poll();
    if (buffer == null) {
      buffer = bytes(BUFFER_BYTES);
    }
    int across = head.blocksAcross();
    long at = position(head, start / across, start % across);
    try {
      for (int block = start; block < end; block++) {
        long size = blockBytes(block / across, block % across);
        if (size > buffer.remaining()) {
          at = flush(buffer, at);
        }
        if (size > buffer.remaining()) {
          writeInPieces(block / across, block % across, at, buffer);
          at += size;
        } else {
          addBlock(block / across, block % across, buffer);
        }
      }
      flush(buffer, at);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    buffers.add(buffer);
  }

  /** Where the next bytes go. */
  private long flush(ByteBuffer buffer, long at) throws IOException {
    int length = buffer.flip().remaining();
    out.write(at, buffer);
    buffer.clear();
    return at + length;
  }

  private void addBlock(int blockRow, int blockCol, ByteBuffer buffer) {
    int start = buffer.position();
    CRC32C checksum = new CRC32C();
    addHead(blockRow, blockCol, buffer, checksum);
    int cells = head.rowsOf(blockRow) * head.colsOf(blockCol);
    cursor(blockRow, blockCol).copyTo(buffer.asDoubleBuffer(), cells);
    checksum.update(buffer.slice(buffer.position(), cells * Double.BYTES));
    buffer.putInt(start + BinaryLayout.BLOCK_CHECKSUM, (int) checksum.getValue());
    buffer.position(buffer.position() + cells * Double.BYTES);
  }

  /** A block that is larger than the buffer, which is empty before and after. */
  private void writeInPieces(int blockRow, int blockCol, long position, ByteBuffer buffer)
      throws IOException {
    CRC32C checksum = new CRC32C();
    ByteBuffer start = bytes(BinaryLayout.BLOCK_HEAD_LENGTH);
    addHead(blockRow, blockCol, start, checksum);
    long at = position + BinaryLayout.BLOCK_HEAD_LENGTH;
    int left = head.rowsOf(blockRow) * head.colsOf(blockCol);
    BlockCursor cursor = cursor(blockRow, blockCol);
    while (left > 0) {
      int cells = Math.min(BUFFER_BYTES / Double.BYTES, left);
      cursor.copyTo(buffer.asDoubleBuffer(), cells);
      buffer.position(cells * Double.BYTES);
      checksum.update(buffer.duplicate().flip());
      at = flush(buffer, at);
      left -= cells;
    }
    start.putInt(BinaryLayout.BLOCK_CHECKSUM, (int) checksum.getValue());
    out.write(position, start.flip());
  }

  private BlockCursor cursor(int blockRow, int blockCol) {
    return new BlockCursor(
        matrix, blockRow * head.blockRows(), blockCol * head.blockCols(), head.colsOf(blockCol));
  }

  /** Adds the head of a block, without its checksum, which it begins. */
  private void addHead(int blockRow, int blockCol, ByteBuffer to, CRC32C checksum) {
    int rows = head.rowsOf(blockRow);
    int cols = head.colsOf(blockCol);
    int nnz = rows * cols;
    int start = to.position();
    to.putInt(blockRow).putInt(blockCol).putInt(BinaryLayout.DENSE).putInt(nnz);
    to.putLong(BinaryLayout.payloadLength(BinaryLayout.DENSE, rows, cols, nnz));
    checksum.update(to.slice(start, BinaryLayout.BLOCK_CHECKSUM));
    to.putLong(0);
  }
}
