package dev.linden.storage.text;

/** A line that can't be read; whoever knows the file turns it into an error with a position. */
public final class BadLine extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final int line;
  private final int field;

  /** Line number within the chunk and field number, both 1-based. */
  public BadLine(int line, int field, String message) {
    super(message, null, false, false);
    this.line = line;
    this.field = field;
  }

  int line() {
    return line;
  }

  int field() {
    return field;
  }

  public static BadLine notANumber(int line, int field, String found) {
    return new BadLine(line, field, "expected a number, found \"" + found + "\"");
  }
}
