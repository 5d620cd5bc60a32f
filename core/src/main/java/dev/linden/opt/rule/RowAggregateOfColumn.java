package dev.linden.opt.rule;

import static dev.linden.op.AggregateOps.ROW_MAXS;
import static dev.linden.op.AggregateOps.ROW_MEANS;
import static dev.linden.op.AggregateOps.ROW_MINS;
import static dev.linden.op.AggregateOps.ROW_PRODS;
import static dev.linden.op.AggregateOps.ROW_SUMS;
import static dev.linden.opt.Pattern.callAny;
import static dev.linden.opt.Pattern.matrix;

import dev.linden.hop.Hop;
import dev.linden.opt.Match;
import dev.linden.opt.RuleContext;
import java.util.Optional;
import java.util.Set;

/**
 * {@code rowSums(x), rowMeans(x), rowMins(x), rowMaxs(x), rowProds(x) → x}
 *
 * <p>Nothing to aggregate.
 *
 * <p>When: x is known to have one column.
 *
 * <p>Numerics: exact, except that sums would make -0 a plain 0. Which sign a zero has depends on
 * how it is stored anyway (decisions.md, Signs of zeros).
 */
public final class RowAggregateOfColumn extends PatternRule {
  public RowAggregateOfColumn() {
    super(callAny(Set.of(ROW_SUMS, ROW_MEANS, ROW_MINS, ROW_MAXS, ROW_PRODS), matrix(X)));
  }

  @Override
  public Optional<Hop> apply(Match match, RuleContext context) {
    return Shapes.isColumn(match.get(X)) ? Optional.of(match.get(X)) : Optional.empty();
  }
}
