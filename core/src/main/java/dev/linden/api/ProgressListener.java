package dev.linden.api;

import java.time.Duration;

/**
 * Hears how far an execution has come. The threads that execute call it, several at a time inside
 * {@code parfor}; what it does delays them, and an exception of its ends the execution.
 */
public interface ProgressListener {
  /** An operator such as {@code %*%} is about to run, for the statement at this line. */
  default void operator(String name, int line) {}

  /**
   * A loop has come so far. At most ten calls a second for all loops of an execution.
   *
   * @param loop kind and place, such as {@code for i (line 7)}
   * @param done iterations that have ended
   * @param all iterations of the loop; -1 if nobody knows, as in {@code while}
   * @param elapsed since the loop began
   */
  default void loop(String loop, long done, long all, Duration elapsed) {}
}
