package dev.linden.plan.physical;

import static dev.linden.op.CastOps.AS_SCALAR;
import static dev.linden.op.IndexOps.CELL;
import static dev.linden.op.IndexOps.INDEX;
import static dev.linden.opt.Pattern.call;

import dev.linden.base.Span;
import dev.linden.hop.Hop;
import dev.linden.opt.Match;
import java.util.List;

/**
 * {@code as.scalar(X[i,j]) → X[i,j]}
 *
 * <p>No matrix of one cell.
 *
 * <p>When: X is a matrix, and the part is written as one row and one column.
 *
 * <p>Numerics: exact.
 */
public final class SingleCell extends PhysicalRule {
  public SingleCell() {
    super(
        CELL,
        call(AS_SCALAR, call(INDEX).withSingleConsumer().where(SingleCell::isOneCell).as(INNER)));
  }

  private static boolean isOneCell(Hop index) {
    List<Hop> inputs = index.inputs();
    return inputs.get(0).info().isMatrix()
        && inputs.get(1) != null
        && inputs.get(2) == null
        && inputs.get(3) != null
        && inputs.get(4) == null;
  }

  @Override
  Hop.Compute apply(Match match, Around around) {
    Hop.Compute index = (Hop.Compute) match.get(INNER);
    List<Hop> inputs = index.inputs();
    List<Span> spans = index.argumentSpans();
    return operator(
        CELL,
        match.root(),
        List.of(inputs.get(0), inputs.get(1), inputs.get(3)),
        index.operatorSpan(),
        List.of(spans.get(0), spans.get(1), spans.get(3)));
  }
}
