package dev.linden.lang.ast;

import java.util.Set;

/**
 * What is typed into a session at once: statements, perhaps with an expression behind them whose
 * value is to be shown. In the tree that is an assignment to {@link #VALUE}.
 *
 * @param words names and texts in it: whatever variable it may mean is among them
 */
public record Cell(Ast.Script script, boolean hasValue, Set<String> words) {
  /** The variable that holds the value of the last expression; no name of a script is like it. */
  public static final String VALUE = "_";
}
