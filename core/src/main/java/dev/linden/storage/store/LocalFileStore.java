package dev.linden.storage.store;

import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.FilterInputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The file system of the machine: plain paths and {@code file:} URIs. */
public final class LocalFileStore implements FileStore {
  private static final String SCHEME = "file";

  /** The JDK keeps a buffer outside the heap per thread, as large as the largest read. */
  private static final int MAX_READ = 1 << 20;

  /** Files from this many bytes on get their space reserved, which takes some 10 ms. */
  private static final long RESERVED = 64 << 20;

  private static final Path RESERVE = Path.of("/usr/bin/fallocate");

  private static final int MOST_LINKS = 40;

  private static final Pattern OPEN_FILE =
      Pattern.compile("(/proc/(?<process>[^/]+)(/task/[0-9]+)?/fd|/dev/fd)/(?<number>[0-9]{1,9})");

  /** Whether this process runs scripts of others, whose streams and open files it does not have. */
  private static final boolean SERVES = System.getProperty("linden.daemon") != null;

  private final Path directory;

  public LocalFileStore() {
    this(Path.of(""));
  }

  /** Relative paths are meant relative to {@code directory}. */
  public LocalFileStore(Path directory) {
    this.directory = directory;
  }

  @Override
  public Set<String> schemes() {
    return Set.of(SCHEME);
  }

  /** Local path of a plain path or a {@code file:} URI. */
  Path path(String path) throws IOException {
    String local = path;
    if (local.regionMatches(true, 0, SCHEME + ":", 0, SCHEME.length() + 1)) {
      local = local.substring(SCHEME.length() + 1);
      if (local.startsWith("//")) {
        local = local.substring(2);
      }
    }
    try {
      return directory.resolve(local);
    } catch (InvalidPathException e) {
      throw new IOException("not a valid path: " + e.getMessage(), e);
    }
  }

  @Override
  public String absolute(String path) {
    try {
      return path(path).toAbsolutePath().toString();
    } catch (IOException e) {
      return path;
    }
  }

  @Override
  public Kind kind(String path) throws IOException {
    Path file = behindLinks(path(path));
    if (Files.isDirectory(file)) {
      return Kind.DIRECTORY;
    }
    if (Files.isRegularFile(file) && !isOpenFile(file)) {
      return Kind.FILE;
    }
    return Files.exists(file) ? Kind.DEVICE : Kind.MISSING;
  }

  @Override
  public String behindLinks(String path) throws IOException {
    Path named = path(path);
    Path file = behindLinks(named);
    return file.equals(named) ? path : file.toString();
  }

  /** Links to open files stay: what they are said to lead to may be no path, or another file. */
  private static Path behindLinks(Path named) throws IOException {
    Path file = named;
    for (int links = 0; Files.isSymbolicLink(file) && !isOpenFile(file); links++) {
      if (links == MOST_LINKS) {
        throw new IOException("its symbolic links lead in a circle");
      }
      file = file.resolveSibling(Files.readSymbolicLink(file));
    }
    if (SERVES && isOpenFile(file)) {
      throw new IOException(
          "the resident engine has no open files of the script; run it with LINDEN_DAEMON=0");
    }
    return file;
  }

  /** A descriptor of a process, such as that of its standard output, under a name. */
  private static boolean isOpenFile(Path file) {
    return OPEN_FILE.matcher(file.toAbsolutePath().normalize().toString()).matches();
  }

  /** The number of an open file of this process, or -1. */
  private static int descriptor(Path file) {
    Matcher matcher = OPEN_FILE.matcher(file.toAbsolutePath().normalize().toString());
    boolean own =
        matcher.matches()
            && (matcher.group("process") == null
                || matcher.group("process").equals("self")
                || matcher.group("process").equals("thread-self")
                || matcher.group("process").equals(ProcessHandle.current().pid() + ""));
    return own ? Integer.parseInt(matcher.group("number")) : -1;
  }

  @Override
  public List<String> list(String directory) throws IOException {
    try (Stream<Path> entries = Files.list(path(directory))) {
      return entries.map(entry -> entry.getFileName().toString()).toList();
    }
  }

  @Override
  public long size(String path) throws IOException {
    return Files.size(path(path));
  }

