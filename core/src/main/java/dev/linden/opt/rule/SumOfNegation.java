package dev.linden.opt.rule;

import static dev.linden.op.AggregateOps.MEAN;
import static dev.linden.op.AggregateOps.SUM;
import static dev.linden.op.CellwiseOps.MINUS;
import static dev.linden.op.CellwiseOps.NEGATE;
import static dev.linden.opt.Pattern.call;
import static dev.linden.opt.Pattern.callAny;
import static dev.linden.opt.Pattern.matrix;

import dev.linden.hop.Hop;
import dev.linden.opt.Match;
import dev.linden.opt.RuleContext;
import java.util.Optional;
import java.util.Set;

/**
 * {@code sum(-X), mean(-X) → 0 - sum(X), 0 - mean(X)}
 *
 * <p>A pass less.
 *
 * <p>When: the inner value has no other consumer; otherwise it is computed anyway and nothing is
 * saved.
 *
 * <p>Numerics: exact: rounding is symmetric, and 0 - 0 is 0 as the sum of zeros is, where a change
 * of sign would give -0.
 */
public final class SumOfNegation extends PatternRule {
  public SumOfNegation() {
    super(callAny(Set.of(SUM, MEAN), call(NEGATE, matrix(X)).withSingleConsumer()).alone());
  }

  @Override
  public Optional<Hop> apply(Match match, RuleContext context) {
    Hop positive = context.call(match.root().op(), match.get(X));
    return Optional.of(context.call(MINUS, context.integer(0), positive));
  }
}
