package dev.linden.storage.format.binary;

import dev.linden.base.InputError;
import dev.linden.storage.store.FileStore;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.zip.CRC32C;

/**
 * The layout of binary files, our own format: exact, fast to read and write, and checked. All
 * numbers are little-endian; checksums are CRC-32C.
 *
 * <pre>
 * file  = head block* end
 * head  = "LINDEN MATRIX\n" version:short rows:long cols:long nnz:long
 *         blockRows:int blockCols:int checksum:int 0:int
 * block = blockRow:int blockCol:int kind:int nnz:int length:long checksum:int 0:int payload
 * end   = -1:int -1:int kind:int 0:int blocks:long checksum:int 0:int
 *
 * dense payload (kind 1) = the cells, row by row
 * rows payload  (kind 2) = start of each row and of the one behind the last:int,
 *                          columns:int, values:double
 * cells payload (kind 3) = rows:int, columns:int, values:double, in the order of the cells
 * </pre>
 *
 * <p>The matrix is cut into blocks of {@code blockRows * blockCols} cells, those at the borders
 * smaller. Blocks are sorted by row, then column; positions inside a block are relative to it. A
 * block that is not there is all zero. A checksum covers what precedes it in its head or block, and
 * the payload. In a directory each file has the head of the whole matrix, but its own nnz, and some
 * of the blocks.
 */
final class BinaryLayout {
  static final short VERSION = 2;
  static final int HEAD_LENGTH = 56;
  static final int BLOCK_HEAD_LENGTH = 32;

  /** Where the checksum is in the head of a block, and how many bytes of the head it covers. */
  static final int BLOCK_CHECKSUM = 24;

  static final int DENSE = 1;
  static final int ROWS = 2;
  static final int CELLS = 3;
  static final int END = 4;

  private static final byte[] MAGIC = "LINDEN MATRIX\n".getBytes(StandardCharsets.US_ASCII);
  private static final int HEAD_CHECKSUM = 48;

  /** 1 GB of cells: a block is handled in one array. */
  private static final long MAX_BLOCK_CELLS = 1 << 27;

  private BinaryLayout() {}

  /** Whether the first line of a file is that of ours. */
  static boolean isStart(byte[] line) {
    return Arrays.equals(line, 0, line.length, MAGIC, 0, MAGIC.length - 1);
  }

  /** Bytes of a payload. */
  static long payloadLength(int kind, int rows, int cols, long nnz) {
    return switch (kind) {
      case DENSE -> (long) Double.BYTES * rows * cols;
      case ROWS -> Integer.BYTES * (rows + 1L) + (Integer.BYTES + Double.BYTES) * nnz;
      case CELLS -> (2 * Integer.BYTES + Double.BYTES) * nnz;
      default -> throw new IllegalArgumentException("kind " + kind);
    };
  }

  /** The kind that takes the fewest bytes. */
  static int smallestKind(int rows, int cols, long nnz) {
    long dense = payloadLength(DENSE, rows, cols, nnz);
    long byRow = payloadLength(ROWS, rows, cols, nnz);
    long cells = payloadLength(CELLS, rows, cols, nnz);
    return dense <= Math.min(byRow, cells) ? DENSE : byRow <= cells ? ROWS : CELLS;
  }

  /** The head of a file. */
  record Head(long rows, long cols, long nnz, int blockRows, int blockCols) {
    /** For a matrix whose user asked for blocks of this size. */
    static Head of(long rows, long cols, long nnz, long rowsInBlock, long colsInBlock) {
      long blockRows = Math.max(1, Math.min(rowsInBlock, rows));
      long blockCols = Math.max(1, Math.min(colsInBlock, cols));
      if (blockRows * blockCols > MAX_BLOCK_CELLS) {
        throw new InputError(
            "rows_in_block and cols_in_block ask for blocks of "
                + blockRows
                + "x"
                + blockCols
                + " cells, but a block can have at most "
                + MAX_BLOCK_CELLS);
      }
      return new Head(rows, cols, nnz, (int) blockRows, (int) blockCols);
    }

    int blocksDown() {
      return (int) ((rows + blockRows - 1) / blockRows);
    }

    int blocksAcross() {
      return (int) ((cols + blockCols - 1) / blockCols);
    }

    /** Rows of the blocks in this row of blocks. */
    int rowsOf(int blockRow) {
      return (int) Math.min(blockRows, rows - (long) blockRow * blockRows);
    }

    int colsOf(int blockCol) {
      return (int) Math.min(blockCols, cols - (long) blockCol * blockCols);
    }

    byte[] toBytes() {
      ByteBuffer bytes = ByteBuffer.allocate(HEAD_LENGTH).order(ByteOrder.LITTLE_ENDIAN);
      bytes.put(MAGIC).putShort(VERSION).putLong(rows).putLong(cols).putLong(nnz);
      bytes.putInt(blockRows).putInt(blockCols);
      return bytes.putInt(checksum(bytes.array(), HEAD_CHECKSUM)).array();
    }

    private static int checksum(byte[] bytes, int length) {
      CRC32C checksum = new CRC32C();
      checksum.update(bytes, 0, length);
      return (int) checksum.getValue();
    }

    /** {@code path} is the file, for messages. */
    static Head parse(FileStore.Input input, String path) throws IOException {
      byte[] bytes = new byte[HEAD_LENGTH];
      int length = input.readFully(0, bytes, 0, HEAD_LENGTH);
      if (length < MAGIC.length || !Arrays.equals(bytes, 0, MAGIC.length, MAGIC, 0, MAGIC.length)) {
        throw new InputError(path + ": not a binary matrix file of this system");
      }
      if (length < HEAD_LENGTH) {
        throw new InputError(
            path + ": the file ends within its head, after " + length + " of 56 bytes");
      }
      ByteBuffer head = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
      head.position(MAGIC.length);
      short version = head.getShort();
      if (version != VERSION) {
        throw new InputError(
            path
                + ": the file has version "
                + version
                + " of the binary format, but this program reads version "
                + VERSION);
      }
      Head result =
          new Head(head.getLong(), head.getLong(), head.getLong(), head.getInt(), head.getInt());
      checkChecksum(path + ": the head", head.getInt(), checksum(bytes, HEAD_CHECKSUM));
      boolean valid =
          result.rows >= 0
              && result.cols >= 0
              && result.nnz >= 0
              && result.blockRows >= 1
              && result.blockCols >= 1
              && (long) result.blockRows * result.blockCols <= MAX_BLOCK_CELLS;
      if (!valid) {
        throw new InputError(path + ": the head makes no sense: " + result);
      }
      return result;
    }
  }

  /** {@code what} is the damaged thing, for the message. */
  static void checkChecksum(String what, int expected, int found) {
    if (expected != found) {
      throw new InputError(
          what
              + " is damaged: expected checksum "
              + String.format("%08x", expected)
              + ", found "
              + String.format("%08x", found));
    }
  }
}
