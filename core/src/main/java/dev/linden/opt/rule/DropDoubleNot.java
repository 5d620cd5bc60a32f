package dev.linden.opt.rule;

import static dev.linden.op.CellwiseOps.NOT;
import static dev.linden.op.CellwiseOps.NOT_EQUAL;
import static dev.linden.opt.Pattern.any;
import static dev.linden.opt.Pattern.call;

import dev.linden.hop.Hop;
import dev.linden.opt.Match;
import dev.linden.opt.RuleContext;
import java.util.Optional;

/**
 * {@code !(!X) → X if X holds only 0 and 1, otherwise X != 0}
 *
 * <p>One pass or two less.
 *
 * <p>When: X is a matrix or a boolean.
 *
 * <p>Numerics: exact: NaN counts as true.
 */
public final class DropDoubleNot extends PatternRule {
  public DropDoubleNot() {
    super(call(NOT, call(NOT, any(X))));
  }

  @Override
  public Optional<Hop> apply(Match match, RuleContext context) {
    Hop x = match.get(X);
    if (Values.isLogical(x)) {
      return Optional.of(x);
    }
    return x.info().isMatrix()
        ? Optional.of(context.call(NOT_EQUAL, x, context.integer(0)))
        : Optional.empty();
  }
}
