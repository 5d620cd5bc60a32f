package dev.linden.storage;

import java.io.IOException;
import java.util.Arrays;

/**
 * A stretch {@code [start, end)} of the bytes of a file. It owns the lines that begin in it, so
 * chunks that partition a file partition its lines too, whatever their borders.
 */
record Chunk(FileStore store, String path, long fileSize, long start, long end) {
  private static final int TAIL = 1 << 16;

  /** Reads the owned lines, the last one to its end even where it leaves the stretch. */
  Lines load() throws IOException {
    // One byte more at the front tells whether a line begins exactly at the start.
    long from = start == 0 ? 0 : start - 1;
    byte[] bytes = new byte[Math.toIntExact(end - from)];
    try (FileStore.Input input = store.open(path)) {
      int limit = fill(input, from, bytes, 0);
      int first = firstLine(bytes, limit);
      if (first >= limit) {
        return new Lines(bytes, 0, 0, from);
      }
      int lineEnd = limit - 1;
      while (bytes[lineEnd] != '\n' && from + limit < fileSize) {
        int scanned = limit;
        int capacity =
            (int)
                Math.min(
                    Integer.MAX_VALUE - 8L, Math.max((long) limit + TAIL, limit + (limit >>> 1)));
        if (capacity <= limit) {
          throw new IOException(path + ": a line of more than 2 GB");
        }
        bytes = Arrays.copyOf(bytes, (int) Math.min(capacity, fileSize - from));
        limit = fill(input, from, bytes, limit);
        if (limit == scanned) {
          break; // the file got shorter while it was read
        }
        lineEnd = limit - 1;
        for (int i = scanned; i < limit; i++) {
          if (bytes[i] == '\n') {
            lineEnd = i;
            limit = i + 1;
            break;
          }
        }
      }
      return new Lines(bytes, first, limit, from);
    }
  }

  private int firstLine(byte[] bytes, int limit) {
    if (start == 0) {
      boolean byteOrderMark =
          limit >= 3
              && bytes[0] == (byte) 0xEF
              && bytes[1] == (byte) 0xBB
              && bytes[2] == (byte) 0xBF;
      return byteOrderMark ? 3 : 0;
    }
    int i = 0;
    while (i < limit && bytes[i] != '\n') {
      i++;
    }
    return i + 1;
  }

  /** Fills the array from {@code at} on; the new number of valid bytes. */
  private static int fill(FileStore.Input input, long from, byte[] bytes, int at)
      throws IOException {
    int limit = at;
    while (limit < bytes.length) {
      int count = input.read(from + limit, bytes, limit, bytes.length - limit);
      if (count < 0) {
        break;
      }
      limit += count;
    }
    return limit;
  }

  /** Number of line ends before {@code offset}; for messages, so it may take a while. */
  long linesBefore(long offset) throws IOException {
    long lines = 0;
    byte[] buffer = new byte[TAIL];
    try (FileStore.Input input = store.open(path)) {
      long at = 0;
      while (at < offset) {
        int count = input.read(at, buffer, 0, (int) Math.min(buffer.length, offset - at));
        if (count < 0) {
          break;
        }
        for (int i = 0; i < count; i++) {
          lines += buffer[i] == '\n' ? 1 : 0;
        }
        at += count;
      }
    }
    return lines;
  }
}
