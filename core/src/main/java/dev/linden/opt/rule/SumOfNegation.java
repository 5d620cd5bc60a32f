package dev.linden.opt.rule;

import static dev.linden.op.AggregateOps.SUM;
import static dev.linden.op.CellwiseOps.MINUS;
import static dev.linden.op.CellwiseOps.NEGATE;
import static dev.linden.opt.Pattern.call;
import static dev.linden.opt.Pattern.matrix;

import dev.linden.hop.Hop;
import dev.linden.opt.Match;
import dev.linden.opt.RuleContext;
import java.util.Optional;

/**
 * {@code sum(-X) → 0 - sum(X)}
 *
 * <p>A pass less.
 *
 * <p>When: the inner value has no other consumer; otherwise it is computed anyway and nothing is
 * saved.
 *
 * <p>Numerics: exact: rounding is symmetric, and 0 - 0 is 0 as the sum of zeros is, where a change
 * of sign would give -0. Not so means: one that is too small for a number has the sign of its sum.
 */
public final class SumOfNegation extends PatternRule {
  public SumOfNegation() {
    super(call(SUM, call(NEGATE, matrix(X)).withSingleConsumer()).alone());
  }

  @Override
  public Optional<Hop> apply(Match match, RuleContext context) {
    Hop positive = context.call(match.root().op(), match.get(X));
    return Optional.of(context.call(MINUS, context.integer(0), positive));
  }
}
