package dev.linden.api;

import java.time.Duration;

/**
 * Hears how far an execution has come. The threads that execute call it, several at a time inside
 * {@code parfor}; what it does delays them, and an exception of its ends the execution.
 */
public interface ProgressListener {
  /**
   * An operator such as {@code %*%} is about to run, for this line of the script; where it is part
   * of a function of the library or of another file, for the line of the call.
   */
  default void operator(String name, int line) {}

  /**
   * A loop has come so far: of those that are running the outermost whose iterations are known in
   * advance, else the outermost. At most ten calls a second for all loops of an execution.
   *
   * @param loop kind and place, such as {@code for i (line 7)}, or the function that the script
   *     calls and that loops somewhere, such as {@code kmeans (line 3)}
   * @param done iterations that have ended
   * @param all iterations of the loop; -1 if nobody knows, as in {@code while}
   * @param elapsed since the loop began
   */
  default void loop(String loop, long done, long all, Duration elapsed) {}
}
