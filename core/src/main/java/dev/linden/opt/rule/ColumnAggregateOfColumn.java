package dev.linden.opt.rule;

import static dev.linden.op.CastOps.AS_MATRIX;
import static dev.linden.opt.Pattern.callAny;
import static dev.linden.opt.Pattern.matrix;

import dev.linden.hop.Hop;
import dev.linden.op.Op;
import dev.linden.opt.Match;
import dev.linden.opt.RuleContext;
import java.util.Optional;

/**
 * {@code colSums(x) → as.matrix(sum(x)), also colMeans, colMins, colMaxs, colVars, colSds}
 *
 * <p>Folding all cells is the best case of every backend, and casts often cancel.
 *
 * <p>When: x is known to have one column and more than one row.
 *
 * <p>Numerics: same cells, perhaps in another order.
 */
public final class ColumnAggregateOfColumn extends PatternRule {
  public ColumnAggregateOfColumn() {
    super(callAny(Families.WHOLE_FOR_COLUMN.keySet(), matrix(X)));
  }

  @Override
  public Optional<Hop> apply(Match match, RuleContext context) {
    Hop x = match.get(X);
    if (!Shapes.isColumn(x) || x.info().size().rows() < 2) {
      return Optional.empty();
    }
    Op whole = Families.WHOLE_FOR_COLUMN.get(match.root().op());
    return Optional.of(context.call(AS_MATRIX, context.call(whole, x)));
  }
}
