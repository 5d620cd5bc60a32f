package dev.linden.storage.text;

import dev.linden.matrix.Workers;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Formats pieces in parallel and writes them in order. Whoever finishes the piece that is next in
 * the file writes it and those behind it that are ready, while others go on formatting. Pieces come
 * in waves, which bounds those that wait to be written.
 */
public final class OrderedWriter {
  private static final long CELLS_PER_RANGE = 1 << 14;
  private static final int PIECES_PER_WAVE = 64;

  /** Appends the bytes of a piece; runs on any thread. */
  public interface PieceFormat {
    void append(ByteText out, int piece);
  }

  /** Appends the text of rows {@code [rowStart, rowEnd)}; runs on any thread. */
  public interface RowFormat {
    void append(ByteText out, int rowStart, int rowEnd);
  }

  private final OutputStream out;
  private final PieceFormat format;
  private final ConcurrentLinkedQueue<ByteText> buffers = new ConcurrentLinkedQueue<>();
  private final ReentrantLock writing = new ReentrantLock();
  private AtomicReferenceArray<ByteText> ready;
  private volatile int nextToWrite;

  private OrderedWriter(OutputStream out, PieceFormat format) {
    this.out = out;
    this.format = format;
  }

  /** Writes all rows as text; each has about this many cells. */
  public static void writeRows(
      OutputStream out, int rows, double cellsPerRow, Workers workers, RowFormat format)
      throws IOException {
    int grain =
        (int) Math.max(1, Math.min(CELLS_PER_RANGE, CELLS_PER_RANGE / Math.max(1, cellsPerRow)));
    write(
        out,
        Workers.rangeCount(rows, grain),
        PIECES_PER_WAVE,
        workers,
        (text, piece) -> {
          int rowStart = piece * grain;
          format.append(text, rowStart, (int) Math.min(rows, (long) rowStart + grain));
        });
  }

  public static void write(
      OutputStream out, int pieces, int piecesPerWave, Workers workers, PieceFormat format)
      throws IOException {
    OrderedWriter writer = new OrderedWriter(out, format);
    int wave = Math.max(piecesPerWave, 2 * workers.threads());
    try {
      for (int first = 0; first < pieces; first += Math.min(wave, pieces - first)) {
        writer.writeWave(first, Math.min(wave, pieces - first), workers);
      }
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  private void writeWave(int first, int count, Workers workers) {
    ready = new AtomicReferenceArray<>(count);
    nextToWrite = 0;
    workers.forRanges(
        count,
        1,
        (start, end) -> {
          for (int k = start; k < end; k++) {
            ByteText text = buffers.poll();
            text = text == null ? new ByteText(1 << 16) : text;
            format.append(text, first + k);
            ready.set(k, text);
            writeReady();
          }
        });
  }

  private void writeReady() {
    // Looks again after giving the lock back: meanwhile another thread may have made the next piece
    // ready and found the lock taken.
    while (nextIsReady() && writing.tryLock()) {
      try {
        while (nextIsReady()) {
          ByteText text = ready.get(nextToWrite);
          text.writeTo(out);
          text.clear();
          buffers.add(text);
          nextToWrite = nextToWrite + 1;
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      } finally {
        writing.unlock();
      }
    }
  }

  private boolean nextIsReady() {
    int next = nextToWrite;
    return next < ready.length() && ready.get(next) != null;
  }
}
