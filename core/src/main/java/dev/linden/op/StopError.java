package dev.linden.op;

import dev.linden.base.InputError;

/** The script ended itself with {@code stop(message)}. */
public final class StopError extends InputError {
  private static final long serialVersionUID = 1L;

  public StopError(String message) {
    super(message);
  }
}
