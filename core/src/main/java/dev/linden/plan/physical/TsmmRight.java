package dev.linden.plan.physical;

import static dev.linden.op.ProductOps.MATMULT;
import static dev.linden.op.ProductOps.TSMM_RIGHT;
import static dev.linden.opt.Pattern.call;
import static dev.linden.opt.Pattern.matrix;
import static dev.linden.opt.Pattern.same;

import dev.linden.hop.Hop;
import dev.linden.opt.Match;

/**
 * {@code X %*% t(X) → X%*%t(X)}
 *
 * <p>Half of the work, as the result is symmetric, and no transpose.
 *
 * <p>When: always; a transpose with other consumers stays for them.
 *
 * <p>Numerics: the same products, added in another order.
 */
public final class TsmmRight extends PhysicalRule {
  public TsmmRight() {
    super(
        TSMM_RIGHT,
        call(MATMULT, matrix(X), transpose(same(X))).where(p -> !isTranspose(p.inputs().get(0))));
  }

  @Override
  Hop.Compute apply(Match match, Around around) {
    return operator(TSMM_RIGHT, match.root(), match.get(X));
  }
}
