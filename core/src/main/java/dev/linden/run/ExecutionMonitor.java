package dev.linden.run;

import dev.linden.base.Cancellation;
import dev.linden.base.Span;
import java.util.concurrent.atomic.AtomicLong;

/** Monitor of a whole execution, as its caller asked for. */
final class ExecutionMonitor implements Monitor {
  /** Loops are heard of ten times a second, whatever their number. */
  private static final long INTERVAL_NANOS = 100_000_000L;

  private final Cancellation cancellation;
  private final ExecutionListener listener;
  private final AtomicLong nextReport = new AtomicLong(System.nanoTime());

  private ExecutionMonitor(Cancellation cancellation, ExecutionListener listener) {
    this.cancellation = cancellation;
    this.listener = listener;
  }

  /** Null if there is nothing to do; both may be null. */
  static Monitor of(Cancellation cancellation, ExecutionListener listener) {
    return cancellation == null && listener == null
        ? null
        : new ExecutionMonitor(cancellation, listener);
  }

  @Override
  public void check() {
    if (cancellation != null) {
      cancellation.check();
    }
  }

  @Override
  public boolean listens() {
    return listener != null;
  }

  @Override
  public Monitor outer() {
    return null;
  }

  @Override
  public void operator(String name, Span text, Running where) {
    if (listener != null) {
      listener.operator(name, text, where);
    }
  }

  @Override
  public void iterated(Running where) {
    if (listener == null) {
      return;
    }
    long now = System.nanoTime();
    long due = nextReport.get();
    if (now - due >= 0 && nextReport.compareAndSet(due, now + INTERVAL_NANOS)) {
      listener.iterated(where);
    }
  }
}
