package dev.linden.testkit;

/** The script does something that the language forbids. */
public final class OracleError extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public OracleError(String message) {
    super(message);
  }

  /** The script may be right, but uses a part of the language that the oracle leaves out. */
  public static final class Unsupported extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public Unsupported(String what) {
      super("the oracle does not know " + what);
    }
  }
}
