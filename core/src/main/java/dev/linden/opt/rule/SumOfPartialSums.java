package dev.linden.opt.rule;

import static dev.linden.op.AggregateOps.COL_SUMS;
import static dev.linden.op.AggregateOps.ROW_SUMS;
import static dev.linden.op.AggregateOps.SUM;
import static dev.linden.opt.Pattern.call;
import static dev.linden.opt.Pattern.callAny;
import static dev.linden.opt.Pattern.matrix;

import dev.linden.hop.Hop;
import dev.linden.opt.Match;
import dev.linden.opt.RuleContext;
import java.util.Optional;
import java.util.Set;

/**
 * {@code sum(rowSums(X)), sum(colSums(X)) → sum(X)}
 *
 * <p>One pass that needs no vector in between.
 *
 * <p>When: the inner value has no other consumer; otherwise it is computed anyway and nothing is
 * saved.
 *
 * <p>Numerics: same cells in another order.
 */
public final class SumOfPartialSums extends PatternRule {
  public SumOfPartialSums() {
    super(call(SUM, callAny(Set.of(ROW_SUMS, COL_SUMS), matrix(X)).withSingleConsumer()));
  }

  @Override
  public Optional<Hop> apply(Match match, RuleContext context) {
    return Optional.of(context.call(SUM, match.get(X)));
  }
}
