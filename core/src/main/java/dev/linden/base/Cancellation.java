package dev.linden.base;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Calls executions off: given to them when they start, cancelled later by any thread. They end with
 * a {@link CancelledError} before the next operator, iteration or part of a large operation; what
 * they had begun to write is removed.
 */
public final class Cancellation {
  private static final ThreadLocal<Cancellation> OF_THREAD = new ThreadLocal<>();

  private final List<Runnable> actions = new CopyOnWriteArrayList<>();
  private final AtomicInteger unfinished = new AtomicInteger();
  private volatile boolean cancelled;

  /** An action that is due when the execution is called off, until it is closed. */
  public interface Action extends AutoCloseable {
    @Override
    void close();
  }

  /** From now on, for good. */
  public void cancel() {
    cancelled = true;
    actions.forEach(Runnable::run);
  }

  /** For work elsewhere that does not ask: ended by this action; at once if it is too late. */
  public Action whenCancelled(Runnable action) {
    actions.add(action);
    if (cancelled) {
      action.run();
    }
    return () -> actions.remove(action);
  }

  public boolean isCancelled() {
    return cancelled;
  }

  /**
   * @throws CancelledError if this is cancelled
   */
  public void check() {
    if (cancelled) {
      throw new CancelledError();
    }
  }

  /**
   * While the calling thread does something that leaves a trace when the process ends amidst, a
   * file that is being written: to be closed when it is whole or removed.
   */
  public static Action unfinished() {
    Cancellation cancellation = ofThread();
    if (cancellation == null) {
      return () -> {};
    }
    cancellation.unfinished.incrementAndGet();
    return cancellation.unfinished::decrementAndGet;
  }

  /** Whether an end of the process would leave a trace, see {@link #unfinished}. */
  public boolean isUnfinished() {
    return unfinished.get() > 0;
  }

  /**
   * For the loops of long computations.
   *
   * @throws CancelledError if what the calling thread executes is called off
   */
  public static void checkThread() {
    Cancellation cancellation = OF_THREAD.get();
    if (cancellation != null) {
      cancellation.check();
    }
  }

  /** The cancellation of what the calling thread executes; null if nobody can call that off. */
  public static Cancellation ofThread() {
    return OF_THREAD.get();
  }

  /** For what the calling thread executes from now on, null for none; the one before. */
  public static Cancellation ofThread(Cancellation next) {
    Cancellation before = OF_THREAD.get();
    if (next != before) {
      if (next == null) {
        OF_THREAD.remove();
      } else {
        OF_THREAD.set(next);
      }
    }
    return before;
  }
}
