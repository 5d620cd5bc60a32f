package dev.linden.storage;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Set;

/**
 * A file system of which scripts see some folders only: the one place through which everything that
 * they read and write passes, data, metadata and temporary files alike.
 */
final class RestrictedFileStore implements FileStore {
  private final FileStore store;
  private final AllowedFolders allowed;

  /** Refuses {@code path}, for which the store was asked, at once. */
  RestrictedFileStore(FileStore store, AllowedFolders allowed, String path) {
    this.store = store;
    this.allowed = allowed;
    try {
      allowed.require(path);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private String allowed(String path) throws IOException {
    allowed.require(path);
    return path;
  }

  @Override
  public Set<String> schemes() {
    return store.schemes();
  }

  @Override
  public Kind kind(String path) throws IOException {
    return store.kind(allowed(path));
  }

  @Override
  public List<String> list(String directory) throws IOException {
    return store.list(allowed(directory));
  }

  @Override
  public long size(String path) throws IOException {
    return store.size(allowed(path));
  }

  @Override
  public Input open(String path) throws IOException {
    return store.open(allowed(path));
  }

  @Override
  public OutputStream create(String path) throws IOException {
    return store.create(allowed(path));
  }

  @Override
  public Output createForPositions(String path, long length) throws IOException {
    return store.createForPositions(allowed(path), length);
  }

  @Override
  public void createDirectory(String path) throws IOException {
    store.createDirectory(allowed(path));
  }

  @Override
  public void rename(String from, String to) throws IOException {
    store.rename(allowed(from), allowed(to));
  }

  @Override
  public void delete(String path) throws IOException {
    store.delete(allowed(path));
  }

  @Override
  public String absolute(String path) {
    return store.absolute(path);
  }
}
