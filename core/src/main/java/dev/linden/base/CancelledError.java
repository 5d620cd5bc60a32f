package dev.linden.base;

/** An execution was called off through its {@link Cancellation}. It has no results. */
public final class CancelledError extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public CancelledError() {
    super("the execution was cancelled");
  }
}
