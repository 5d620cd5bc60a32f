package dev.linden.opt.rule;

import static dev.linden.op.CellwiseOps.DIVIDE;
import static dev.linden.op.CellwiseOps.POWER;
import static dev.linden.opt.Pattern.call;
import static dev.linden.opt.Pattern.matrix;
import static dev.linden.opt.Pattern.number;

import dev.linden.hop.Hop;
import dev.linden.opt.Match;
import dev.linden.opt.RuleContext;
import java.util.Optional;

/**
 * {@code X ^ -1 → 1 / X}
 *
 * <p>A division is many times cheaper than a general power.
 *
 * <p>When: X is a matrix.
 *
 * <p>Numerics: the quotient is correctly rounded, the power within one unit in the last place;
 * zeros and infinities agree.
 */
public final class ReciprocalForPower extends PatternRule {
  public ReciprocalForPower() {
    super(call(POWER, matrix(X), number(-1)));
  }

  @Override
  public Optional<Hop> apply(Match match, RuleContext context) {
    return Optional.of(context.call(DIVIDE, context.integer(1), match.get(X)));
  }
}
