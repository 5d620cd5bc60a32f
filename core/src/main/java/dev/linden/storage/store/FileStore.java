package dev.linden.storage.store;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Set;

/**
 * A file system. The local one is built in; others are found through {@link
 * java.util.ServiceLoader} by the scheme of the path ({@code hdfs://...}). Paths are plain strings
 * with {@code /} between names, as the script wrote them. Implementations are safe for use by many
 * threads.
 */
public interface FileStore {
  /** What a path leads to. */
  enum Kind {
    MISSING,
    FILE,
    DIRECTORY,
    /**
     * A pipe, a terminal, the null device, an open file of the process: can be read or written once
     * from front to back, but neither measured nor replaced.
     */
    DEVICE
  }

  /** An open file. Reads name their position, so threads may share it. */
  interface Input extends Closeable {
    /**
     * Reads up to {@code length} bytes at {@code offset}; how many, or -1 at the end of the file.
     */
    int read(long offset, byte[] buffer, int start, int length) throws IOException;

    /** As {@link #read(long, byte[], int, int)}, as many bytes as fit the buffer. */
    default int read(long offset, ByteBuffer buffer) throws IOException {
      byte[] bytes = new byte[buffer.remaining()];
      int count = read(offset, bytes, 0, bytes.length);
      buffer.put(bytes, 0, Math.max(0, count));
      return count;
    }

    /** Reads {@code length} bytes, or less where the file ends before; how many. */
    default int readFully(long offset, byte[] buffer, int start, int length) throws IOException {
      int total = 0;
      while (total < length) {
        int count = read(offset + total, buffer, start + total, length - total);
        if (count < 0) {
          break;
        }
        total += count;
      }
      return total;
    }
  }

  /** A file being written. Writes name their position, so threads may share it. */
  interface Output extends Closeable {
    /** Writes all remaining bytes of a buffer at {@code offset}. */
    void write(long offset, ByteBuffer bytes) throws IOException;
  }

  /** Schemes in lower case that this store serves, without the colon. */
  Set<String> schemes();

  Kind kind(String path) throws IOException;

  /** Names (not paths) in a directory, in any order. */
  List<String> list(String directory) throws IOException;

  /** Length of a file in bytes. */
  long size(String path) throws IOException;

  Input open(String path) throws IOException;

  /** A file or device from front to back. */
  default InputStream stream(String path) throws IOException {
    Input input = open(path);
    return new InputStream() {
      private long at;

      @Override
      public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
      }

      @Override
      public int read(byte[] buffer, int start, int length) throws IOException {
        int count = input.read(at, buffer, start, length);
        at += Math.max(0, count);
        return count;
      }

      @Override
      public void close() throws IOException {
        input.close();
      }
    };
  }

  /** A new file for writing, in place of an old one; missing directories above it are made. */
  OutputStream create(String path) throws IOException;

  /**
   * As {@link #create}, for writing all of {@code length} bytes at their positions; null where
   * files can only be written from front to back.
   */
  default Output createForPositions(String path, long length) throws IOException {
    return null;
  }

  /** A new directory and the missing ones above it. */
  void createDirectory(String path) throws IOException;

  /**
   * Gives a file or directory another name in one step. A file of the new name is replaced, a
   * directory is not.
   */
  void rename(String from, String to) throws IOException;

  /** Removes a file, or a directory with all it holds; nothing happens when it is missing. */
  void delete(String path) throws IOException;

  /** The path behind symbolic links, which need not lead to anything yet. */
  default String behindLinks(String path) throws IOException {
    return path;
  }

  /** The path as other processes understand it, wherever they run. */
  default String absolute(String path) {
    return path;
  }

  default boolean exists(String path) throws IOException {
    return kind(path) != Kind.MISSING;
  }
}
