package dev.linden.opt.rule;

import static dev.linden.op.CellwiseOps.MINUS;
import static dev.linden.opt.Pattern.call;
import static dev.linden.opt.Pattern.matrix;
import static dev.linden.opt.Pattern.number;

import dev.linden.hop.Hop;
import dev.linden.opt.Match;
import dev.linden.opt.RuleContext;
import java.util.Optional;

/**
 * {@code X - 0 → X}
 *
 * <p>A pass less.
 *
 * <p>When: X is a matrix; the zero has no minus sign.
 *
 * <p>Numerics: exact: also -0 - 0 is -0.
 */
public final class DropMinusZero extends PatternRule {
  public DropMinusZero() {
    super(call(MINUS, matrix(X), number(0)));
  }

  @Override
  public Optional<Hop> apply(Match match, RuleContext context) {
    return Optional.of(match.get(X));
  }
}
