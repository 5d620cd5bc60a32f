package dev.linden.opt.rule;

import static dev.linden.op.CellwiseOps.POWER;
import static dev.linden.opt.Pattern.call;
import static dev.linden.opt.Pattern.matrix;
import static dev.linden.opt.Pattern.number;

import dev.linden.hop.Hop;
import dev.linden.opt.Match;
import dev.linden.opt.RuleContext;
import java.util.Optional;

/**
 * {@code X ^ 1 → X}
 *
 * <p>A pass less.
 *
 * <p>When: X is a matrix.
 *
 * <p>Numerics: exact.
 */
public final class DropPowerOne extends PatternRule {
  public DropPowerOne() {
    super(call(POWER, matrix(X), number(1)));
  }

  @Override
  public Optional<Hop> apply(Match match, RuleContext context) {
    return Optional.of(match.get(X));
  }
}
