package dev.linden.storage;

import dev.linden.base.Bytes;
import dev.linden.storage.store.CountingFileStore;
import dev.linden.storage.store.FileStore;
import dev.linden.storage.text.Parts;
import java.io.IOException;
import java.util.concurrent.atomic.LongAdder;

/** A file that is being read or written. */
final class Transfer {
  private final FileStore store;
  private final String path;
  private final boolean reads;
  private final LongAdder bytes = new LongAdder();

  Transfer(FileStore store, String path, boolean reads) {
    this.store = store;
    this.path = path;
    this.reads = reads;
  }

  /** The store as whoever transfers is to see it. */
  FileStore counted() {
    return new CountingFileStore(store, bytes::add);
  }

  /** {@code x.csv: 12.0 MB of 1.5 GB}; files that are read twice have no more than an amount. */
  String text() {
    long done = bytes.sum();
    long all = reads ? all() : -1;
    return path + ": " + Bytes.text(done) + (done <= all ? " of " + Bytes.text(all) : "");
  }

  /** Looked up by whoever wants to know, while the file is read by others. */
  private long all() {
    try {
      return Parts.of(store, path).size();
    } catch (IOException e) {
      return -1; // it goes away; the reader will say so
    }
  }
}
