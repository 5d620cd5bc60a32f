package dev.linden.cli;

/**
 * The command line can't be understood; the message says which word and what was expected. Exit
 * code 2.
 */
final class UsageError extends RuntimeException {
  private static final long serialVersionUID = 1L;

  UsageError(String message) {
    super(message);
  }
}
