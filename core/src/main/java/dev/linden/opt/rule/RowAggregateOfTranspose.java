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
 * {@code rowSums(t(X)) → t(colSums(X)), also rowMeans, rowMins, rowMaxs, rowVars, rowSds}
 *
 * <p>A vector is transposed instead of the whole matrix.
 *
 * <p>When: the transposed matrix has no other consumer.
 *
 * <p>Numerics: same cells, perhaps added in another order; exact for minima and maxima.
 */
public final class RowAggregateOfTranspose extends PatternRule {
  public RowAggregateOfTranspose() {
    super(
        callAny(Families.COLUMN_FOR_ROW.keySet(), call(TRANSPOSE, matrix(X)).withSingleConsumer()));
  }

  @Override
  public Optional<Hop> apply(Match match, RuleContext context) {
    Op byColumn = Families.COLUMN_FOR_ROW.get(match.root().op());
    return Optional.of(context.call(TRANSPOSE, context.call(byColumn, match.get(X))));
  }
}
