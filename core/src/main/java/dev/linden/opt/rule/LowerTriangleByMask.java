package dev.linden.opt.rule;

import static dev.linden.op.AggregateOps.CUMSUM;
import static dev.linden.op.CellwiseOps.TIMES;
import static dev.linden.op.DatagenOps.MATRIX;
import static dev.linden.op.ReorgOps.DIAG;
import static dev.linden.op.ReorgOps.LOWER_TRI;
import static dev.linden.opt.Pattern.call;
import static dev.linden.opt.Pattern.commuted;
import static dev.linden.opt.Pattern.matrix;
import static dev.linden.opt.Pattern.number;

import dev.linden.hop.Hop;
import dev.linden.opt.Match;
import dev.linden.opt.RuleContext;
import java.util.Optional;

/**
 * {@code X * cumsum(diag(matrix(1, nrow(X), 1))) → lower.tri(X, diag=TRUE, values=TRUE)}
 *
 * <p>The mask need not be made (Boehm et al., cumulative aggregates, equation 3).
 *
 * <p>When: X is known to be square and to have the size of the mask; the mask has no other
 * consumer.
 *
 * <p>Numerics: exact but for signs of zeros. What 0 times NaN or an infinity gives depends on how
 * the zero is stored anyway (decisions.md, Zero times NaN).
 */
public final class LowerTriangleByMask extends PatternRule {
  public LowerTriangleByMask() {
    super(
        commuted(
            TIMES,
            matrix(X),
            call(CUMSUM, call(DIAG, call(MATRIX, number(1)).as(Y)).withSingleConsumer())
                .withSingleConsumer()
                .as(INNER)));
  }

  @Override
  public Optional<Hop> apply(Match match, RuleContext context) {
    Hop x = match.get(X);
    if (!Shapes.isColumn(match.get(Y)) || !Shapes.areSame(x, match.get(INNER))) {
      return Optional.empty();
    }
    return Optional.of(context.call(LOWER_TRI, x, context.flag(true), context.flag(true)));
  }
}
