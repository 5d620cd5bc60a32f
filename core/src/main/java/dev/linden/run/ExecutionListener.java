package dev.linden.run;

/**
 * Hears how far an execution has come. Called by the threads that execute, several at a time inside
 * parfor loops.
 */
public interface ExecutionListener {
  /** An operator is about to run, for the statement at this line. */
  void operator(String name, int line);

  /**
   * Iterations of a loop have ended.
   *
   * @param loop kind and place, such as {@code for i (line 7)}
   * @param all -1 if nobody knows, as in while loops
   */
  void loop(String loop, long done, long all, long nanos);
}