  @Override
  public Input open(String path) throws IOException {
    FileChannel channel = FileChannel.open(path(path), StandardOpenOption.READ);
    return new Input() {
      @Override
      public int read(long offset, byte[] buffer, int start, int length) throws IOException {
        int part = Math.min(length, MAX_READ);
        return channel.read(ByteBuffer.wrap(buffer, start, part), offset);
      }

      @Override
      public int read(long offset, ByteBuffer buffer) throws IOException {
        return channel.read(buffer, offset);
      }

      @Override
      public void close() throws IOException {
        channel.close();
      }
    };
  }

  /** Standard input is read from where it is; opened again it would begin anew. */
  @Override
  public InputStream stream(String path) throws IOException {
    Path file = behindLinks(path(path));
    if (descriptor(file) == 0) {
      return new FilterInputStream(new FileInputStream(FileDescriptor.in)) {
        @Override
        public void close() {
          // It belongs to the process.
        }
      };
    }
    return Files.newInputStream(file);
  }

  @Override
  public OutputStream create(String path) throws IOException {
    Path file = behindLinks(path(path));
    int descriptor = descriptor(file);
    if (descriptor == 1 || descriptor == 2) {
      return standard(descriptor == 1 ? FileDescriptor.out : FileDescriptor.err);
    }
    if (isOpenFile(file)) {
      return Files.newOutputStream(file, StandardOpenOption.WRITE);
    }
    createParents(file);
    return Files.newOutputStream(file);
  }

  /** Behind what was printed: opened again, the file that takes the output would begin anew. */
  private static OutputStream standard(FileDescriptor descriptor) {
    return new FilterOutputStream(new FileOutputStream(descriptor)) {
      @Override
      public void write(byte[] bytes, int start, int length) throws IOException {
        out.write(bytes, start, length);
      }

      @Override
      public void close() {
        // It belongs to the process.
      }
    };
  }

  @Override
  public Output createForPositions(String path, long length) throws IOException {
    if (kind(path) == Kind.DEVICE) {
      return null;
    }
    Path file = path(path);
    createParents(file);
    FileChannel channel =
        FileChannel.open(
            file,
            StandardOpenOption.CREATE,
            StandardOpenOption.TRUNCATE_EXISTING,
            StandardOpenOption.WRITE);
    try {
      reserve(file, length);
    } catch (InterruptedIOException e) {
      channel.close();
      throw e;
    }
    return new Output() {
      @Override
      public void write(long offset, ByteBuffer bytes) throws IOException {
        long at = offset;
        while (bytes.hasRemaining()) {
          at += channel.write(bytes, at);
        }
      }

      @Override
      public void close() throws IOException {
        channel.close();
      }
    };
  }

  /**
   * Asks the system for all blocks of a large file at once, where it can do that: writing takes a
   * third of the time then. Java has no call for it, so that a program of the system does it; if
   * that fails, the blocks come one by one, and writing says what is wrong.
   */
  private static void reserve(Path file, long length) throws InterruptedIOException {
    if (length < RESERVED || !Files.isExecutable(RESERVE)) {
      return;
    }
    String name = file.toAbsolutePath().toString();
    try {
      new ProcessBuilder(RESERVE.toString(), "-l", Long.toString(length), name)
          .redirectOutput(ProcessBuilder.Redirect.DISCARD)
          .redirectError(ProcessBuilder.Redirect.DISCARD)
          .start()
          .waitFor();
    } catch (IOException e) {
      System.getLogger(LocalFileStore.class.getName())
          .log(System.Logger.Level.DEBUG, "no space reserved: {0}", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while space was reserved for " + name);
    }
  }

  @Override
  public void createDirectory(String path) throws IOException {
    Files.createDirectories(path(path));
  }

  private static void createParents(Path file) throws IOException {
    Path parent = file.getParent();
    // A parent that is a link to a directory is fine, though createDirectories refuses it.
    if (parent != null && !Files.isDirectory(parent)) {
      Files.createDirectories(parent);
    }
  }

  @Override
  public void rename(String from, String to) throws IOException {
    Path target = path(to);
    createParents(target);
    Files.move(
        path(from), target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }

  @Override
  public void delete(String path) throws IOException {
    Path root = path(path);
    if (!Files.exists(root, LinkOption.NOFOLLOW_LINKS)) {
      return;
    }
    Files.walkFileTree(
        root,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            Files.delete(file);
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult postVisitDirectory(Path directory, IOException failure)
              throws IOException {
            if (failure != null) {
              throw failure;
            }
            Files.delete(directory);
            return FileVisitResult.CONTINUE;
          }
        });
  }
}
