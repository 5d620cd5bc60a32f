package dev.linden.run;

import dev.linden.base.LoopProgress;
import java.util.concurrent.atomic.AtomicLong;

/** Counts the iterations of a loop and tells whoever wants to know, now and then. */
final class ParforWatch {
  /** Shorter loops are not worth a report. */
  private static final long FIRST_NANOS = 2_000_000_000L;

  private static final long INTERVAL_NANOS = 500_000_000L;

  private final String title;
  private final long all;
  private final LoopProgress progress;
  private final Monitor monitor;
  private final long start = System.nanoTime();
  private final AtomicLong done = new AtomicLong();
  private final AtomicLong nextReport = new AtomicLong(start + FIRST_NANOS);
  private boolean reported;

  /** {@code progress} and {@code monitor} may be null. */
  ParforWatch(String title, long all, LoopProgress progress, Monitor monitor) {
    this.title = title;
    this.all = all;
    this.progress = progress;
    this.monitor = monitor != null && monitor.listens() ? monitor : null;
  }

  void iterationEnded() {
    iterationsEnded(1);
  }

  void iterationsEnded(long count) {
    if (progress == null && monitor == null) {
      return;
    }
    long ended = done.addAndGet(count);
    if (monitor != null) {
      monitor.iteration(title, ended, all, start);
    }
    if (progress == null) {
      return;
    }
    long now = System.nanoTime();
    long due = nextReport.get();
    if (now - due >= 0 && nextReport.compareAndSet(due, now + INTERVAL_NANOS)) {
      synchronized (this) {
        reported = true;
        progress.report(title, ended, all, now - start);
      }
    }
  }

  void end() {
    synchronized (this) {
      if (reported) {
        progress.finished();
      }
    }
  }
}
