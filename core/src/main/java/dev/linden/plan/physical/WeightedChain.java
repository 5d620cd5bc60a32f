package dev.linden.plan.physical;

import static dev.linden.op.CellwiseOps.TIMES;
import static dev.linden.op.ProductOps.MATMULT;
import static dev.linden.op.ProductOps.WEIGHTED_CHAIN;
import static dev.linden.opt.Pattern.call;
import static dev.linden.opt.Pattern.commuted;
import static dev.linden.opt.Pattern.matrix;

import dev.linden.hop.Hop;
import dev.linden.opt.Match;

/**
 * {@code t(X) %*% (w * (X %*% v)) → t(X)%*%(w*(X%*%v))}
 *
 * <p>One pass over X, and no transpose.
 *
 * <p>When: v has at most 4 columns, or an unknown number; w is a matrix and no row of weights as
 * far as is known.
 *
 * <p>Numerics: the same products, added in another order.
 */
public final class WeightedChain extends PhysicalRule {
  public WeightedChain() {
    super(
        WEIGHTED_CHAIN,
        call(
            MATMULT,
            transpose(matrix(X)),
            commuted(TIMES, Chain.innerProduct(), Chain.column())
                .withSingleConsumer()
                .as(BETWEEN)));
  }

  @Override
  Hop.Compute apply(Match match, Around around) {
    return Chain.chain(WEIGHTED_CHAIN, match);
  }
}
