package dev.linden.storage.format.binary;

import dev.linden.base.InputError;
import dev.linden.matrix.Coo;
import dev.linden.matrix.Csr;
import dev.linden.matrix.Dense;
import dev.linden.matrix.Formats;
import dev.linden.matrix.Matrix;
import dev.linden.matrix.Workers;
import dev.linden.storage.format.Dimensions;
import dev.linden.storage.store.FileStore;
import dev.linden.storage.text.Parts;
import java.io.Closeable;
import java.io.IOException;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.DoubleBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.zip.CRC32C;

/**
 * Reads {@link BinaryLayout}. The heads of all blocks are visited first, which tells where
 * everything goes; then groups of blocks are read and decoded in parallel, straight into the arrays
 * of the result.
 */
final class BinaryReader implements Closeable {
  private static final VarHandle INTS =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle DOUBLES =
      MethodHandles.byteArrayViewVarHandle(double[].class, ByteOrder.LITTLE_ENDIAN);

  /** Blocks are read together up to this many bytes. */
  private static final long GROUP_BYTES = 1 << 20;

  /** Large dense blocks are read in pieces of half of a usual second-level cache. */
  private static final int PIECE_BYTES = 1 << 19;

  private static final int WINDOW = 1 << 16;

  private final Parts parts;
  private final List<FileStore.Input> inputs = new ArrayList<>();
  private final BinaryLayout.Head head;
  private final ConcurrentLinkedQueue<byte[]> buffers = new ConcurrentLinkedQueue<>();
  private final ConcurrentLinkedQueue<ByteBuffer> pieces = new ConcurrentLinkedQueue<>();

  BinaryReader(FileStore store, Parts parts) throws IOException {
    this.parts = parts;
    if (parts.list().isEmpty()) {
      throw new InputError(parts.path() + ": there is no binary file in the directory");
    }
    try {
      head = parseHeads(store);
    } catch (IOException | RuntimeException e) {
      close();
      throw e;
    }
  }

  /** Opens all files and reads their heads, which must agree. The non-zeros are those of all. */
  private BinaryLayout.Head parseHeads(FileStore store) throws IOException {
    BinaryLayout.Head first = null;
    long nnz = 0;
    for (Parts.Part part : parts.list()) {
      FileStore.Input input = store.open(part.path());
      inputs.add(input);
      BinaryLayout.Head own = BinaryLayout.Head.parse(input, part.path());
      first = first == null ? own : first;
      boolean agree =
          own.rows() == first.rows()
              && own.cols() == first.cols()
              && own.blockRows() == first.blockRows()
              && own.blockCols() == first.blockCols();
      if (!agree) {
        throw new InputError(
            part.path()
                + ": expected a part of a "
                + describe(first)
                + " as in "
                + parts.list().get(0).path()
                + ", found a part of a "
                + describe(own));
      }
      nnz += own.nnz();
    }
    return new BinaryLayout.Head(
        first.rows(), first.cols(), nnz, first.blockRows(), first.blockCols());
  }

  private static String describe(BinaryLayout.Head head) {
    return head.rows()
        + "x"
        + head.cols()
        + " matrix in blocks of "
        + head.blockRows()
        + "x"
        + head.blockCols();
  }

  /** Size, all non-zeros, blocks. */
  BinaryLayout.Head head() {
    return head;
  }

  @Override
  public void close() throws IOException {
    for (FileStore.Input input : inputs) {
      input.close();
    }
  }

  /** The head of a block and where its bytes are. */
  record Block(
      int part, long offset, int row, int col, int kind, int nnz, long length, int checksum)
      implements Serializable {
    private static final Comparator<Block> ORDER =
        Comparator.comparingInt(Block::row).thenComparingInt(Block::col);

    long end() {
      return offset + BinaryLayout.BLOCK_HEAD_LENGTH + length;
    }

    Block inPart(int other) {
      return new Block(other, offset, row, col, kind, nnz, length, checksum);
    }
  }

