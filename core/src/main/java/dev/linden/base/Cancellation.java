package dev.linden.base;

/**
 * Calls executions off: given to them when they start, cancelled later by any thread. They end with
 * a {@link CancelledError} before the next operator, iteration or part of a large operation; what
 * they had begun to write is removed.
 */
public final class Cancellation {
  private static final ThreadLocal<Cancellation> OF_THREAD = new ThreadLocal<>();

  private volatile boolean cancelled;

  /** From now on, for good. */
  public void cancel() {
    cancelled = true;
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
