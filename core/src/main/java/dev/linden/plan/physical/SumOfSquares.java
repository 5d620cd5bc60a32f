package dev.linden.plan.physical;

import static dev.linden.op.AggregateOps.COL_SUMS;
import static dev.linden.op.AggregateOps.COL_SUMS_OF_SQUARES;
import static dev.linden.op.AggregateOps.ROW_SUMS;
import static dev.linden.op.AggregateOps.ROW_SUMS_OF_SQUARES;
import static dev.linden.op.AggregateOps.SUM;
import static dev.linden.op.AggregateOps.SUM_OF_SQUARES;
import static dev.linden.op.CellwiseOps.POWER;
import static dev.linden.opt.Pattern.call;
import static dev.linden.opt.Pattern.callAny;
import static dev.linden.opt.Pattern.matrix;
import static dev.linden.opt.Pattern.number;

import dev.linden.hop.Hop;
import dev.linden.op.Op;
import dev.linden.opt.Match;
import java.util.Map;
import java.util.Set;

/**
 * {@code sum(X^2), rowSums(X^2), colSums(X^2) → sum(X^2), rowSums(X^2), colSums(X^2)}
 *
 * <p>No matrix of squares.
 *
 * <p>When: X is a matrix.
 *
 * <p>Numerics: the same squares, added in another order.
 */
public final class SumOfSquares extends PhysicalRule {
  private static final Map<Op, Op> OPERATORS =
      Map.of(
          SUM, SUM_OF_SQUARES,
          ROW_SUMS, ROW_SUMS_OF_SQUARES,
          COL_SUMS, COL_SUMS_OF_SQUARES);

  public SumOfSquares() {
    super(
        Set.copyOf(OPERATORS.values()),
        callAny(OPERATORS.keySet(), call(POWER, matrix(X), number(2)).withSingleConsumer()));
  }

  @Override
  Hop.Compute apply(Match match, Around around) {
    return operator(OPERATORS.get(match.root().op()), match.root(), match.get(X));
  }
}
