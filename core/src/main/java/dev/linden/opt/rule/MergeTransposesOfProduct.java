package dev.linden.opt.rule;

import static dev.linden.op.ProductOps.MATMULT;
import static dev.linden.op.ReorgOps.TRANSPOSE;
import static dev.linden.opt.Pattern.call;
import static dev.linden.opt.Pattern.matrix;

import dev.linden.hop.Hop;
import dev.linden.opt.Match;
import dev.linden.opt.RuleContext;
import java.util.Optional;

/**
 * {@code t(X) %*% t(Y) → t(Y %*% X)}
 *
 * <p>One smaller copy instead of two.
 *
 * <p>When: the result has fewer cells than X and Y together; the transposed matrices have no other
 * consumers. Sizes are known, so that the product was found possible already.
 *
 * <p>Numerics: exact: the same products in the same order.
 */
public final class MergeTransposesOfProduct extends PatternRule {
  public MergeTransposesOfProduct() {
    super(
        call(
            MATMULT,
            call(TRANSPOSE, matrix(X)).withSingleConsumer(),
            call(TRANSPOSE, matrix(Y)).withSingleConsumer()));
  }

  @Override
  public Optional<Hop> apply(Match match, RuleContext context) {
    Hop x = match.get(X);
    Hop y = match.get(Y);
    if (!Shapes.areKnown(x, y) || Shapes.cells(match.root()) >= Shapes.cells(x) + Shapes.cells(y)) {
      return Optional.empty();
    }
    return Optional.of(context.call(TRANSPOSE, context.call(MATMULT, y, x)));
  }
}
