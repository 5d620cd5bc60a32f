package dev.linden.storage.store;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Set;

/**
 * What came out of a pipe or a terminal, which can be read only once and from front to back, as a
 * file that can be measured and read in pieces. It has no name any more when it is read, so that
 * nothing is left behind whatever happens.
 */
public final class Spool implements FileStore, Closeable {
  private final String path;
  private final FileChannel content;

  private Spool(String path, FileChannel content) {
    this.path = path;
    this.content = content;
  }

  /** Reads the pipe to its end. */
  public static Spool of(FileStore store, String path) throws IOException {
    Path file = Files.createTempFile("linden-pipe-", null);
    FileChannel content = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE);
    try {
      Files.delete(file);
      try (InputStream in = store.stream(path)) {
        in.transferTo(Channels.newOutputStream(content));
      }
      return new Spool(path, content);
    } catch (IOException | RuntimeException | Error e) {
      content.close();
      throw e;
    }
  }

  @Override
  public void close() throws IOException {
    content.close();
  }

  @Override
  public Set<String> schemes() {
    return Set.of();
  }

  @Override
  public Kind kind(String name) {
    return name.equals(path) ? Kind.FILE : Kind.MISSING;
  }

  @Override
  public List<String> list(String directory) {
    return List.of();
  }

  @Override
  public long size(String name) throws IOException {
    return content.size();
  }

  @Override
  public Input open(String name) {
    return new Input() {
      @Override
      public int read(long offset, byte[] buffer, int start, int length) throws IOException {
        return content.read(ByteBuffer.wrap(buffer, start, length), offset);
      }

      @Override
      public void close() {
        // The spool is closed when all has been read.
      }
    };
  }

  @Override
  public OutputStream create(String name) throws IOException {
    throw readOnly();
  }

  @Override
  public void createDirectory(String name) throws IOException {
    throw readOnly();
  }

  @Override
  public void rename(String from, String to) throws IOException {
    throw readOnly();
  }

  @Override
  public void delete(String name) throws IOException {
    throw readOnly();
  }

  private static IOException readOnly() {
    return new IOException("what was read from a pipe can't be written");
  }
}
