package dev.linden.run;

import dev.linden.base.ScriptError;
import dev.linden.base.Span;

/** A function that was called by its name failed; the place of the call is still to be added. */
final class FailedCall extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final String function;
  private final ScriptError error;

  FailedCall(String function, ScriptError error) {
    super(error);
    this.function = function;
    this.error = error;
  }

  ScriptError calledFrom(Span place) {
    return error.calledFrom(function, place);
  }
}
