package dev.linden.spark.files;

import dev.linden.storage.store.FileStore;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/** Files in HDFS and the object stores that Hadoop has drivers for. */
public final class HadoopFileStore implements FileStore {
  private final Configuration configuration = new Configuration();

  @Override
  public Set<String> schemes() {
    return Set.of("hdfs", "webhdfs", "s3a", "abfs", "abfss", "gs", "viewfs");
  }

  private FileSystem system(String path) throws IOException {
    return FileSystem.get(URI.create(path), configuration);
  }

  @Override
  public Kind kind(String path) throws IOException {
    try {
      FileStatus status = system(path).getFileStatus(new Path(path));
      return status.isDirectory() ? Kind.DIRECTORY : Kind.FILE;
    } catch (FileNotFoundException e) {
      return Kind.MISSING;
    }
  }

  @Override
  public List<String> list(String directory) throws IOException {
    List<String> names = new ArrayList<>();
    for (FileStatus status : system(directory).listStatus(new Path(directory))) {
      names.add(status.getPath().getName());
    }
    return names;
  }

  @Override
  public long size(String path) throws IOException {
    return system(path).getFileStatus(new Path(path)).getLen();
  }

  @Override
  public Input open(String path) throws IOException {
    try {
      return new Opened(system(path).open(new Path(path)));
    } catch (FileNotFoundException e) {
      throw new NoSuchFileException(path);
    }
  }

  /** Reads by position leave the stream where it is, so threads may share it. */
  private record Opened(FSDataInputStream stream) implements Input {
    @Override
    public int read(long offset, byte[] buffer, int start, int length) throws IOException {
      return stream.read(offset, buffer, start, length);
    }

    @Override
    public void close() throws IOException {
      stream.close();
    }
  }

  @Override
  public OutputStream create(String path) throws IOException {
    return system(path).create(new Path(path), true);
  }

  @Override
  public void createDirectory(String path) throws IOException {
    system(path).mkdirs(new Path(path));
  }

  @Override
  public void rename(String from, String to) throws IOException {
    FileSystem system = system(from);
    Path target = new Path(to);
    if (kind(to) == Kind.FILE) {
      system.delete(target, false);
    }
    if (!system.rename(new Path(from), target)) {
      throw new IOException(from + " can't be renamed to " + to);
    }
  }

  @Override
  public void delete(String path) throws IOException {
    system(path).delete(new Path(path), true);
  }
}
