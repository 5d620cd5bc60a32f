package dev.linden.storage;

import dev.linden.base.InputError;
import dev.linden.base.ResourceError;
import dev.linden.matrix.Workers;
import dev.linden.op.Environment;
import dev.linden.op.Info;
import dev.linden.op.MatrixValue;
import dev.linden.op.Value;
import dev.linden.storage.format.SplitRead;
import dev.linden.storage.format.WriteParameters;
import dev.linden.storage.store.AllowedFolders;
import dev.linden.storage.store.FileStore;
import dev.linden.storage.store.FileStores;
import dev.linden.storage.store.FullDisk;
import dev.linden.storage.store.LocalFileStore;
import dev.linden.storage.store.RestrictedFileStore;
import dev.linden.storage.store.Spool;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Function;

/**
 * Everything scripts do with files: describe before compiling, read, write. Safe for use by many
 * threads.
 */
public final class Files {
  private static final int CHUNK_BYTES = 1 << 22;

  private final Function<String, FileStore> stores;
  private final int chunkBytes;
  private final Path directory;
  private final Queue<Transfer> transfers = new ConcurrentLinkedQueue<>();

  /** Null if all files are within reach. */
  private final AllowedFolders allowed;

  public Files() {
    this(FileStores::of, CHUNK_BYTES);
  }

  /** Relative paths are meant relative to {@code directory}. */
  public Files(Path directory) {
    FileStore local = new LocalFileStore(directory);
    this.stores = path -> FileStores.of(path, local);
    this.chunkBytes = CHUNK_BYTES;
    this.directory = directory;
    this.allowed = null;
  }

  /** Only what is below some folders, which may be relative too, or URLs. */
  public Files(Path directory, List<String> folders) {
    LocalFileStore local = new LocalFileStore(directory);
    this.allowed = new AllowedFolders(local, folders);
    this.stores = path -> new RestrictedFileStore(FileStores.of(path, local), allowed, path);
    this.chunkBytes = CHUNK_BYTES;
    this.directory = directory;
  }

  /** With other file systems, and other sizes of the pieces that are read in parallel. */
  Files(Function<String, FileStore> stores, int chunkBytes) {
    this.stores = stores;
    this.chunkBytes = chunkBytes;
    this.directory = Path.of("");
    this.allowed = null;
  }

  /** Whether most files are out of reach. */
  public boolean isRestricted() {
    return allowed != null;
  }

  /** The text of a script that another one names. */
  public String readScript(String path) throws IOException {
    Path named = directory.resolve(path);
    Path file = allowed == null ? named : allowed.real(path, named);
    return java.nio.file.Files.readString(file);
  }

  /** What relative paths are relative to. */
  public Path directory() {
    return directory;
  }

  /**
   * Type and size of what a read will give, as far as metadata, parameters and the first lines
   * tell.
   */
  public Info describe(Environment.ReadRequest request) {
    return guarded(
        "read",
        request.path(),
        path -> new ReadJob(stores.apply(path), path, request, chunkBytes).describe());
  }

  public Value read(Environment.ReadRequest request, Workers workers) {
    return guarded(
        "read",
        request.path(),
        path -> {
          FileStore store = stores.apply(path);
          if (store.kind(path) != FileStore.Kind.DEVICE) {
            return transfer(
                new Transfer(store, path, true),
                counted -> new ReadJob(counted, path, request, chunkBytes).read(workers));
          }
          try (Spool spool = Spool.of(store, path)) {
            return new ReadJob(spool, path, request, chunkBytes).read(workers);
          }
        });
  }

  private interface Work<T> {
    T run(FileStore counted) throws IOException;
  }

  private <T> T transfer(Transfer transfer, Work<T> work) throws IOException {
    transfers.add(transfer);
    try {
      return work.run(transfer.counted());
    } finally {
      transfers.remove(transfer);
    }
  }

  /** How far the oldest of the reads and writes is that go on; null if there is none. */
  public String activity() {
    Transfer oldest = transfers.peek();
    return oldest == null ? null : oldest.text();
  }

  /** The file of a matrix for many readers, or null if it can only be read as a whole. */
  public SplitRead split(Environment.ReadRequest request, int bytes) {
    return guarded(
        "read",
        request.path(),
        path -> new ReadJob(stores.apply(path), path, request, chunkBytes).split(bytes));
  }

  /** A matrix that is read in pieces, with the names that the file tells. */
  public MatrixValue named(MatrixValue matrix, Environment.ReadRequest request) {
    return guarded(
        "read",
        request.path(),
        path -> new ReadJob(stores.apply(path), path, request, chunkBytes).named(matrix));
  }

  /** Replaces what the path held, or leaves it untouched when writing fails. */
  public void write(Value value, Environment.WriteRequest request, Workers workers) {
    WriteParameters parameters = parameters(request);
    guarded(
        "write",
        request.path(),
        path -> {
          return transfer(
              new Transfer(stores.apply(path), path, false),
              counted -> {
                new WriteJob(counted, parameters, workers).write(value, path);
                return null;
              });
        });
  }

  /** The same for bytes as they are, without metadata. */
  public void writeBytes(String file, byte[] bytes) {
    guarded(
        "write",
        file,
        path -> {
          BytesFile.replace(stores.apply(path), path, bytes);
          return null;
        });
  }

  /** Whether many machines can write such a file. */
  public boolean splits(Environment.WriteRequest request) {
    return parameters(request).format().writesParts();
  }

  /** The target of a write by many machines, or null if only one can write it. */
  public SplitWrite split(Environment.WriteRequest request) {
    WriteParameters parameters = parameters(request);
    return guarded(
        "write",
        request.path(),
        path -> {
          // The metadata is written later, and perhaps elsewhere; whether it may be is known now.
          FileStore unused = stores.apply(FileStores.metadata(path));
          return SplitWrite.of(stores.apply(path), path, parameters);
        });
  }

  private static WriteParameters parameters(Environment.WriteRequest request) {
    return WriteParameters.of(request, FileFormats::of, FileFormats::ofName);
  }

  private interface Job<T> {
    T run(String path) throws IOException;
  }

  private static <T> T guarded(String verb, String path, Job<T> job) {
    if (path.isEmpty()) {
      throw new InputError("the path to " + verb + " is empty");
    }
    try {
      return job.run(FileStores.normalize(path));
    } catch (IOException e) {
      throw failure(verb, path, e);
    } catch (UncheckedIOException e) {
      throw failure(verb, path, e.getCause());
    }
  }

  /** What the user is told, and whose fault it is. */
  static RuntimeException failure(String verb, String path, IOException e) {
    String message = "can't " + verb + " " + path + ": " + reason(e);
    return FullDisk.isReason(e) ? new ResourceError(message, e) : new InputError(message, e);
  }

  private static String reason(IOException e) {
    if (e instanceof AccessDeniedException) {
      return "permission denied for " + e.getMessage();
    }
    if (e instanceof NoSuchFileException) {
      return e.getMessage() + " does not exist";
    }
    if (e instanceof FileAlreadyExistsException) {
      return e.getMessage() + " exists and is not a directory";
    }
    return e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
  }
}