  Matrix read(Workers workers) throws IOException {
    int rows = Dimensions.check(parts.path(), "rows", head.rows());
    int cols = Dimensions.check(parts.path(), "columns", head.cols());
    List<Block> blocks = blocks();
    return switch (Formats.choose(rows, cols, head.nnz())) {
      case DENSE -> readDense(blocks, rows, cols, workers);
      case CSR -> readSparse(blocks, rows, cols, true, workers);
      case COO -> readSparse(blocks, rows, cols, false, workers);
    };
  }

  /** Where the blocks of all files are. */
  List<Block> blocks() throws IOException {
    List<Block> blocks = new ArrayList<>();
    for (int part = 0; part < inputs.size(); part++) {
      blocks.addAll(new HeadScan(part).blocks());
    }
    if (inputs.size() > 1) {
      blocks.sort(Block.ORDER);
      checkDifferent(blocks);
    }
    return blocks;
  }

  /** One block as a matrix. */
  Matrix matrix(Block block) throws IOException {
    List<Payload> payloads = load(List.of(block));
    Payload payload = payloads.get(0);
    int rows = head.rowsOf(block.row);
    int cols = head.colsOf(block.col);
    Matrix cells;
    if (Formats.choose(rows, cols, block.nnz) == Formats.Format.DENSE) {
      cells = Dense.wrap(rows, cols, denseCells(payload, rows, cols));
    } else {
      int[] starts = new int[rows + 1];
      int[] columns = new int[block.nnz];
      double[] values = new double[block.nnz];
      int[] next = {0};
      new NonZeroWalk(payload)
          .forEach(
              (row, column, value) -> {
                columns[next[0]] = column;
                values[next[0]++] = value;
                starts[row + 1]++;
              });
      for (int i = 0; i < rows; i++) {
        starts[i + 1] += starts[i];
      }
      cells = Formats.adapt(new Csr(rows, cols, starts, columns, values), Workers.serial());
    }
    release(payloads);
    return cells;
  }

  private double[] denseCells(Payload payload, int rows, int cols) {
    double[] cells = new double[rows * cols];
    if (payload.block.kind == BinaryLayout.DENSE) {
      payload.doubles().get(cells);
    } else {
      new NonZeroWalk(payload).forEach((row, column, value) -> cells[row * cols + column] = value);
    }
    return cells;
  }

  private void checkDifferent(List<Block> blocks) {
    for (int k = 1; k < blocks.size(); k++) {
      Block before = blocks.get(k - 1);
      if (Block.ORDER.compare(before, blocks.get(k)) == 0) {
        throw new InputError(
            name(blocks.get(k)) + " is in " + parts.list().get(before.part).path() + " too");
      }
    }
  }

  /** For messages: block rows and columns count from 1, as those of matrices do. */
  private String name(int part, long row, long col) {
    return parts.list().get(part).path() + ": block (" + (row + 1) + "," + (col + 1) + ")";
  }

  private String name(Block block) {
    return name(block.part, block.row, block.col);
  }

  /** Walks over the heads of the blocks of one file and checks that they make sense. */
  private final class HeadScan {
    private final int part;
    private final FileStore.Input input;
    private final long fileSize;
    private final List<Block> found = new ArrayList<>();
    private final byte[] window = new byte[WINDOW];
    private long windowStart;
    private int windowLength;

    HeadScan(int part) {
      this.part = part;
      this.input = inputs.get(part);
      this.fileSize = parts.list().get(part).size();
    }

    List<Block> blocks() throws IOException {
      long offset = BinaryLayout.HEAD_LENGTH;
      long nnz = 0;
      while (true) {
        Block block = blockAt(offset);
        if (block.kind == BinaryLayout.END) {
          checkEnd(block, nnz);
          return found;
        }
        check(block);
        found.add(block);
        nnz += block.nnz;
        offset = block.end();
      }
    }

    private String afterLast() {
      return found.isEmpty()
          ? parts.list().get(part).path() + ": the first block"
          : parts.list().get(part).path()
              + ": what follows block ("
              + (found.get(found.size() - 1).row + 1)
              + ","
              + (found.get(found.size() - 1).col + 1)
              + ")";
    }

