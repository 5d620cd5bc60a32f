package dev.linden.plan.physical;

import static dev.linden.op.ProductOps.MATMULT;
import static dev.linden.op.ProductOps.TRANSPOSED_LEFT;
import static dev.linden.op.ProductOps.TRANSPOSED_RIGHT;
import static dev.linden.opt.Pattern.any;
import static dev.linden.opt.Pattern.call;

import dev.linden.hop.Hop;
import dev.linden.opt.Match;

/**
 * {@code t(X) %*% Y → t(A)%*%B}
 *
 * <p>No transpose.
 *
 * <p>When: all consumers of the transpose are products that do without it; else it is computed
 * anyway.
 *
 * <p>Numerics: the same products, added in another order.
 */
public final class TransposedLeft extends PhysicalRule {
  public TransposedLeft() {
    super(TRANSPOSED_LEFT, call(MATMULT, transpose(any(X)).as(INNER), any(Y)));
  }

  @Override
  Hop.Compute apply(Match match, Around around) {
    return isDoneWithout(match.get(INNER), around)
        ? operator(TRANSPOSED_LEFT, match.root(), match.get(X), match.get(Y))
        : null;
  }

  /**
   * Whether all consumers of a transpose are products that do without it. A product does, unless
   * its left operand is a transpose already and this is the right one.
   */
  static boolean isDoneWithout(Hop transpose, Around around) {
    if (around.dag().isNeeded(transpose)) {
      return false;
    }
    for (Hop consumer : around.dag().consumers(transpose)) {
      if (!(consumer instanceof Hop.Compute call) || call.op() != MATMULT) {
        return false;
      }
      Hop left = call.inputs().get(0);
      boolean without =
          left == transpose
              ? call.inputs().get(1) != transpose && around.isOn().test(TRANSPOSED_LEFT)
              : !isTranspose(left) && around.isOn().test(TRANSPOSED_RIGHT);
      if (!without) {
        return false;
      }
    }
    return true;
  }
}
