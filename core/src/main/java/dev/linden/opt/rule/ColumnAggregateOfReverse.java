package dev.linden.opt.rule;

import static dev.linden.op.ReorgOps.REV;
import static dev.linden.opt.Pattern.call;
import static dev.linden.opt.Pattern.callAny;
import static dev.linden.opt.Pattern.matrix;

import dev.linden.hop.Hop;
import dev.linden.opt.Match;
import dev.linden.opt.RuleContext;
import java.util.Optional;

/**
 * {@code colSums(rev(X)) → colSums(X), also colMeans, colMins, colMaxs, colVars, colSds}
 *
 * <p>A copy less.
 *
 * <p>When: always.
 *
 * <p>Numerics: same cells in another order; exact for minima and maxima.
 */
public final class ColumnAggregateOfReverse extends PatternRule {
  public ColumnAggregateOfReverse() {
    super(callAny(Families.ROW_FOR_COLUMN.keySet(), call(REV, matrix(X))));
  }

  @Override
  public Optional<Hop> apply(Match match, RuleContext context) {
    return Optional.of(context.call(match.root().op(), match.get(X)));
  }
}
