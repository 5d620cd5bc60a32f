package dev.linden.run;

import dev.linden.base.Span;

/** Accompanies an execution: says whether to go on, and tells how far it has come. */
interface Monitor extends Running {
  /** Ends the work by an exception when it is no longer wanted. */
  void check();

  /** Whether somebody wants to know of operators and loops. */
  boolean listens();

  /** An operator is about to run. */
  default void operator(String name, Span text) {
    operator(name, text, this);
  }

  /**
   * The same.
   *
   * @param where this one, or one within it
   */
  void operator(String name, Span text, Running where);

  /** One more iteration of the innermost loop of {@code where} is done. */
  void iterated(Running where);

  /** What this one is part of; null for the whole execution. */
  Monitor outer();

  @Override
  default Place place(Span text) {
    return Watched.place(text, this);
  }

  @Override
  default Loop loop() {
    return WatchedLoop.outermost(this);
  }
}
