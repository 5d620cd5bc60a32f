package dev.linden.op;

import dev.linden.base.InputError;

/**
 * A call breaks a rule of its operator. Thrown by size rules, at compile time or at run time, with
 * the same words.
 */
public final class OpError extends InputError {
  private static final long serialVersionUID = 1L;

  private final int argument;
  private final String hint;

  /** The call as a whole, shown at the operator sign or the function name. */
  public OpError(String message) {
    this(-1, message);
  }

  /** One argument, by its position among the parameters. */
  public OpError(int argument, String message) {
    this(argument, message, null);
  }

  /** {@code hint} says what to do instead; it may be null. */
  public OpError(int argument, String message, String hint) {
    super(message);
    this.argument = argument;
    this.hint = hint;
  }

  /** Position of the offending argument, or -1 for the call itself. */
  public int argument() {
    return argument;
  }

  /** What to do instead, or null. */
  public String hint() {
    return hint;
  }
}
