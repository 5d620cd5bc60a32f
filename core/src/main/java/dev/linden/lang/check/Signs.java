package dev.linden.lang.check;

import dev.linden.base.Span;
import dev.linden.lang.Expr;
import dev.linden.lang.ast.Ast;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Set;

/**
 * Remembers signs that leave no trace in the program but ask for certain types: a plus before an
 * expression asks for numbers, a comma in an index for something with two dimensions.
 */
final class Signs {
  private final Map<Expr, Span> spans = new IdentityHashMap<>();
  private final Set<Expr> withComma = Collections.newSetFromMap(new IdentityHashMap<>());

  /** {@code call} reads or writes the part that the index tells. */
  Expr addIndex(Expr call, Ast.Index index) {
    if (index.hasComma()) {
      withComma.add(call);
    }
    return call;
  }

  /** Whether the expression reads or writes a part by an index with a comma. */
  boolean hasComma(Expr expression) {
    return withComma.contains(expression);
  }

  void add(Expr operand, Span sign) {
    spans.put(operand, sign);
  }

  /** Where the sign stands, or null. */
  Span before(Expr expression) {
    return spans.get(expression);
  }
}
