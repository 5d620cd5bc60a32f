package dev.linden.base;

import java.io.File;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * A folder that lives as long as its owner, at most as long as the JVM. Whoever makes one removes
 * it; should the JVM be killed, the next one that looks does: a locked file in it tells that its
 * owner lives.
 */
public final class TemporaryFolder {
  private static final String LOCK_NAME = "owner";

  /** Without a lock file for this long, the owner has died before making one. */
  private static final long LOCKLESS_MILLIS = 60_000;

  private final Path path;
  private final FileChannel lock;

  private TemporaryFolder(Path path, FileChannel lock) {
    this.path = path;
    this.lock = lock;
  }

  /** A new folder of this process below {@code parent}, which must exist; nobody else reads it. */
  public static TemporaryFolder create(Path parent, String prefix) throws IOException {
    Path folder = Files.createTempDirectory(parent, prefix);
    FileChannel channel =
        FileChannel.open(
            folder.resolve(LOCK_NAME), StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    channel.lock();
    return new TemporaryFolder(folder, channel);
  }

  public Path path() {
    return path;
  }

  /** Removes the folder with all that is in it. */
  public void remove() {
    try {
      lock.close();
    } catch (IOException e) {
      // The lock ends with the process; what counts is that the folder goes.
    }
    // A thread that was just making a file may add it behind our back: then once more.
    for (int attempt = 0; attempt < 3 && !remove(path.toFile()); attempt++) {
      Thread.onSpinWait();
    }
  }

  /** Removes the folders below {@code parent} whose owners have died. */
  public static void removeStale(Path parent, String prefix) {
    File[] folders = parent.toFile().listFiles((directory, name) -> name.startsWith(prefix));
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
      // held by another owner in this JVM, or not ours to touch
      return false;
    }
  }

  /** Removes a file, or a folder with all that is in it; false if something is left. */
  static boolean remove(File file) {
    File[] inside = Files.isSymbolicLink(file.toPath()) ? null : file.listFiles();
    if (inside != null) {
      for (File each : inside) {
        remove(each);
      }
    }
    return file.delete() || !file.exists();
  }
}
