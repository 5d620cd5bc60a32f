package dev.linden.opt.rule;

import static dev.linden.op.AggregateOps.COL_SUMS;
import static dev.linden.op.CellwiseOps.TIMES;
import static dev.linden.op.ProductOps.MATMULT;
import static dev.linden.op.ReorgOps.TRANSPOSE;
import static dev.linden.opt.Pattern.call;
import static dev.linden.opt.Pattern.commuted;
import static dev.linden.opt.Pattern.matrix;

import dev.linden.hop.Hop;
import dev.linden.opt.Match;
import dev.linden.opt.RuleContext;
import java.util.Optional;

/**
 * {@code colSums(X * u) → t(u) %*% X}
 *
 * <p>A product with a vector needs no scaled copy of X.
 *
 * <p>When: u is known to be a column and X to have more rows and columns than one; the scaled
 * matrix has no other consumer.
 *
 * <p>Numerics: same products, perhaps added in another order. What 0 times NaN or an infinity gives
 * depends on how the zero is stored anyway (decisions.md, Zero times NaN).
 */
public final class ColumnSumsOfScaledRows extends PatternRule {
  public ColumnSumsOfScaledRows() {
    super(
        call(
            COL_SUMS,
            commuted(TIMES, matrix(X), matrix(Y).where(Shapes::isColumn)).withSingleConsumer()));
  }

  @Override
  public Optional<Hop> apply(Match match, RuleContext context) {
    Hop x = match.get(X);
    Hop u = match.get(Y);
    if (!Shapes.areKnown(x, u)
        || Shapes.isVector(x)
        || x.info().size().rows() != u.info().size().rows()) {
      return Optional.empty();
    }
    return Optional.of(context.call(MATMULT, context.call(TRANSPOSE, u), x));
  }
}
