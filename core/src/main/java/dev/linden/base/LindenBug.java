package dev.linden.base;

/** A broken invariant of Linden itself: never the user's fault. Exit code 4. */
public final class LindenBug extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public LindenBug(String message) {
    super(message);
  }

  public LindenBug(String message, Throwable cause) {
    super(message, cause);
  }
}
