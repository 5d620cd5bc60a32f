package dev.linden.plan.physical;

import static dev.linden.op.ProductOps.MATMULT;
import static dev.linden.op.ProductOps.TRANSPOSED_RIGHT;
import static dev.linden.opt.Pattern.any;
import static dev.linden.opt.Pattern.call;

import dev.linden.hop.Hop;
import dev.linden.opt.Match;

/**
 * {@code X %*% t(Y) → A%*%t(B)}
 *
 * <p>No transpose.
 *
 * <p>When: all consumers of the transpose are products that do without it; else it is computed
 * anyway.
 *
 * <p>Numerics: the same products, added in another order.
 */
public final class TransposedRight extends PhysicalRule {
  public TransposedRight() {
    super(
        TRANSPOSED_RIGHT,
        call(MATMULT, any(X).where(left -> !isTranspose(left)), transpose(any(Y)).as(INNER)));
  }

  @Override
  Hop.Compute apply(Match match, Around around) {
    return TransposedLeft.isDoneWithout(match.get(INNER), around)
        ? operator(TRANSPOSED_RIGHT, match.root(), match.get(X), match.get(Y))
        : null;
  }
}
