package dev.linden.base;

/**
 * Something the user gave can't be processed: a shape, a value, a file, an argument. The message is
 * user-facing: it says what was expected and what was found. Whoever knows the place in the script
 * adds it (see {@code lang.ScriptError}).
 */
public class InputError extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public InputError(String message) {
    super(message);
  }

  public InputError(String message, Throwable cause) {
    super(message, cause);
  }
}
