package dev.linden.lang.check;

import dev.linden.base.Span;
import dev.linden.lang.Expr;
import java.util.IdentityHashMap;
import java.util.Map;

/**
 * Remembers which expressions had a plus sign before them: it does nothing, but it asks for
 * numbers.
 */
final class Signs {
  private final Map<Expr, Span> spans = new IdentityHashMap<>();

  void add(Expr operand, Span sign) {
    spans.put(operand, sign);
  }

  /** Where the sign stands, or null. */
  Span before(Expr expression) {
    return spans.get(expression);
  }
}
