package dev.linden.run;

import dev.linden.base.Span;

/**
 * Hears how far an execution has come. Called by the threads that execute, several at a time inside
 * parfor loops.
 */
public interface ExecutionListener {
  /** An operator is about to run, for this text of the script or of a function elsewhere. */
  void operator(String name, Span text, Running where);

  /** Iterations of a loop have ended; heard ten times a second at most. */
  void iterated(Running where);
}
