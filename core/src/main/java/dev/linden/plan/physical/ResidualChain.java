package dev.linden.plan.physical;

import static dev.linden.op.CellwiseOps.MINUS;
import static dev.linden.op.ProductOps.MATMULT;
import static dev.linden.op.ProductOps.RESIDUAL_CHAIN;
import static dev.linden.opt.Pattern.call;
import static dev.linden.opt.Pattern.matrix;

import dev.linden.hop.Hop;
import dev.linden.opt.Match;

/**
 * {@code t(X) %*% ((X %*% v) - y) → t(X)%*%((X%*%v)-y)}
 *
 * <p>One pass over X, and no transpose.
 *
 * <p>When: v has at most 4 columns, or an unknown number; y is a matrix and no row as far as is
 * known.
 *
 * <p>Numerics: the same products, added in another order.
 */
public final class ResidualChain extends PhysicalRule {
  public ResidualChain() {
    super(
        RESIDUAL_CHAIN,
        call(
            MATMULT,
            transpose(matrix(X)),
            call(MINUS, Chain.innerProduct(), Chain.column()).withSingleConsumer().as(BETWEEN)));
  }

  @Override
  Hop.Compute apply(Match match, Around around) {
    return Chain.chain(RESIDUAL_CHAIN, match);
  }
}
