package dev.linden.base;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Calls executions off: given to them when they start, cancelled later by any thread. They end with
 * a {@link CancelledError} before the next operator, iteration or part of a large operation; what
 * they had begun to write is removed.
 */
public final class Cancellation {
  private static final ThreadLocal<Cancellation> OF_THREAD = new ThreadLocal<>();

  private final List<Runnable> actions = new CopyOnWriteArrayList<>();
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

  /** Of what the calling thread executes; null if nobody can call that off. */
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
