package dev.linden.storage.pool;

import dev.linden.base.TemporaryFolder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A folder for the spill files of one pool. It goes with the pool or, at the latest, with the JVM.
 */
final class SpillFolder {
  private static final String PREFIX = "linden-spill-";

  private final TemporaryFolder folder;
  private final Thread hook;
  private final AtomicLong files = new AtomicLong();
  private volatile boolean closed;

  private SpillFolder(TemporaryFolder folder) {
    this.folder = folder;
    this.hook = new Thread(this::delete, "linden-spill-cleanup");
  }

  /** A new folder of this process below {@code parent}, which must exist. */
  static SpillFolder create(Path parent) throws IOException {
    SpillFolder created = new SpillFolder(TemporaryFolder.create(parent, PREFIX));
    try {
      Runtime.getRuntime().addShutdownHook(created.hook);
    } catch (IllegalStateException e) {
      created.delete();
      throw new IOException("the process is ending", e);
    }
    return created;
  }

  /** A name that no other file of this folder has. */
  Path newFile() throws IOException {
    if (closed) {
      throw new IOException("the process is ending");
    }
    return folder.path().resolve(Long.toString(files.incrementAndGet()));
  }

  /** Removes the folder with all files in it. */
  void close() {
    delete();
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // the JVM is ending already and runs the hook itself
    }
  }

  private void delete() {
    closed = true;
    folder.remove();
  }

  /** Removes the folders below {@code parent} whose owners have died. */
  static void removeStale(Path parent) {
    TemporaryFolder.removeStale(parent, PREFIX);
  }
}
