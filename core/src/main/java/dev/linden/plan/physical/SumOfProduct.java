package dev.linden.plan.physical;

import static dev.linden.op.AggregateOps.SUM;
import static dev.linden.op.AggregateOps.SUM_OF_PRODUCT;
import static dev.linden.op.CellwiseOps.TIMES;
import static dev.linden.opt.Pattern.call;
import static dev.linden.opt.Pattern.matrix;

import dev.linden.hop.Hop;
import dev.linden.op.Size;
import dev.linden.opt.Match;

/**
 * {@code sum(X * Y) → sum(A*B)}
 *
 * <p>No matrix of products; the cells are visited once, and where one factor is sparse its
 * non-zeros only.
 *
 * <p>When: both are matrices of one known shape, so that nothing is repeated.
 *
 * <p>Numerics: the same products, added in another order.
 */
public final class SumOfProduct extends PhysicalRule {
  public SumOfProduct() {
    super(SUM_OF_PRODUCT, call(SUM, call(TIMES, matrix(X), matrix(Y)).withSingleConsumer()));
  }

  @Override
  Hop.Compute apply(Match match, Around around) {
    Hop x = match.get(X);
    Hop y = match.get(Y);
    return haveEqualShapes(x, y) ? operator(SUM_OF_PRODUCT, match.root(), x, y) : null;
  }

  static boolean haveEqualShapes(Hop a, Hop b) {
    Size left = a.info().size();
    Size right = b.info().size();
    return left.known() && left.rows() == right.rows() && left.cols() == right.cols();
  }
}
