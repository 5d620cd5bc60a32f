package dev.linden.opt.rule;

import static dev.linden.op.AggregateOps.SUM;
import static dev.linden.op.ReorgOps.DIAG;
import static dev.linden.opt.Pattern.call;
import static dev.linden.opt.Pattern.matrix;

import dev.linden.hop.Hop;
import dev.linden.opt.Match;
import dev.linden.opt.RuleContext;
import java.util.Optional;

/**
 * {@code sum(diag(x)) → sum(x)}
 *
 * <p>No matrix in between.
 *
 * <p>When: x is known to be a column, so that diag makes a matrix of it.
 *
 * <p>Numerics: same cells in another order.
 */
public final class SumOfDiagonalMatrix extends PatternRule {
  public SumOfDiagonalMatrix() {
    super(call(SUM, call(DIAG, matrix(X)).withSingleConsumer()));
  }

  @Override
  public Optional<Hop> apply(Match match, RuleContext context) {
    return Shapes.isColumn(match.get(X))
        ? Optional.of(context.call(SUM, match.get(X)))
        : Optional.empty();
  }
}
