package dev.linden.plan.physical;

import static dev.linden.op.AggregateOps.SUM;
import static dev.linden.op.AggregateOps.SUM_OF_TRIPLE_PRODUCT;
import static dev.linden.op.CellwiseOps.TIMES;
import static dev.linden.opt.Pattern.call;
import static dev.linden.opt.Pattern.matrix;

import dev.linden.hop.Hop;
import dev.linden.opt.Match;

/**
 * {@code sum(X * Y * Z) → sum(A*B*C)}
 *
 * <p>No matrices of products; the cells are visited once, and where one factor is sparse its
 * non-zeros only.
 *
 * <p>When: all three are matrices of one known shape, so that nothing is repeated.
 *
 * <p>Numerics: the same products, added in another order.
 */
public final class SumOfTripleProduct extends PhysicalRule {
  public SumOfTripleProduct() {
    super(
        SUM_OF_TRIPLE_PRODUCT,
        call(
            SUM,
            call(TIMES, call(TIMES, matrix(X), matrix(Y)).withSingleConsumer().as(INNER), matrix(Z))
                .withSingleConsumer()));
  }

  @Override
  Hop.Compute apply(Match match, Around around) {
    Hop x = match.get(X);
    Hop y = match.get(Y);
    Hop z = match.get(Z);
    return SumOfProduct.haveEqualShapes(x, y) && SumOfProduct.haveEqualShapes(match.get(INNER), z)
        ? operator(SUM_OF_TRIPLE_PRODUCT, match.root(), x, y, z)
        : null;
  }
}
