package dev.linden.storage.store;

import java.io.FilterInputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Set;
import java.util.function.LongConsumer;

/** A file system that tells how many bytes of files go to and fro. */
public final class CountingFileStore implements FileStore {
  private final FileStore store;
  private final LongConsumer moved;

  /**
   * @param moved is told of more bytes, by any thread
   */
  public CountingFileStore(FileStore store, LongConsumer moved) {
    this.store = store;
    this.moved = moved;
  }

  private int counted(int bytes) {
    moved.accept(Math.max(0, bytes));
    return bytes;
  }

  @Override
  public Input open(String path) throws IOException {
    Input input = store.open(path);
    return new Input() {
      @Override
      public int read(long offset, byte[] buffer, int start, int length) throws IOException {
        return counted(input.read(offset, buffer, start, length));
      }

      @Override
      public int read(long offset, ByteBuffer buffer) throws IOException {
        return counted(input.read(offset, buffer));
      }

      @Override
      public void close() throws IOException {
        input.close();
      }
    };
  }

  @Override
  public InputStream stream(String path) throws IOException {
    return new FilterInputStream(store.stream(path)) {
      @Override
      public int read() throws IOException {
        int value = in.read();
        counted(value < 0 ? 0 : 1);
        return value;
      }

      @Override
      public int read(byte[] buffer, int start, int length) throws IOException {
        return counted(in.read(buffer, start, length));
      }
    };
  }

  @Override
  public OutputStream create(String path) throws IOException {
    return new FilterOutputStream(store.create(path)) {
      @Override
      public void write(int value) throws IOException {
        out.write(value);
        counted(1);
      }

      @Override
      public void write(byte[] bytes, int start, int length) throws IOException {
        out.write(bytes, start, length);
        counted(length);
      }
    };
  }

  @Override
  public Output createForPositions(String path, long length) throws IOException {
    Output output = store.createForPositions(path, length);
    return output == null
        ? null
        : new Output() {
          @Override
          public void write(long offset, ByteBuffer bytes) throws IOException {
            int count = bytes.remaining();
            output.write(offset, bytes);
            counted(count);
          }

          @Override
          public void close() throws IOException {
            output.close();
          }
        };
  }

  // ---- as they are

  @Override
  public Set<String> schemes() {
    return store.schemes();
  }

  @Override
  public Kind kind(String path) throws IOException {
    return store.kind(path);
  }

  @Override
  public List<String> list(String directory) throws IOException {
    return store.list(directory);
  }

  @Override
  public long size(String path) throws IOException {
    return store.size(path);
  }

  @Override
  public boolean exists(String path) throws IOException {
    return store.exists(path);
  }

  @Override
  public String behindLinks(String path) throws IOException {
    return store.behindLinks(path);
  }

  @Override
  public String absolute(String path) {
    return store.absolute(path);
  }

  @Override
  public void createDirectory(String path) throws IOException {
    store.createDirectory(path);
  }

  @Override
  public void rename(String from, String to) throws IOException {
    store.rename(from, to);
  }

  @Override
  public void delete(String path) throws IOException {
    store.delete(path);
  }
}
