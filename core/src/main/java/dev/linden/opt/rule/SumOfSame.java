package dev.linden.opt.rule;

import static dev.linden.op.CellwiseOps.PLUS;
import static dev.linden.op.CellwiseOps.TIMES;
import static dev.linden.opt.Pattern.call;
import static dev.linden.opt.Pattern.matrix;
import static dev.linden.opt.Pattern.same;

import dev.linden.hop.Hop;
import dev.linden.opt.Match;
import dev.linden.opt.RuleContext;
import java.util.Optional;

/**
 * {@code X + X → 2 * X}
 *
 * <p>One operand is read instead of two, and products with scalars meet other rules.
 *
 * <p>When: both operands are the same value, found by merging common subexpressions.
 *
 * <p>Numerics: exact: doubling only changes the exponent.
 */
public final class SumOfSame extends PatternRule {
  public SumOfSame() {
    super(call(PLUS, matrix(X), same(X)));
  }

  @Override
  public Optional<Hop> apply(Match match, RuleContext context) {
    return Optional.of(context.call(TIMES, context.integer(2), match.get(X)));
  }
}