    private Block blockAt(long offset) throws IOException {
      int length = BinaryLayout.BLOCK_HEAD_LENGTH;
      if (offset + length > fileSize) {
        throw new InputError(
            afterLast()
                + " is missing: the file ends after "
                + fileSize
                + " bytes, without its end mark");
      }
      if (offset < windowStart || offset + length > windowStart + windowLength) {
        // Small blocks: many heads at once. Behind a large one the next head is far away as well.
        boolean small = found.isEmpty() || found.get(found.size() - 1).length < WINDOW / 4;
        windowStart = offset;
        windowLength = input.readFully(offset, window, 0, small ? WINDOW : length);
        if (windowLength < length) {
          throw new IOException("the file became shorter while it was read");
        }
      }
      int at = (int) (offset - windowStart);
      ByteBuffer head = ByteBuffer.wrap(window, at, length).order(ByteOrder.LITTLE_ENDIAN);
      return new Block(
          part,
          offset,
          head.getInt(),
          head.getInt(),
          head.getInt(),
          head.getInt(),
          head.getLong(),
          head.getInt());
    }

    private void check(Block block) {
      boolean placed =
          block.row >= 0
              && block.row < head.blocksDown()
              && block.col >= 0
              && block.col < head.blocksAcross()
              && (found.isEmpty() || Block.ORDER.compare(found.get(found.size() - 1), block) < 0)
              && block.kind >= BinaryLayout.DENSE
              && block.kind <= BinaryLayout.CELLS;
      if (!placed) {
        throw new InputError(
            afterLast() + " is damaged: its head at byte " + block.offset + " makes no sense");
      }
      int rows = head.rowsOf(block.row);
      int cols = head.colsOf(block.col);
      boolean fits =
          block.nnz >= 0
              && block.nnz <= (long) rows * cols
              && block.length == BinaryLayout.payloadLength(block.kind, rows, cols, block.nnz);
      if (!fits) {
        throw new InputError(
            name(block)
                + " is damaged: "
                + block.nnz
                + " non-zeros in "
                + block.length
                + " bytes do not fit its "
                + rows
                + "x"
                + cols
                + " cells");
      }
      if (block.end() > fileSize) {
        throw new InputError(
            name(block)
                + " is incomplete: it ends at byte "
                + block.end()
                + ", but the file after "
                + fileSize);
      }
    }

    private void checkEnd(Block end, long nnz) throws IOException {
      String what = parts.list().get(part).path() + ": the end mark";
      byte[] bytes = new byte[BinaryLayout.BLOCK_CHECKSUM];
      input.readFully(end.offset, bytes, 0, bytes.length);
      CRC32C checksum = new CRC32C();
      checksum.update(bytes, 0, bytes.length);
      BinaryLayout.checkChecksum(what, end.checksum, (int) checksum.getValue());
      if (end.length != found.size()) {
        throw new InputError(
            what + " counts " + end.length + " blocks, but " + found.size() + " precede it");
      }
      long expected = BinaryLayout.Head.parse(input, parts.list().get(part).path()).nnz();
      if (nnz != expected) {
        throw new InputError(
            parts.list().get(part).path()
                + ": the head promises "
                + expected
                + " non-zeros, but the blocks have "
                + nnz);
      }
    }
  }

  /** Borders of groups of neighbouring blocks, which are read and decoded together. */
  private static int[] groups(List<Block> blocks, boolean wholeRows) {
    int[] borders = new int[blocks.size() + 1];
    int count = 0;
    long bytes = 0;
    for (int k = 0; k < blocks.size(); k++) {
      boolean mayCut = k > 0 && !(wholeRows && blocks.get(k).row == blocks.get(k - 1).row);
      if (mayCut && bytes + blocks.get(k).length > GROUP_BYTES) {
        borders[++count] = k;
        bytes = 0;
      }
      bytes += blocks.get(k).length;
    }
    if (!blocks.isEmpty()) {
      borders[++count] = blocks.size();
    }
    return Arrays.copyOf(borders, count + 1);
  }

  /** What to do with blocks {@code [start, end)}. */
  private interface GroupTask {
    void run(int start, int end) throws IOException;
  }

