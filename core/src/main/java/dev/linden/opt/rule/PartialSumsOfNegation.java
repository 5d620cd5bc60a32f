package dev.linden.opt.rule;

import static dev.linden.op.AggregateOps.COL_SUMS;
import static dev.linden.op.AggregateOps.ROW_SUMS;
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
 * {@code rowSums(-X), colSums(-X) → 0 - rowSums(X), 0 - colSums(X)}
 *
 * <p>The sign of a vector is changed instead of that of the whole matrix.
 *
 * <p>When: the inner value has no other consumer; otherwise it is computed anyway and nothing is
 * saved.
 *
 * <p>Numerics: exact: rounding is symmetric, and 0 - 0 is 0 as the sum of zeros is, where a change
 * of sign would give -0. Not so means: one that is too small for a number has the sign of its sum.
 */
public final class PartialSumsOfNegation extends PatternRule {
  public PartialSumsOfNegation() {
    super(callAny(Set.of(ROW_SUMS, COL_SUMS), call(NEGATE, matrix(X)).withSingleConsumer()));
  }

  @Override
  public Optional<Hop> apply(Match match, RuleContext context) {
    Hop positive = context.call(match.root().op(), match.get(X));
    return Optional.of(context.call(MINUS, context.integer(0), positive));
  }
}
