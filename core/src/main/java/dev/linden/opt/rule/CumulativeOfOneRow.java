package dev.linden.opt.rule;

import static dev.linden.op.AggregateOps.CUMMAX;
import static dev.linden.op.AggregateOps.CUMMIN;
import static dev.linden.op.AggregateOps.CUMPROD;
import static dev.linden.op.AggregateOps.CUMSUM;
import static dev.linden.opt.Pattern.callAny;
import static dev.linden.opt.Pattern.matrix;

import dev.linden.hop.Hop;
import dev.linden.opt.Match;
import dev.linden.opt.RuleContext;
import java.util.Optional;
import java.util.Set;

/**
 * {@code cumsum(X), cumprod(X), cummin(X), cummax(X) → X}
 *
 * <p>Nothing to accumulate.
 *
 * <p>When: X is known to have one row.
 *
 * <p>Numerics: exact, except that cumsum would make -0 a plain 0. Which sign a zero has depends on
 * how it is stored anyway (decisions.md, Signs of zeros).
 */
public final class CumulativeOfOneRow extends PatternRule {
  public CumulativeOfOneRow() {
    super(callAny(Set.of(CUMSUM, CUMPROD, CUMMIN, CUMMAX), matrix(X)));
  }

  @Override
  public Optional<Hop> apply(Match match, RuleContext context) {
    return Shapes.isRow(match.get(X)) ? Optional.of(match.get(X)) : Optional.empty();
  }
}
