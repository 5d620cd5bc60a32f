package dev.linden.base;

/** Hears how far a parfor loop has come. Called by the workers, at any time, by one at a time. */
public interface LoopProgress {
  /**
   * @param loop variable and place, such as {@code parfor i (line 7)}
   * @param done iterations that have ended
   * @param all iterations of the loop
   * @param nanos since the loop began
   */
  void report(String loop, long done, long all, long nanos);

  /** The loop of the last report has ended. */
  void finished();
}
