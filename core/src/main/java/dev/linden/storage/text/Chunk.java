package dev.linden.storage.text;

import dev.linden.storage.store.FileStore;
import java.io.IOException;
import java.util.Arrays;

/** Some consecutive lines of a part. The chunks of a part together hold each of its lines once. */
interface Chunk {
  Parts.Part part();

  /** The lines as bytes in memory. */
  Lines load() throws IOException;

  /**
   * Where the text begins that starts with these bytes: behind the byte order mark if it has one.
   */
  static int afterByteOrderMark(byte[] bytes, int limit) {
    boolean mark =
        limit >= 3 && bytes[0] == (byte) 0xEF && bytes[1] == (byte) 0xBB && bytes[2] == (byte) 0xBF;
    return mark ? 3 : 0;
  }

  /** A larger copy of a buffer in which a line did not fit. */
  static byte[] grown(byte[] bytes, Parts.Part part) throws IOException {
    int max = Integer.MAX_VALUE - 8;
    if (bytes.length == max) {
      throw new IOException(part.path() + ": a line of more than 2 GB");
    }
    return Arrays.copyOf(bytes, (int) Math.min(max, bytes.length + (bytes.length >> 1) + 4096L));
  }

  /**
   * A stretch {@code [start, end)} of the bytes of a file. It owns the lines that begin in it, so
   * chunks that partition a file partition its lines too, whatever their borders.
   */
  record OfFile(FileStore store, Parts.Part part, long start, long end) implements Chunk {
    /** Most lines end within this many bytes behind the chunk. */
    private static final int TAIL = 1 << 12;

    @Override
    public Lines load() throws IOException {
      // One byte more at the front tells whether a line begins exactly at the start.
      long from = start == 0 ? 0 : start - 1;
      int owned = Math.toIntExact(end - from);
      byte[] bytes = new byte[Math.toIntExact(Math.min(owned + TAIL, part.size() - from))];
      try (FileStore.Input input = store.open(part.path())) {
        int limit = input.readFully(from, bytes, 0, bytes.length);
        if (limit < Math.min(owned, bytes.length)) {
          throw new IOException(part.path() + " became shorter while it was read");
        }
        int first = firstLine(bytes, owned);
        if (first >= owned) {
          return new Lines(bytes, 0, 0, from); // no line begins here
        }
        int scanned = owned - 1; // the last owned byte may itself be a line end
        while (true) {
          int lineEnd = Lines.find((byte) '\n', bytes, scanned, limit);
          if (lineEnd < limit) {
            return new Lines(bytes, first, lineEnd + 1, from);
          }
          scanned = limit;
          if (from + limit >= part.size()) {
            return new Lines(bytes, first, limit, from);
          }
          bytes = grown(bytes, part);
          limit += input.readFully(from + limit, bytes, limit, bytes.length - limit);
          if (limit == scanned) {
            throw new IOException(part.path() + " became shorter while it was read");
          }
        }
      }
    }

    private int firstLine(byte[] bytes, int limit) {
      return start == 0
          ? afterByteOrderMark(bytes, limit)
          : Lines.find((byte) '\n', bytes, 0, limit) + 1;
    }
  }

  /** Lines that are in memory already. */
  record InMemory(Parts.Part part, Lines lines) implements Chunk {
    @Override
    public Lines load() {
      return lines;
    }
  }
}
