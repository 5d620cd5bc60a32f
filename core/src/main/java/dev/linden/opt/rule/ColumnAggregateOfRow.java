package dev.linden.opt.rule;

import static dev.linden.op.AggregateOps.COL_MAXS;
import static dev.linden.op.AggregateOps.COL_MEANS;
import static dev.linden.op.AggregateOps.COL_MINS;
import static dev.linden.op.AggregateOps.COL_PRODS;
import static dev.linden.op.AggregateOps.COL_SUMS;
import static dev.linden.opt.Pattern.callAny;
import static dev.linden.opt.Pattern.matrix;

import dev.linden.hop.Hop;
import dev.linden.opt.Match;
import dev.linden.opt.RuleContext;
import java.util.Optional;
import java.util.Set;

/**
 * {@code colSums(x), colMeans(x), colMins(x), colMaxs(x), colProds(x) → x}
 *
 * <p>Nothing to aggregate.
 *
 * <p>When: x is known to have one row.
 *
 * <p>Numerics: exact, except that sums would make -0 a plain 0. Which sign a zero has depends on
 * how it is stored anyway (decisions.md, Signs of zeros).
 */
public final class ColumnAggregateOfRow extends PatternRule {
  public ColumnAggregateOfRow() {
    super(callAny(Set.of(COL_SUMS, COL_MEANS, COL_MINS, COL_MAXS, COL_PRODS), matrix(X)));
  }

  @Override
  public Optional<Hop> apply(Match match, RuleContext context) {
    return Shapes.isRow(match.get(X)) ? Optional.of(match.get(X)) : Optional.empty();
  }
}
