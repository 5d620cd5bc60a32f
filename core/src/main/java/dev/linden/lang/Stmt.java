package dev.linden.lang;

import dev.linden.base.Span;
import java.util.List;

/** A resolved statement of a straight-line block. */
public sealed interface Stmt {
  Span span();

  /**
   * Indexed targets are resolved to calls of the left-indexing operator: {@code X[i,j] = v} is
   * {@code X = leftIndex(X, ...)}.
   */
  record Assign(String variable, Expr value, Span span) implements Stmt {}

  /**
   * {@code [a, b] = call}: {@code call} is an OpCall or Invoke with several results; fewer
   * variables than results drop the rest.
   */
  record MultiAssign(List<String> variables, Expr call, Span span) implements Stmt {}

  /** A call for its effect. */
  record Effect(Expr call, Span span) implements Stmt {}
}
