package dev.linden.opt.rule;

import static dev.linden.op.CellwiseOps.POWER;
import static dev.linden.op.CellwiseOps.TIMES;
import static dev.linden.opt.Pattern.call;
import static dev.linden.opt.Pattern.matrix;
import static dev.linden.opt.Pattern.same;

import dev.linden.hop.Hop;
import dev.linden.opt.Match;
import dev.linden.opt.RuleContext;
import java.util.Optional;

/**
 * {@code X * X → X ^ 2}
 *
 * <p>One operand is read instead of two.
 *
 * <p>When: both operands are the same value.
 *
 * <p>Numerics: exact: a square is computed as that product.
 */
public final class SquareOfSame extends PatternRule {
  public SquareOfSame() {
    super(call(TIMES, matrix(X), same(X)));
  }

  @Override
  public Optional<Hop> apply(Match match, RuleContext context) {
    return Optional.of(context.call(POWER, match.get(X), context.integer(2)));
  }
}
