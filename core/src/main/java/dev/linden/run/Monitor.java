package dev.linden.run;

import dev.linden.base.Span;

/** Accompanies an execution: says whether to go on, and tells how far it has come. */
interface Monitor {
  /** Ends the work by an exception when it is no longer wanted. */
  void check();

  /** Whether somebody wants to know of operators and loops. */
  boolean listens();

  /** An operator is about to run. */
  void operator(String name, Span place);

  /**
   * One more iteration of a loop is done.
   *
   * @param all -1 if nobody knows
   * @param start of the loop, by {@link System#nanoTime}
   */
  void iteration(String loop, long done, long all, long start);
}
