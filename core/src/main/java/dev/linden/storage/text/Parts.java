package dev.linden.storage.text;

import dev.linden.base.Cancellation;
import dev.linden.base.InputError;
import dev.linden.matrix.Workers;
import dev.linden.storage.store.FileStore;
import dev.linden.storage.store.FileStores;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The files behind a path: the file itself, or the visible files of a directory in the order of
 * their names.
 */
public final class Parts {
  private static final int HEAD_CHUNK = 1 << 16;
  private static final Pattern DIGITS_OR_NOT = Pattern.compile("\\d+|\\D+");

  /** One file of this many bytes, which gzip may have compressed. */
  public record Part(String path, long size, boolean gzip) {}

  private final FileStore store;
  private final String path;
  private final List<Part> parts;

  private Parts(FileStore store, String path, List<Part> parts) {
    this.store = store;
    this.path = path;
    this.parts = parts;
  }

  /** One file alone. */
  public static Parts of(FileStore store, Part part) {
    return new Parts(store, part.path(), List.of(part));
  }

  public static Parts of(FileStore store, String path) throws IOException {
    List<Part> parts = new ArrayList<>();
    if (store.kind(path) == FileStore.Kind.DIRECTORY) {
      List<String> names = new ArrayList<>(store.list(path));
      names.sort(BY_NUMBERS);
      for (String name : names) {
        String file = FileStores.child(path, name);
        if (isData(name) && store.kind(file) == FileStore.Kind.FILE) {
          parts.add(part(store, file));
        }
      }
    } else {
      parts.add(part(store, path));
    }
    return new Parts(store, path, parts);
  }

  /** Content decides about compression, not the name. */
  private static Part part(FileStore store, String file) throws IOException {
    byte[] start = new byte[2];
    try (FileStore.Input input = store.open(file)) {
      boolean gzip =
          input.readFully(0, start, 0, 2) == 2 && start[0] == 0x1F && start[1] == (byte) 0x8B;
      return new Part(file, store.size(file), gzip);
    }
  }

  /** Hidden files, markers such as {@code _SUCCESS}, checksums and metadata are no data. */
  public static boolean isData(String name) {
    return !name.startsWith(".")
        && !name.startsWith("_")
        && !name.endsWith(".mtd")
        && !name.endsWith(".crc");
  }

  /**
   * {@code 2-m-00002} before {@code 10-m-00010}: writers of part files do not always pad the
   * numbers.
   */
  private static final Comparator<String> BY_NUMBERS =
      (a, b) -> {
        Matcher left = DIGITS_OR_NOT.matcher(a);
        Matcher right = DIGITS_OR_NOT.matcher(b);
        while (left.find() && right.find()) {
          String x = left.group();
          String y = right.group();
          boolean numbers = Character.isDigit(x.charAt(0)) && Character.isDigit(y.charAt(0));
          int order = numbers ? new BigInteger(x).compareTo(new BigInteger(y)) : x.compareTo(y);
          if (order != 0) {
            return order;
          }
        }
        return a.compareTo(b);
      };

  /** As the user named it. */
  public String path() {
    return path;
  }

  public List<Part> list() {
    return parts;
  }

  /** Bytes of all files, as they are on disk. */
  public long size() {
    long size = 0;
    for (Part part : parts) {
      size += part.size;
    }
    return size;
  }

  public boolean anyCompressed() {
    return parts.stream().anyMatch(Part::gzip);
  }

  /** Visits the lines of one part from its beginning until told to stop. */
  public interface LineVisitor {
    /** Whether to go on. */
    boolean visit(Lines line);
  }

  public void visitLines(Part part, LineVisitor visitor) throws IOException {
    Parts alone = new Parts(store, path, List.of(part));
    try (ChunkSource source = new ChunkSource(store, alone, HEAD_CHUNK, 0)) {
      for (ChunkSource.Numbered next = source.next(); next != null; next = source.next()) {
        Lines lines = next.chunk().load();
        while (lines.next()) {
          if (!visitor.visit(lines)) {
            return;
          }
        }
      }
    }
  }

