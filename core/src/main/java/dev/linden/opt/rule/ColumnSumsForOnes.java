package dev.linden.opt.rule;

import static dev.linden.op.AggregateOps.COL_SUMS;
import static dev.linden.op.DatagenOps.MATRIX;
import static dev.linden.op.ProductOps.MATMULT;
import static dev.linden.opt.Pattern.call;
import static dev.linden.opt.Pattern.matrix;
import static dev.linden.opt.Pattern.number;

import dev.linden.hop.Hop;
import dev.linden.opt.Match;
import dev.linden.opt.RuleContext;
import java.util.Optional;

/**
 * {@code matrix(1, 1, nrow(X)) %*% X → colSums(X)}
 *
 * <p>A sum reads no second operand.
 *
 * <p>When: the row of ones is known to be one, and X to have cells.
 *
 * <p>Numerics: same cells, perhaps added in another order.
 */
public final class ColumnSumsForOnes extends PatternRule {
  public ColumnSumsForOnes() {
    super(call(MATMULT, call(MATRIX, number(1)).as(Y), matrix(X)));
  }

  @Override
  public Optional<Hop> apply(Match match, RuleContext context) {
    Hop x = match.get(X);
    if (!Shapes.isRow(match.get(Y)) || !Shapes.areKnown(x) || Shapes.cells(x) < 1) {
      return Optional.empty();
    }
    return Optional.of(context.call(COL_SUMS, x));
  }
}
