package dev.linden.storage.pool;

import java.io.File;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A folder for the spill files of one pool. It goes with the pool or, at the latest, with the JVM;
 * should the JVM be killed, the next one that looks removes it: a locked file in it tells that its
 * owner lives.
 */
final class SpillFolder {
  private static final String PREFIX = "linden-spill-";
  private static final String LOCK_NAME = "owner";

  /** Without a lock file for this long, the owner has died before making one. */
  private static final long LOCKLESS_MILLIS = 60_000;

  private final Path folder;
  private final FileChannel lock;
  private final Thread hook;
  private final AtomicLong files = new AtomicLong();
  private volatile boolean closed;

  private SpillFolder(Path folder, FileChannel lock) {
    this.folder = folder;
    this.lock = lock;
    this.hook = new Thread(this::delete, "linden-spill-cleanup");
  }

  /** A new folder of this process below {@code parent}, which must exist. */
  static SpillFolder create(Path parent) throws IOException {
    Path folder = Files.createTempDirectory(parent, PREFIX);
    FileChannel channel =
        FileChannel.open(
            folder.resolve(LOCK_NAME), StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    channel.lock();
    SpillFolder created = new SpillFolder(folder, channel);
    Runtime.getRuntime().addShutdownHook(created.hook);
    return created;
  }

  /** A name that no other file of this folder has. */
  Path newFile() throws IOException {
    if (closed) {
      throw new IOException("the process is ending");
    }
    return folder.resolve(Long.toString(files.incrementAndGet()));
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
    try {
      lock.close();
    } catch (IOException e) {
      // The lock ends with the process; what counts is that the folder goes.
    }
    // A thread that was just making a file may add it behind our back: then once more.
    for (int attempt = 0; attempt < 3 && !remove(folder.toFile()); attempt++) {
      Thread.onSpinWait();
    }
  }

  /** Removes the folders below {@code parent} whose owners have died. */
  static void removeStale(Path parent) {
    File[] folders = parent.toFile().listFiles((directory, name) -> name.startsWith(PREFIX));
    if (folders == null) {
      return;
    }
    for (File folder : folders) {
      if (isStale(folder)) {
        remove(folder);
      }
    }
  }

  private static boolean isStale(File folder) {
    Path lockFile = folder.toPath().resolve(LOCK_NAME);
    if (!Files.exists(lockFile)) {
      return System.currentTimeMillis() - folder.lastModified() > LOCKLESS_MILLIS;
    }
    try (FileChannel channel = FileChannel.open(lockFile, StandardOpenOption.WRITE);
        FileLock taken = channel.tryLock()) {
      return taken != null;
    } catch (OverlappingFileLockException | IOException e) {
      // held by another pool of this JVM, or not ours to touch
      return false;
    }
  }

  private static boolean remove(File folder) {
    File[] files = folder.listFiles();
    if (files != null) {
      for (File file : files) {
        file.delete();
      }
    }
    return folder.delete() || !folder.exists();
  }
}
