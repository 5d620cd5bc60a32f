package dev.linden.fuse.program;

/** The kinds of fused operators (table 1 of the fusion paper), from the most general on. */
public enum Template {
  /** Bound to the rows of a matrix. */
  ROW('R'),
  /** Bound to cells. */
  CELL('C'),
  /** Several aggregates of cells in one pass. */
  MULTI_AGGREGATE('M'),
  /** Bound to the non-zeros of a matrix and the rows of the two factors of a product. */
  OUTER('O');

  private final char letter;

  Template(char letter) {
    this.letter = letter;
  }

  /** As memo tables show it. */
  public char letter() {
    return letter;
  }
}
