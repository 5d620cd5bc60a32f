package dev.linden.storage;

import dev.linden.base.InputError;
import dev.linden.matrix.Workers;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The files behind a path: the file itself, or the visible files of a directory in the order of
 * their names.
 */
final class Parts {
  private static final int HEAD_CHUNK = 1 << 16;
  private static final Pattern DIGITS_OR_NOT = Pattern.compile("\\d+|\\D+");

  /** One file. */
  record Part(String path, long size) {}

  private final FileStore store;
  private final String path;
  private final List<Part> parts;

  private Parts(FileStore store, String path, List<Part> parts) {
    this.store = store;
    this.path = path;
    this.parts = parts;
  }

  static Parts of(FileStore store, String path) throws IOException {
    List<Part> parts = new ArrayList<>();
    if (store.kind(path) == FileStore.Kind.DIRECTORY) {
      List<String> names = new ArrayList<>(store.list(path));
      names.sort(BY_NUMBERS);
      for (String name : names) {
        String file = FileStores.child(path, name);
        if (isData(name) && store.kind(file) == FileStore.Kind.FILE) {
          parts.add(new Part(file, store.size(file)));
        }
      }
    } else {
      parts.add(new Part(path, store.size(path)));
    }
    return new Parts(store, path, parts);
  }

  /** Hidden files, markers such as {@code _SUCCESS}, checksums and metadata are no data. */
  static boolean isData(String name) {
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
  String path() {
    return path;
  }

  List<Part> list() {
    return parts;
  }

  List<Chunk> chunks(int chunkBytes) {
    return chunks(chunkBytes, 0);
  }

  /**
   * Chunks of all parts; those of the first part begin at {@code firstOffset}, where a line begins.
   */
  List<Chunk> chunks(int chunkBytes, long firstOffset) {
    List<Chunk> chunks = new ArrayList<>();
    for (int p = 0; p < parts.size(); p++) {
      addChunks(chunks, parts.get(p), p == 0 ? firstOffset : 0, chunkBytes);
    }
    return chunks;
  }

  private void addChunks(List<Chunk> chunks, Part part, long from, int chunkBytes) {
    for (long start = from; start < part.size; start += chunkBytes) {
      chunks.add(
          new Chunk(store, part.path, part.size, start, Math.min(part.size, start + chunkBytes)));
    }
  }

  /** Visits the lines of one part from its beginning until told to stop. */
  interface LineVisitor {
    /** Whether to go on. */
    boolean visit(Lines line);
  }

  void visitLines(Part part, LineVisitor visitor) throws IOException {
    List<Chunk> chunks = new ArrayList<>();
    addChunks(chunks, part, 0, HEAD_CHUNK);
    for (Chunk chunk : chunks) {
      Lines lines = chunk.load();
      while (lines.next()) {
        if (!visitor.visit(lines)) {
          return;
        }
      }
    }
  }

  /**
   * The first lines that are not blank, of the first part that has any: at most this many lines and
   * about 64 KB.
   */
  List<byte[]> head(int count) throws IOException {
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

  /** What to do with the lines of one chunk. */
  interface ChunkTask {
    void run(int index, Lines lines);
  }

  /**
   * Runs a task on every chunk. Of the lines found bad the first in the order of the files is
   * reported, on any number of threads.
   */
  static void forEach(List<Chunk> chunks, Workers workers, ChunkTask task) {
    BadLine[] failures = new BadLine[chunks.size()];
    long[] firstOffsets = new long[chunks.size()];
    AtomicInteger firstFailure = new AtomicInteger(Integer.MAX_VALUE);
    workers.forRanges(
        chunks.size(),
        1,
        (start, end) -> {
          for (int c = start; c < end; c++) {
            if (c > firstFailure.get()) {
              return;
            }
            try {
              Lines lines = chunks.get(c).load();
              firstOffsets[c] = lines.firstOffset();
              task.run(c, lines);
            } catch (BadLine bad) {
              failures[c] = bad;
              firstFailure.accumulateAndGet(c, Math::min);
            } catch (IOException e) {
              throw new UncheckedIOException(e);
            }
          }
        });
    int failed = firstFailure.get();
    if (failed < failures.length) {
      throw located(chunks.get(failed), firstOffsets[failed], failures[failed]);
    }
  }

  private static InputError located(Chunk chunk, long firstOffset, BadLine bad) {
    try {
      long line = chunk.linesBefore(firstOffset) + bad.line();
      return new InputError(
          chunk.path() + ":" + line + ":" + bad.field() + ": " + bad.getMessage());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
