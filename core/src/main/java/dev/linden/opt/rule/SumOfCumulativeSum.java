package dev.linden.opt.rule;

import static dev.linden.op.AggregateOps.COL_SUMS;
import static dev.linden.op.AggregateOps.CUMSUM;
import static dev.linden.op.AggregateOps.SUM;
import static dev.linden.op.CellwiseOps.TIMES;
import static dev.linden.op.DatagenOps.SEQ;
import static dev.linden.opt.Pattern.call;
import static dev.linden.opt.Pattern.callAny;
import static dev.linden.opt.Pattern.matrix;

import dev.linden.hop.Hop;
import dev.linden.opt.Match;
import dev.linden.opt.RuleContext;
import java.util.Optional;
import java.util.Set;

/**
 * {@code colSums(cumsum(X)), sum(cumsum(X)) → colSums(X * seq(nrow(X), 1)), sum(X * seq(nrow(X),
 * 1))}
 *
 * <p>Each cell counts as often as it is included; zeros stay zeros and nothing runs sequentially
 * (Boehm et al., cumulative aggregates).
 *
 * <p>When: X has a known number of rows, at least one; the running sums have no other consumer.
 *
 * <p>Numerics: the same terms added in another order. Beyond rounding only cells beyond 1e298 can
 * make a difference: they may overflow when multiplied by the number of rows.
 */
public final class SumOfCumulativeSum extends PatternRule {
  public SumOfCumulativeSum() {
    super(callAny(Set.of(SUM, COL_SUMS), call(CUMSUM, matrix(X)).withSingleConsumer()));
  }

  @Override
  public Optional<Hop> apply(Match match, RuleContext context) {
    Hop x = match.get(X);
    long rows = x.info().size().rows();
    if (rows < 1) {
      return Optional.empty();
    }
    Hop times = context.call(SEQ, context.integer(rows), context.integer(1));
    return Optional.of(context.call(match.root().op(), context.call(TIMES, x, times)));
  }
}
