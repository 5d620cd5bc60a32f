package dev.linden.storage;

import dev.linden.base.Cancellation;
import dev.linden.base.InputError;
import dev.linden.storage.store.FileStore;
import dev.linden.storage.store.Unfinished;
import java.io.IOException;
import java.io.OutputStream;

/** A file of bytes that somebody has laid out already, such as a picture. */
final class BytesFile {
  private BytesFile() {}

  /** Written under another name and renamed when complete; through symbolic links. */
  static void replace(FileStore store, String named, byte[] bytes) throws IOException {
    FileStore.Kind kind = store.kind(named);
    if (kind == FileStore.Kind.DIRECTORY) {
      throw new InputError("can't write " + named + ": it is a directory");
    }
    if (kind == FileStore.Kind.DEVICE) {
      write(store, named, bytes);
      return;
    }
    Cancellation.Action started = Cancellation.unfinished();
    String path = store.behindLinks(named);
    String unfinished = Unfinished.beside(path) + ".tmp";
    try {
      write(store, unfinished, bytes);
      store.rename(unfinished, path);
    } catch (IOException | RuntimeException | Error e) {
      discard(store, unfinished, e);
      throw e;
    } finally {
      started.close();
    }
  }

  private static void write(FileStore store, String path, byte[] bytes) throws IOException {
    try (OutputStream out = store.create(path)) {
      out.write(bytes);
    }
  }

  private static void discard(FileStore store, String path, Throwable failure) {
    try {
      store.delete(path);
    } catch (IOException e) {
      failure.addSuppressed(e);
    }
  }
}
