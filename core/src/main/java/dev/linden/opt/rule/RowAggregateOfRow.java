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
 * {@code rowSums(x) → as.matrix(sum(x)), also rowMeans, rowMins, rowMaxs, rowVars, rowSds}
 *
 * <p>Folding all cells is the best case of every backend, and casts often cancel.
 *
 * <p>When: x is known to have one row and more than one column.
 *
 * <p>Numerics: same cells, perhaps in another order.
 */
public final class RowAggregateOfRow extends PatternRule {
  public RowAggregateOfRow() {
    super(callAny(Families.WHOLE_FOR_ROW.keySet(), matrix(X)));
  }

  @Override
  public Optional<Hop> apply(Match match, RuleContext context) {
    Hop x = match.get(X);
    if (!Shapes.isRow(x) || x.info().size().cols() < 2) {
      return Optional.empty();
    }
    Op whole = Families.WHOLE_FOR_ROW.get(match.root().op());
    return Optional.of(context.call(AS_MATRIX, context.call(whole, x)));
  }
}
