package dev.linden.storage.text;

import dev.linden.base.InputError;
import dev.linden.storage.store.FileStore;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;

/**
 * Hands out the chunks of all parts in order. Borders depend on the data only. Chunks of plain
 * files are loaded by whoever takes them; compressed ones are unpacked here, one after the other.
 */
public final class ChunkSource implements Closeable {
  private static final int STREAM_BUFFER = 1 << 16;

  private final FileStore store;
  private final Parts parts;
  private final int chunkBytes;
  private final long end;

  private int nextPart;
  private Parts.Part part;
  private long offset;
  private Unpacker unpacker;
  private int taken;

  /** Lines of the first part from {@code firstOffset} on, where a line begins; of others all. */
  ChunkSource(FileStore store, Parts parts, int chunkBytes, long firstOffset) {
    this(store, parts, chunkBytes, firstOffset, Long.MAX_VALUE);
  }

  /** Reads only lines of plain files that begin before {@code end}. */
  ChunkSource(FileStore store, Parts parts, int chunkBytes, long firstOffset, long end) {
    this.store = store;
    this.parts = parts;
    this.chunkBytes = chunkBytes;
    this.offset = firstOffset;
    this.end = end;
  }

  /** A chunk and its position among all. */
  record Numbered(int index, Chunk chunk) {}

  /** Null when there are no more. */
  synchronized Numbered next() throws IOException {
    while (true) {
      if (part == null) {
        if (nextPart == parts.list().size()) {
          return null;
        }
        part = parts.list().get(nextPart);
        unpacker = part.gzip() ? new Unpacker(store, part, offset) : null;
      }
      Chunk chunk = unpacker != null ? unpacker.next(chunkBytes) : nextOfFile();
      if (chunk != null) {
        return new Numbered(taken++, chunk);
      }
      close();
      part = null;
      nextPart++;
      offset = 0;
    }
  }

  private Chunk nextOfFile() {
    long limit = Math.min(part.size(), end);
    if (offset >= limit) {
      return null;
    }
    long start = offset;
    offset = Math.min(limit, start + chunkBytes);
    return new Chunk.OfFile(store, part, start, offset);
  }

  @Override
  public synchronized void close() throws IOException {
    if (unpacker != null) {
      unpacker.close();
      unpacker = null;
    }
  }

  /** The text of a part from its beginning, unpacked if need be. */
  public static InputStream stream(FileStore store, Parts.Part part) throws IOException {
    InputStream bytes = store.stream(part.path());
    if (!part.gzip()) {
      return bytes;
    }
    try {
      return new GZIPInputStream(bytes, STREAM_BUFFER);
    } catch (EOFException | ZipException e) {
      bytes.close();
      throw damaged(part, e);
    } catch (IOException e) {
      bytes.close();
      throw e;
    }
  }

  private static InputError damaged(Parts.Part part, IOException e) {
    return new InputError(
        part.path() + ": the gzip data is damaged or incomplete (" + e.getMessage() + ")", e);
  }

  /** Cuts a compressed part into chunks of whole lines. */
  private static final class Unpacker implements Closeable {
    private final Parts.Part part;
    private final InputStream stream;
    private byte[] rest = new byte[0];
    private int restStart;
    private int restEnd;
    private long base;

    Unpacker(FileStore store, Parts.Part part, long firstOffset) throws IOException {
      this.part = part;
      stream = stream(store, part);
      try {
        stream.skipNBytes(firstOffset);
      } catch (EOFException | ZipException e) {
        throw damaged(part, e);
      }
      base = firstOffset;
    }

    Chunk next(int chunkBytes) throws IOException {
      int kept = restEnd - restStart;
      byte[] bytes = new byte[Math.max(chunkBytes, kept + 1)];
      System.arraycopy(rest, restStart, bytes, 0, kept);
      int limit = kept;
      while (true) {
        int before = limit;
        limit += read(bytes, limit);
        if (limit < bytes.length) {
          return limit == 0 ? null : cut(bytes, limit, limit); // the end of the part
        }
        int lineEnd = limit - 1;
        while (lineEnd >= before && bytes[lineEnd] != '\n') {
          lineEnd--;
        }
        if (lineEnd >= before) {
          return cut(bytes, lineEnd + 1, limit);
        }
        bytes = Chunk.grown(bytes, part);
      }
    }

    private int read(byte[] bytes, int start) throws IOException {
      try {
        return stream.readNBytes(bytes, start, bytes.length - start);
      } catch (EOFException | ZipException e) {
        throw damaged(part, e);
      }
    }

    private Chunk cut(byte[] bytes, int chunkEnd, int limit) {
      int first = base == 0 ? Chunk.afterByteOrderMark(bytes, chunkEnd) : 0;
      Lines lines = new Lines(bytes, first, chunkEnd, base);
      base += chunkEnd;
      rest = bytes;
      restStart = chunkEnd;
      restEnd = limit;
      return new Chunk.InMemory(part, lines);
    }

    @Override
    public void close() throws IOException {
      stream.close();
    }
  }
}