  private static void forGroups(int[] borders, Workers workers, GroupTask task) {
    workers.forRanges(
        borders.length - 1,
        1,
        (start, end) -> {
          try {
            for (int group = start; group < end; group++) {
              task.run(borders[group], borders[group + 1]);
            }
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        });
  }

  /** A block with its bytes. */
  private record Payload(Block block, byte[] bytes, int at) {
    int intAt(int position) {
      return (int) INTS.get(bytes, position);
    }

    /** The cells of a dense block. */
    DoubleBuffer doubles() {
      return ByteBuffer.wrap(bytes, at, (int) block.length)
          .order(ByteOrder.LITTLE_ENDIAN)
          .asDoubleBuffer();
    }
  }

  /**
   * Reads and checks blocks, those that follow each other in a file at once. The buffers are those
   * of the payloads and may be used again after them.
   */
  private List<Payload> load(List<Block> blocks) throws IOException {
    List<Payload> payloads = new ArrayList<>(blocks.size());
    for (int start = 0; start < blocks.size(); ) {
      Block first = blocks.get(start);
      int end = start + 1;
      while (end < blocks.size()
          && blocks.get(end).part == first.part
          && blocks.get(end).offset == blocks.get(end - 1).end()
          && blocks.get(end).end() - first.offset <= GROUP_BYTES) {
        end++;
      }
      int length = Math.toIntExact(blocks.get(end - 1).end() - first.offset);
      byte[] bytes = buffers.poll();
      if (bytes == null || bytes.length < length) {
        bytes = new byte[length];
      }
      if (inputs.get(first.part).readFully(first.offset, bytes, 0, length) < length) {
        throw new IOException("the file became shorter while it was read");
      }
      for (Block block : blocks.subList(start, end)) {
        int at = (int) (block.offset - first.offset);
        CRC32C checksum = new CRC32C();
        checksum.update(bytes, at, BinaryLayout.BLOCK_CHECKSUM);
        int payload = at + BinaryLayout.BLOCK_HEAD_LENGTH;
        checksum.update(bytes, payload, (int) block.length);
        BinaryLayout.checkChecksum(name(block), block.checksum, (int) checksum.getValue());
        payloads.add(new Payload(block, bytes, payload));
      }
      start = end;
    }
    return payloads;
  }

  private void release(List<Payload> payloads) {
    byte[] last = null;
    for (Payload payload : payloads) {
      if (payload.bytes != last) {
        last = payload.bytes;
        buffers.add(last);
      }
    }
  }

  private InputError misplaced(Block block) {
    return new InputError(name(block) + " is damaged: its cells are not in order");
  }

  private Matrix readDense(List<Block> blocks, int rows, int cols, Workers workers) {
    // every cell is in a block that has all of its own: no need to clear them before
    boolean complete = blocks.size() == (long) head.blocksDown() * head.blocksAcross();
    for (Block block : blocks) {
      complete &= block.kind == BinaryLayout.DENSE;
    }
    Dense dense =
        complete
            ? Dense.allocateUncleared(rows, cols, workers)
            : Dense.allocate(rows, cols, workers);
    forGroups(
        groups(blocks, false),
        workers,
        (start, end) -> {
          if (blocks.subList(start, end).stream().allMatch(BinaryReader::isLargeAndDense)) {
            for (Block block : blocks.subList(start, end)) {
              readCells(block, dense);
            }
            return;
          }
          List<Payload> payloads = load(blocks.subList(start, end));
          for (Payload payload : payloads) {
            if (payload.block.kind == BinaryLayout.DENSE) {
              copy(payload, dense);
            } else {
              scatter(payload, dense);
            }
          }
          release(payloads);
        });
    return dense.withNnz(head.nnz());
  }

  private static boolean isLargeAndDense(Block block) {
    return block.kind == BinaryLayout.DENSE && block.length >= PIECE_BYTES / 8;
  }

  /** Reads and checks a dense block through a buffer that stays in the cache. */
  private void readCells(Block block, Dense dense) throws IOException {
    ByteBuffer buffer = pieces.poll();
    if (buffer == null) {
      buffer = ByteBuffer.allocateDirect(PIECE_BYTES).order(ByteOrder.LITTLE_ENDIAN);
    }
    CRC32C checksum = new CRC32C();
    fill(buffer.clear().limit(BinaryLayout.BLOCK_CHECKSUM), block, 0);
    checksum.update(buffer);
    BlockCursor cursor =
        new BlockCursor(
            dense,
            block.row * head.blockRows(),
            block.col * head.blockCols(),
            head.colsOf(block.col));
    for (long done = 0; done < block.length; done += buffer.limit()) {
      buffer.clear().limit((int) Math.min(PIECE_BYTES, block.length - done));
      fill(buffer, block, BinaryLayout.BLOCK_HEAD_LENGTH + done);
      checksum.update(buffer);
      cursor.copyFrom(buffer.flip().asDoubleBuffer(), buffer.limit() / Double.BYTES);
    }
    BinaryLayout.checkChecksum(name(block), block.checksum, (int) checksum.getValue());
    pieces.add(buffer);
  }

  /** Fills a buffer with the bytes of a block from {@code at} on, and rewinds it. */
  private void fill(ByteBuffer buffer, Block block, long at) throws IOException {
    long offset = block.offset + at;
    while (buffer.hasRemaining()) {
      int count = inputs.get(block.part).read(offset, buffer);
      if (count < 0) {
        throw new IOException("the file became shorter while it was read");
      }
      offset += count;
    }
    buffer.rewind();
  }

  private void copy(Payload payload, Dense dense) {
    Block block = payload.block;
    int cols = head.colsOf(block.col);
    int firstRow = block.row * head.blockRows();
    int firstCol = block.col * head.blockCols();
    DoubleBuffer cells = payload.doubles();
    int rowEnd = firstRow + head.rowsOf(block.row);
    int next;
    for (int i = firstRow; i < rowEnd; i = next) {
      // whole rows of the matrix lie side by side
      next = cols == dense.cols() ? Math.min(rowEnd, dense.panelEnd(i)) : i + 1;
      cells.get(dense.panelOf(i), dense.offset(i) + firstCol, (next - i) * cols);
    }
  }

  private void scatter(Payload payload, Dense dense) {
    Block block = payload.block;
    int firstRow = block.row * head.blockRows();
    int firstCol = block.col * head.blockCols();
    new NonZeroWalk(payload)
        .forEach(
            (row, column, value) ->
                dense.panelOf(firstRow + row)[dense.offset(firstRow + row) + firstCol + column] =
                    value);
  }

  /** Takes a cell by its position in the block. */
  private interface CellTask {
    void run(int row, int column, double value);
  }

  /** Visits the non-zeros of a block row by row. */
  private final class NonZeroWalk {
    private final Payload payload;
    private final int rows;
    private final int cols;

    NonZeroWalk(Payload payload) {
      this.payload = payload;
      this.rows = head.rowsOf(payload.block.row);
      this.cols = head.colsOf(payload.block.col);
    }

    void forEach(CellTask task) {
      switch (payload.block.kind) {
        case BinaryLayout.DENSE -> visitDense(task);
        case BinaryLayout.ROWS -> visitRows(task);
        default -> visitCells(task);
      }
    }

    private void visitDense(CellTask task) {
      int at = payload.at;
      int nnz = 0;
      for (int i = 0; i < rows; i++) {
        for (int j = 0; j < cols; j++, at += Double.BYTES) {
          double value = (double) DOUBLES.get(payload.bytes, at);
          if (value != 0) {
            if (++nnz > payload.block.nnz) {
              throw misplaced(payload.block);
            }
            task.run(i, j, value);
          }
        }
      }
      if (nnz != payload.block.nnz) {
        throw misplaced(payload.block);
      }
    }

    private void visitRows(CellTask task) {
      int nnz = payload.block.nnz;
      int columnsAt = payload.at + Integer.BYTES * (rows + 1);
      int valuesAt = columnsAt + Integer.BYTES * nnz;
      int p = 0;
      for (int i = 0; i < rows; i++) {
        int end = payload.intAt(payload.at + Integer.BYTES * (i + 1));
        if (end < p || end > nnz) {
          throw misplaced(payload.block);
        }
        int previous = -1;
        for (; p < end; p++) {
          previous = checkedColumn(columnsAt + Integer.BYTES * p, previous);
          task.run(i, previous, (double) DOUBLES.get(payload.bytes, valuesAt + Double.BYTES * p));
        }
      }
      if (p != nnz) {
        throw misplaced(payload.block);
      }
    }

    private void visitCells(CellTask task) {
      int nnz = payload.block.nnz;
      int columnsAt = payload.at + Integer.BYTES * nnz;
      int valuesAt = columnsAt + Integer.BYTES * nnz;
      int row = 0;
      int column = -1;
      for (int p = 0; p < nnz; p++) {
        int next = payload.intAt(payload.at + Integer.BYTES * p);
        if (next < row || next >= rows) {
          throw misplaced(payload.block);
        }
        column = checkedColumn(columnsAt + Integer.BYTES * p, next > row ? -1 : column);
        row = next;
        task.run(row, column, (double) DOUBLES.get(payload.bytes, valuesAt + Double.BYTES * p));
      }
    }

    private int checkedColumn(int position, int previous) {
      int column = payload.intAt(position);
      if (column <= previous || column >= cols) {
        throw misplaced(payload.block);
      }
      return column;
    }
  }

  /** {@code byRow}: compressed rows, else triples. */
  private Matrix readSparse(
      List<Block> blocks, int rows, int cols, boolean byRow, Workers workers) {
    int nnz = (int) head.nnz();
    int[] base = new int[blocks.size() + 1];
    for (int k = 0; k < blocks.size(); k++) {
      base[k + 1] = base[k] + blocks.get(k).nnz;
    }
    int[] rowStarts = byRow ? new int[rows + 1] : null;
    int[] rowIndexes = byRow ? null : new int[nnz];
    int[] columns = new int[nnz];
    double[] values = new double[nnz];
    forGroups(
        groups(blocks, true),
        workers,
        (start, end) -> {
          List<Payload> payloads = load(blocks.subList(start, end));
          for (int first = start; first < end; ) {
            int row = blocks.get(first).row;
            int next = first + 1;
            while (next < end && blocks.get(next).row == row) {
              next++;
            }
            List<Payload> inRow = payloads.subList(first - start, next - start);
            int[] rowEnds = merge(inRow, row, base[first], columns, values);
            int firstRow = row * head.blockRows();
            if (byRow) {
              System.arraycopy(rowEnds, 0, rowStarts, firstRow + 1, rowEnds.length);
            } else {
              for (int i = 0, p = base[first]; i < rowEnds.length; i++) {
                Arrays.fill(rowIndexes, p, rowEnds[i], firstRow + i);
                p = rowEnds[i];
              }
            }
            first = next;
          }
          release(payloads);
        });
    if (!byRow) {
      return new Coo(rows, cols, rowIndexes, columns, values);
    }
    // Rows of blocks that are not there: as many non-zeros before their rows as before the next.
    for (int i = 1; i <= rows; i++) {
      rowStarts[i] = Math.max(rowStarts[i], rowStarts[i - 1]);
    }
    return new Csr(rows, cols, rowStarts, columns, values);
  }

  /**
   * Puts a row of blocks, from left to right, into rows that begin at {@code base}; the ends of the
   * rows.
   */
  private int[] merge(
      List<Payload> payloads, int blockRow, int base, int[] columns, double[] values) {
    int[] next = new int[head.rowsOf(blockRow) + 1];
    next[0] = base;
    for (Payload payload : payloads) {
      new NonZeroWalk(payload).forEach((row, column, value) -> next[row + 1]++);
    }
    for (int i = 1; i < next.length; i++) {
      next[i] += next[i - 1];
    }
    for (Payload payload : payloads) {
      int firstCol = payload.block.col * head.blockCols();
      new NonZeroWalk(payload)
          .forEach(
              (row, column, value) -> {
                int p = next[row]++;
                columns[p] = firstCol + column;
                values[p] = value;
              });
    }
    return Arrays.copyOf(next, next.length - 1);
  }
}
