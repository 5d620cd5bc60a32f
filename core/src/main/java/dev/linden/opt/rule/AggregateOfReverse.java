package dev.linden.opt.rule;

import static dev.linden.op.ReorgOps.REV;
import static dev.linden.opt.Pattern.call;
import static dev.linden.opt.Pattern.callAny;
import static dev.linden.opt.Pattern.matrix;

import dev.linden.hop.Hop;
import dev.linden.opt.Match;
import dev.linden.opt.RuleContext;
import java.util.Optional;

/**
 * {@code agg(rev(X)) → agg(X) for sum, mean, min, max, var, sd}
 *
 * <p>A copy less.
 *
 * <p>When: always. Not for prod: with another order a product may overflow.
 *
 * <p>Numerics: same cells in another order; exact for min and max.
 */
public final class AggregateOfReverse extends PatternRule {
  public AggregateOfReverse() {
    super(callAny(Families.WHOLE, call(REV, matrix(X))).alone());
  }

  @Override
  public Optional<Hop> apply(Match match, RuleContext context) {
    return Optional.of(context.call(match.root().op(), match.get(X)));
  }
}
