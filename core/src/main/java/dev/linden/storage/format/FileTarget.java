package dev.linden.storage.format;

import dev.linden.base.Cancellation;
import dev.linden.storage.store.FileStore;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;

/**
 * A file to write: where it goes, and what the call says about it.
 *
 * @param names of the columns of a matrix; null if they have none
 */
public record FileTarget(
    FileStore store, String path, WriteParameters parameters, List<String> names) {
  public FileTarget(FileStore store, String path, WriteParameters parameters) {
    this(store, path, parameters, null);
  }

  /** Writing ends early, by an exception, when the execution is called off. */
  public OutputStream create() throws IOException {
    OutputStream file = store.create(path);
    Cancellation cancellation = Cancellation.ofThread();
    if (cancellation == null) {
      return file;
    }
    return new FilterOutputStream(file) {
      @Override
      public void write(byte[] bytes, int offset, int length) throws IOException {
        cancellation.check();
        out.write(bytes, offset, length);
      }
    };
  }

  /**
   * For writing all of {@code length} bytes at their positions; null where files can only be
   * written from front to back.
   */
  public FileStore.Output createForPositions(long length) throws IOException {
    return store.createForPositions(path, length);
  }
}
