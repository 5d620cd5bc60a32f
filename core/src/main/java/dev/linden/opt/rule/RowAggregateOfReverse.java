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
 * {@code rowSums(rev(X)) → rev(rowSums(X)), also rowMeans, rowMins, rowMaxs, rowVars, rowSds}
 *
 * <p>A column is reversed instead of the whole matrix.
 *
 * <p>When: the reversed matrix has no other consumer.
 *
 * <p>Numerics: exact.
 */
public final class RowAggregateOfReverse extends PatternRule {
  public RowAggregateOfReverse() {
    super(callAny(Families.COLUMN_FOR_ROW.keySet(), call(REV, matrix(X)).withSingleConsumer()));
  }

  @Override
  public Optional<Hop> apply(Match match, RuleContext context) {
    return Optional.of(context.call(REV, context.call(match.root().op(), match.get(X))));
  }
}
