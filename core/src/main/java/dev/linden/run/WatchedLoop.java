package dev.linden.run;

import dev.linden.base.Span;
import java.util.concurrent.atomic.AtomicLong;

/** A loop that somebody listens to; workers may count its iterations at the same time. */
final class WatchedLoop extends Watched {
  /** A loop inside one of unknown length is shown if it takes as long as this. */
  private static final long LONG_NANOS = 1_000_000_000L;

  private final String name;
  private final Span span;
  private final long all;
  private final long start = System.nanoTime();
  private final AtomicLong done = new AtomicLong();

  private WatchedLoop(Monitor outer, String name, Span span, long all) {
    super(outer);
    this.name = name;
    this.span = span;
    this.all = all;
  }

  /**
   * Null if nobody listens.
   *
   * @param name kind and variable
   * @param all -1 if nobody knows
   */
  static WatchedLoop of(Monitor outer, String name, Span span, long all) {
    return outer == null || !outer.listens() ? null : new WatchedLoop(outer, name, span, all);
  }

  void ended(long iterations) {
    done.addAndGet(iterations);
    iterated(this);
  }

  private Loop state(long now) {
    return new Loop(outer().place(span).text(name), done.get(), all, now - start);
  }

  static Loop outermost(Monitor innermost) {
    long now = System.nanoTime();
    WatchedLoop any = null;
    WatchedLoop known = null;
    for (Monitor at = innermost; at != null; at = at.outer()) {
      if (at instanceof WatchedLoop loop) {
        any = loop;
        known = loop.all >= 0 ? loop : known;
      }
    }
    if (any == null) {
      return null;
    }
    boolean tellsMost = known == any || known != null && now - known.start > LONG_NANOS;
    return (tellsMost ? known : any).state(now);
  }
}
