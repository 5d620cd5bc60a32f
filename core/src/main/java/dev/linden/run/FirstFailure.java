package dev.linden.run;

/**
 * Of the failures of a parfor loop the one that a sequential loop would have met: that of the
 * earliest iteration. Any thread may report one.
 */
final class FirstFailure {
  /** No iteration has this number. */
  static final long NONE = Long.MAX_VALUE;

  private volatile long index = NONE;
  private Throwable failure;

  /** Number of the iteration in the order of the loop, or {@link #NONE}. */
  long index() {
    return index;
  }

  boolean isThere() {
    return index != NONE;
  }

  synchronized void report(long iteration, Throwable e) {
    if (iteration < index) {
      index = iteration;
      failure = e;
    }
  }

  /** After the end of all tasks. */
  synchronized void throwIfThere() {
    if (failure instanceof Error error) {
      throw error;
    }
    if (failure != null) {
      throw (RuntimeException) failure;
    }
  }
}