  /**
   * The first lines that are not blank, of the first part that has any: at most this many lines and
   * about 64 KB.
   */
  public List<byte[]> head(int count) throws IOException {
    List<byte[]> head = new ArrayList<>();
    for (Part part : parts) {
      visitLines(
          part,
          line -> {
            if (!line.isBlank()) {
              head.add(line.copy());
            }
            return head.size() < count && (head.isEmpty() || line.nextOffset() < HEAD_CHUNK);
          });
      if (!head.isEmpty()) {
        break;
      }
    }
    return head;
  }

  /** What to do with the lines of one chunk, the {@code index}-th of all. */
  public interface ChunkTask<T> {
    T run(int index, Part part, Lines lines);
  }

  /**
   * Runs a task on every chunk, beginning at {@code firstOffset} of the first part, and gives the
   * results in the order of the chunks. Of the lines found bad the first in the order of the files
   * is reported, on any number of threads.
   */
  public <T> List<T> map(int chunkBytes, long firstOffset, Workers workers, ChunkTask<T> task)
      throws IOException {
    ChunkLoop<T> loop;
    try (ChunkSource source = new ChunkSource(store, this, chunkBytes, firstOffset)) {
      loop = new ChunkLoop<>(source, task);
      workers.forRanges(workers.threads(), 1, (start, end) -> loop.run());
    }
    if (loop.firstBad != null) {
      throw located(loop.badChunk, loop.badChunkStart, loop.firstBad);
    }
    return loop.results;
  }

  /** What the threads of {@link #map} share. */
  private static final class ChunkLoop<T> {
    private final ChunkSource source;
    private final ChunkTask<T> task;
    private final List<T> results = new ArrayList<>();
    private volatile boolean failed;
    private volatile int firstBadIndex = Integer.MAX_VALUE;
    private BadLine firstBad;
    private Chunk badChunk;
    private long badChunkStart;

    ChunkLoop(ChunkSource source, ChunkTask<T> task) {
      this.source = source;
      this.task = task;
    }

    /** Takes chunks until there are no more, on each thread. */
    void run() {
      try {
        Cancellation cancellation = Cancellation.ofThread();
        while (!failed) {
          if (cancellation != null) {
            cancellation.check();
          }
          ChunkSource.Numbered next = source.next();
          // Chunks are taken in order, so all before the first bad one have been taken already.
          if (next == null || next.index() > firstBadIndex) {
            return;
          }
          Chunk chunk = next.chunk();
          Lines lines = chunk.load();
          try {
            store(next.index(), task.run(next.index(), chunk.part(), lines));
          } catch (BadLine bad) {
            keepFirst(next.index(), bad, chunk, lines.firstOffset());
          }
        }
      } catch (IOException e) {
        failed = true;
        throw new UncheckedIOException(e);
      } catch (RuntimeException | Error e) {
        failed = true;
        throw e;
      }
    }

    private synchronized void store(int index, T result) {
      while (results.size() <= index) {
        results.add(null);
      }
      results.set(index, result);
    }

    private synchronized void keepFirst(int index, BadLine bad, Chunk chunk, long chunkStart) {
      if (index < firstBadIndex) {
        firstBadIndex = index;
        firstBad = bad;
        badChunk = chunk;
        badChunkStart = chunkStart;
      }
    }
  }

  private InputError located(Chunk chunk, long chunkStart, BadLine bad) throws IOException {
    return located(store, chunk.part(), chunk.part().path(), chunkStart, bad);
  }

  /** Counts the lines before the chunk, for a message that calls the part {@code name}. */
  static InputError located(FileStore store, Part part, String name, long chunkStart, BadLine bad)
      throws IOException {
    long line = linesBefore(store, part, chunkStart) + bad.line();
    return new InputError(name + ":" + line + ":" + bad.field() + ": " + bad.getMessage());
  }

  /** Number of line ends before {@code offset}; for messages, so it may take a while. */
  private static long linesBefore(FileStore store, Part part, long offset) throws IOException {
    long lines = 0;
    byte[] buffer = new byte[HEAD_CHUNK];
    try (InputStream stream = ChunkSource.stream(store, part)) {
      for (long left = offset; left > 0; ) {
        int count = stream.read(buffer, 0, (int) Math.min(buffer.length, left));
        if (count < 0) {
          break;
        }
        for (int i = 0; i < count; i++) {
          lines += buffer[i] == '\n' ? 1 : 0;
        }
        left -= count;
      }
    }
    return lines;
  }
}
