package dev.linden.opt.rule;

import static dev.linden.op.AggregateOps.MEAN;
import static dev.linden.op.AggregateOps.PROD;
import static dev.linden.op.AggregateOps.SD;
import static dev.linden.op.AggregateOps.SUM;
import static dev.linden.op.AggregateOps.TRACE;
import static dev.linden.op.AggregateOps.VAR;
import static dev.linden.op.CellwiseOps.MAX;
import static dev.linden.op.CellwiseOps.MIN;
import static dev.linden.opt.Pattern.callAny;
import static dev.linden.opt.Pattern.matrix;

import dev.linden.hop.Hop;
import dev.linden.opt.Droppable;
import dev.linden.opt.Match;
import dev.linden.opt.RuleContext;
import java.util.Optional;
import java.util.Set;

/**
 * {@code sum(X) → 0, also mean, min, max, prod, var, sd, trace}
 *
 * <p>A constant instead of a pass.
 *
 * <p>When: X is known to have cells, but no non-zeros, and can be computed without failing.
 *
 * <p>Numerics: exact but for the sign of the zero. Which sign a zero has depends on how it is
 * stored anyway (decisions.md, Signs of zeros).
 */
public final class EmptyAggregate extends PatternRule {
  public EmptyAggregate() {
    super(callAny(Set.of(SUM, MEAN, MIN, MAX, PROD, VAR, SD, TRACE), matrix(X)).alone());
  }

  @Override
  public Optional<Hop> apply(Match match, RuleContext context) {
    Hop x = match.get(X);
    return Shapes.isEmpty(x) && Droppable.isDroppable(x)
        ? Optional.of(context.number(0))
        : Optional.empty();
  }
}
