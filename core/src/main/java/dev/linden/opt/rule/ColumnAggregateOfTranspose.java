package dev.linden.opt.rule;

import static dev.linden.op.ReorgOps.TRANSPOSE;
import static dev.linden.opt.Pattern.call;
import static dev.linden.opt.Pattern.callAny;
import static dev.linden.opt.Pattern.matrix;

import dev.linden.hop.Hop;
import dev.linden.op.Op;
import dev.linden.opt.Match;
import dev.linden.opt.RuleContext;
import java.util.Optional;

/**
 * {@code colSums(t(X)) → t(rowSums(X)), also colMeans, colMins, colMaxs, colVars, colSds}
 *
 * <p>A vector is transposed instead of the whole matrix.
 *
 * <p>When: the transposed matrix has no other consumer.
 *
 * <p>Numerics: same cells, perhaps added in another order; exact for minima and maxima.
 */
public final class ColumnAggregateOfTranspose extends PatternRule {
  public ColumnAggregateOfTranspose() {
    super(
        callAny(Families.ROW_FOR_COLUMN.keySet(), call(TRANSPOSE, matrix(X)).withSingleConsumer()));
  }

  @Override
  public Optional<Hop> apply(Match match, RuleContext context) {
    Op byRow = Families.ROW_FOR_COLUMN.get(match.root().op());
    return Optional.of(context.call(TRANSPOSE, context.call(byRow, match.get(X))));
  }
}
