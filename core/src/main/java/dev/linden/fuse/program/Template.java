package dev.linden.fuse.program;

import java.util.List;

/**
 * The kinds of fused operators (table 1 of the fusion paper), from the most general on, with what
 * selection asks of a kind. When hops belong into one is told by its rules in {@code fuse.explore},
 * how it runs by a skeleton.
 */
public enum Template {
  /** Bound to the rows of a matrix. */
  ROW('R', "Row", false, true),
  /** Bound to cells. */
  CELL('C', "Cell", true, true),
  /** Several aggregates of cells in one pass. */
  MULTI_AGGREGATE('M', "MAgg", true, true),
  /** Bound to the non-zeros of a matrix and the rows of the two factors of a product. */
  OUTER('O', "Outer", true, false);

  /** Those that hops are explored for, in the order in which they are preferred at a hop. */
  public static final List<Template> BY_PREFERENCE = List.of(OUTER, ROW, CELL);

  private final char letter;
  private final String word;
  private final boolean driven;
  private final boolean joining;

  Template(char letter, String word, boolean driven, boolean joining) {
    this.letter = letter;
    this.word = word;
    this.driven = driven;
    this.joining = joining;
  }

  /** As memo tables show it. */
  public char letter() {
    return letter;
  }

  /** As plans show it. */
  public String word() {
    return word;
  }

  /** Visits the non-zeros of an input only, if the zeros of that input make its cells zero. */
  public boolean isDriven() {
    return driven;
  }

  /** Operators of this kind that read the same data may run in one pass. */
  public boolean isJoining() {
    return joining;
  }
}
