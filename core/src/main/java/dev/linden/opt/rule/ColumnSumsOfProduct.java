package dev.linden.opt.rule;

import static dev.linden.op.AggregateOps.COL_SUMS;
import static dev.linden.op.ProductOps.MATMULT;
import static dev.linden.opt.Pattern.call;
import static dev.linden.opt.Pattern.matrix;

import dev.linden.hop.Hop;
import dev.linden.opt.Match;
import dev.linden.opt.RuleContext;
import java.util.Optional;

/**
 * {@code colSums(A %*% B) → colSums(A) %*% B}
 *
 * <p>A product with a vector replaces one with a matrix.
 *
 * <p>When: A is known to have more than one row; the product has no other consumer. Sizes are
 * known, so that the product was found possible already.
 *
 * <p>Numerics: the same products regrouped. Where cells are infinite the result is infinite or NaN
 * on both sides, but not always the same of both: regrouping products does that in any order (see
 * ChainOrdering). What 0 times NaN or an infinity gives depends on how the zero is stored anyway
 * (decisions.md, Zero times NaN).
 */
public final class ColumnSumsOfProduct extends PatternRule {
  public ColumnSumsOfProduct() {
    super(call(COL_SUMS, call(MATMULT, matrix(X), matrix(Y)).withSingleConsumer()));
  }

  @Override
  public Optional<Hop> apply(Match match, RuleContext context) {
    Hop x = match.get(X);
    if (!Shapes.areKnown(x, match.get(Y)) || x.info().size().rows() < 2) {
      return Optional.empty();
    }
    return Optional.of(context.call(MATMULT, context.call(COL_SUMS, x), match.get(Y)));
  }
}
