package dev.linden.storage.store;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Set;

/**
 * A file system of which scripts see some folders only: the one place through which everything that
 * they read and write passes, data, metadata and temporary files alike.
 */
public final class RestrictedFileStore implements FileStore {
  private final FileStore store;
  private final AllowedFolders allowed;

  /** Refuses {@code path}, for which the store was asked, at once. */
  public RestrictedFileStore(FileStore store, AllowedFolders allowed, String path) {
    this.store = store;
    this.allowed = allowed;
    absolute(path);
  }

  @Override
  public Set<String> schemes() {
    return store.schemes();
  }

  @Override
  public Kind kind(String path) throws IOException {
    return store.kind(allowed.real(path));
  }

  @Override
  public List<String> list(String directory) throws IOException {
    return store.list(allowed.real(directory));
  }

  @Override
  public long size(String path) throws IOException {
    return store.size(allowed.real(path));
  }

  @Override
  public Input open(String path) throws IOException {
    return store.open(allowed.real(path));
  }

  @Override
  public InputStream stream(String path) throws IOException {
    return store.stream(allowed.real(path));
  }

  @Override
  public boolean exists(String path) throws IOException {
    return store.exists(allowed.real(path));
  }

  @Override
  public String behindLinks(String path) throws IOException {
    return store.behindLinks(allowed.real(path));
  }

  @Override
  public OutputStream create(String path) throws IOException {
    return store.create(allowed.real(path));
  }

  @Override
  public Output createForPositions(String path, long length) throws IOException {
    return store.createForPositions(allowed.real(path), length);
  }

  @Override
  public void createDirectory(String path) throws IOException {
    store.createDirectory(allowed.real(path));
  }

  @Override
  public void rename(String from, String to) throws IOException {
    store.rename(allowed.real(from), allowed.real(to));
  }

  @Override
  public void delete(String path) throws IOException {
    store.delete(allowed.real(path));
  }

  @Override
  public String absolute(String path) {
    try {
      return store.absolute(allowed.real(path));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
