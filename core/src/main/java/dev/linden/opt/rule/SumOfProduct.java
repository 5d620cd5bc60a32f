package dev.linden.opt.rule;

import static dev.linden.op.AggregateOps.COL_SUMS;
import static dev.linden.op.AggregateOps.ROW_SUMS;
import static dev.linden.op.AggregateOps.SUM;
import static dev.linden.op.CastOps.AS_SCALAR;
import static dev.linden.op.ProductOps.MATMULT;
import static dev.linden.opt.Pattern.call;
import static dev.linden.opt.Pattern.matrix;

import dev.linden.hop.Hop;
import dev.linden.opt.Match;
import dev.linden.opt.RuleContext;
import java.util.Optional;

/**
 * {@code sum(A %*% B) → as.scalar(colSums(A) %*% rowSums(B))}
 *
 * <p>Two passes and a dot product replace the product.
 *
 * <p>When: the product is no vector, since a product with a vector costs no more than the passes
 * that would replace it, and has no other consumer. Sizes are known, so that the product was found
 * possible already.
 *
 * <p>Numerics: the same products regrouped. Where cells are infinite the result is infinite or NaN
 * on both sides, but not always the same of both: regrouping products does that in any order (see
 * ChainOrdering). What 0 times NaN or an infinity gives depends on how the zero is stored anyway
 * (decisions.md, Zero times NaN).
 */
public final class SumOfProduct extends PatternRule {
  public SumOfProduct() {
    super(call(SUM, call(MATMULT, matrix(X), matrix(Y)).as(INNER).withSingleConsumer()));
  }

  @Override
  public Optional<Hop> apply(Match match, RuleContext context) {
    Hop x = match.get(X);
    Hop y = match.get(Y);
    if (!Shapes.areKnown(x, y) || Shapes.isVector(match.get(INNER))) {
      return Optional.empty();
    }
    Hop dot = context.call(MATMULT, context.call(COL_SUMS, x), context.call(ROW_SUMS, y));
    return Optional.of(context.call(AS_SCALAR, dot));
  }
}
