package dev.linden.display;

/**
 * How much of a table is shown.
 *
 * @param width characters of a line of text; columns that would not fit are left out
 * @param first the number of the first row and column: 1, or 0 where a syntax counts from there
 */
public record Limits(int rows, int cols, int width, int first) {
  public static final Limits DEFAULT = new Limits(10, 50, 100);

  /** The narrowest column, with the gap before it. */
  private static final int NARROWEST = 3;

  public Limits(int rows, int cols, int width) {
    this(rows, cols, width, 1);
  }

  public Limits {
    if (rows < 0 || cols < 0 || width < 0) {
      throw new IllegalArgumentException(
          "a limit below zero: " + rows + ", " + cols + ", " + width);
    }
  }

  /** Without columns for which a line has no room anyway. */
  Limits forText() {
    return new Limits(rows, Math.min(cols, 1 + width / NARROWEST), width, first);
  }
}
