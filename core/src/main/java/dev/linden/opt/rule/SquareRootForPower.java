package dev.linden.opt.rule;

import static dev.linden.op.CellwiseOps.POWER;
import static dev.linden.op.CellwiseOps.SQRT;
import static dev.linden.opt.Pattern.call;
import static dev.linden.opt.Pattern.matrix;
import static dev.linden.opt.Pattern.number;

import dev.linden.hop.Hop;
import dev.linden.opt.Match;
import dev.linden.opt.RuleContext;
import java.util.Optional;

/**
 * {@code X ^ 0.5 → sqrt(X)}
 *
 * <p>A root is many times cheaper than a general power.
 *
 * <p>When: X is known to hold neither negative cells nor -0, such as a square: the power of those
 * is NaN or 0 where the root is NaN or -0, and the power of -Infinity is infinite.
 *
 * <p>Numerics: the root is correctly rounded, the power within one unit in the last place.
 */
public final class SquareRootForPower extends PatternRule {
  public SquareRootForPower() {
    super(call(POWER, matrix(X), number(0.5)));
  }

  @Override
  public Optional<Hop> apply(Match match, RuleContext context) {
    Hop x = match.get(X);
    return Values.isNonNegative(x) && Values.hasNoNegativeZero(x)
        ? Optional.of(context.call(SQRT, x))
        : Optional.empty();
  }
}
