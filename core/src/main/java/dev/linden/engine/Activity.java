package dev.linden.engine;

import dev.linden.base.Bytes;
import java.util.ArrayList;
import java.util.List;

/**
 * What an engine is busy with besides its operators: files that are read or written, work on a
 * cluster, matrices that go to disk. Asked now and then by whoever shows progress; nobody waits for
 * it.
 */
public final class Activity {
  private final Engine engine;
  private final long spilled;

  /** Counts from now on. */
  Activity(Engine engine) {
    this.engine = engine;
    this.spilled = spilled();
  }

  private long spilled() {
    return engine.pool().counters().bytesWritten();
  }

  /** In a few words; empty if there is nothing. */
  public String text() {
    List<String> all = new ArrayList<>();
    String file = engine.files().activity();
    if (file != null) {
      all.add(file);
    }
    String cluster = engine.backends().activity();
    if (cluster != null) {
      all.add(cluster);
    }
    long moved = spilled() - spilled;
    if (moved > 0) {
      all.add(Bytes.text(moved) + " spilled to disk");
    }
    return String.join("; ", all);
  }
}
