package dev.linden.storage;

import dev.linden.matrix.Workers;
import java.io.IOException;
import java.io.OutputStream;

/**
 * Formats ranges of rows in parallel and writes them in order, a bounded number of them at a time.
 */
final class OrderedWriter {
  private static final long CELLS_PER_RANGE = 1 << 14;
  private static final long CELLS_PER_WAVE = 1 << 20;

  /** Appends the text of rows {@code [rowStart, rowEnd)}; runs on any thread. */
  interface RowFormat {
    void append(ByteText out, int rowStart, int rowEnd);
  }

  private OrderedWriter() {}

  /** Rows per range when each writes about this many cells. */
  static int grain(double cellsPerRow) {
    return (int) Math.max(1, Math.min(CELLS_PER_RANGE, CELLS_PER_RANGE / Math.max(1, cellsPerRow)));
  }

  static void write(
      OutputStream out, int rows, int grain, double cellsPerRow, Workers workers, RowFormat format)
      throws IOException {
    int perWave =
        (int)
            Math.max(
                workers.threads(),
                Math.min(64, CELLS_PER_WAVE / Math.max(1, grain * Math.max(1, cellsPerRow))));
    ByteText[] texts = new ByteText[perWave];
    for (long waveStart = 0; waveStart < rows; waveStart += (long) perWave * grain) {
      int first = (int) waveStart;
      int count = (int) Math.min(perWave, (rows - waveStart + grain - 1) / grain);
      workers.forRanges(
          count,
          1,
          (start, end) -> {
            for (int k = start; k < end; k++) {
              int rowStart = first + k * grain;
              texts[k] =
                  new ByteText((int) Math.min(1 << 20, 64 + grain * Math.max(1, cellsPerRow) * 8));
              format.append(texts[k], rowStart, (int) Math.min(rows, (long) rowStart + grain));
            }
          });
      for (int k = 0; k < count; k++) {
        texts[k].writeTo(out);
        texts[k] = null;
      }
    }
  }
}
