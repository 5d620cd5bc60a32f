package dev.linden.fuse.explore;

import java.util.List;
import java.util.function.Supplier;

/**
 * The kinds of fused operators (table 1 of the fusion paper), from the most general on: the rules
 * by which hops belong into one and its program is written, and what selection asks of a kind. How
 * a program runs is told by a skeleton.
 */
public enum Template {
  /** Bound to the rows of a matrix. */
  ROW('R', "Row", false, true, RowRules::new),
  /** Bound to cells. */
  CELL('C', "Cell", true, true, CellRules::new),
  /** Bound to the non-zeros of a matrix and the rows of the two factors of a product. */
  OUTER('O', "Outer", true, false, OuterRules::new);

  /** In the order in which they are preferred at a hop. */
  public static final List<Template> BY_PREFERENCE = List.of(OUTER, ROW, CELL);

  private final char letter;
  private final String word;
  private final boolean driven;
  private final boolean joining;
  private final Supplier<TemplateRules> rules;

  Template(
      char letter, String word, boolean driven, boolean joining, Supplier<TemplateRules> rules) {
    this.letter = letter;
    this.word = word;
    this.driven = driven;
    this.joining = joining;
    this.rules = rules;
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

  /** The rules for one DAG, of which they may remember what they have found out. */
  public TemplateRules rules() {
    return rules.get();
  }
}
