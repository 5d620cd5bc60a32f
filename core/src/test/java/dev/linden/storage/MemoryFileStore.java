package dev.linden.storage;

import dev.linden.storage.store.FileStore;
import java.io.ByteArrayOutputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** A small file system for paths {@code memory://...}, found through the service loader. */
public final class MemoryFileStore implements FileStore {
  static final Map<String, byte[]> FILES = new TreeMap<>();

  @Override
  public Set<String> schemes() {
    return Set.of("memory");
  }

  @Override
  public Kind kind(String path) {
    if (FILES.containsKey(path)) {
      return Kind.FILE;
    }
    return FILES.keySet().stream().anyMatch(file -> file.startsWith(path + "/"))
        ? Kind.DIRECTORY
        : Kind.MISSING;
  }

  @Override
  public List<String> list(String directory) {
    return FILES.keySet().stream()
        .filter(file -> file.startsWith(directory + "/"))
        .map(file -> file.substring(directory.length() + 1))
        .toList();
  }

  @Override
  public long size(String path) throws IOException {
    return content(path).length;
  }

  private static byte[] content(String path) throws IOException {
    byte[] content = FILES.get(path);
    if (content == null) {
      throw new FileNotFoundException(path);
    }
    return content;
  }

  @Override
  public Input open(String path) throws IOException {
    return input(content(path));
  }

  static Input input(byte[] content) {
    return new Input() {
      @Override
      public int read(long offset, byte[] buffer, int start, int length) {
        int count = (int) Math.min(length, content.length - offset);
        if (count <= 0) {
          return -1;
        }
        System.arraycopy(content, (int) offset, buffer, start, count);
        return count;
      }

      @Override
      public void close() {}
    };
  }

  @Override
  public OutputStream create(String path) {
    return new ByteArrayOutputStream() {
      @Override
      public void close() {
        FILES.put(path, toByteArray());
      }
    };
  }

  @Override
  public void createDirectory(String path) {}

  @Override
  public void rename(String from, String to) throws IOException {
    FILES.put(to, content(from));
    FILES.remove(from);
  }

  @Override
  public void delete(String path) {
    FILES.remove(path);
  }
}
