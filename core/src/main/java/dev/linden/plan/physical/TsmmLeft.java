package dev.linden.plan.physical;

import static dev.linden.op.ProductOps.MATMULT;
import static dev.linden.op.ProductOps.TSMM_LEFT;
import static dev.linden.opt.Pattern.call;
import static dev.linden.opt.Pattern.matrix;
import static dev.linden.opt.Pattern.same;

import dev.linden.hop.Hop;
import dev.linden.opt.Match;

/**
 * {@code t(X) %*% X → t(X)%*%X}
 *
 * <p>Half of the work, as the result is symmetric, and no transpose.
 *
 * <p>When: always; a transpose with other consumers stays for them.
 *
 * <p>Numerics: the same products, added in another order.
 */
public final class TsmmLeft extends PhysicalRule {
  public TsmmLeft() {
    super(TSMM_LEFT, call(MATMULT, transpose(matrix(X)), same(X)));
  }

  @Override
  Hop.Compute apply(Match match, Around around) {
    return operator(TSMM_LEFT, match.root(), match.get(X));
  }
}
