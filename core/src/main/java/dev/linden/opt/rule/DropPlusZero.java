package dev.linden.opt.rule;

import static dev.linden.op.CellwiseOps.PLUS;
import static dev.linden.opt.Pattern.commuted;
import static dev.linden.opt.Pattern.matrix;
import static dev.linden.opt.Pattern.number;

import dev.linden.hop.Hop;
import dev.linden.opt.Match;
import dev.linden.opt.RuleContext;
import java.util.Optional;

/**
 * {@code X + 0, 0 + X → X}
 *
 * <p>A pass less.
 *
 * <p>When: X is a matrix that can't hold -0, such as a comparison or a square.
 *
 * <p>Numerics: exact; -0 + 0 would be 0.
 */
public final class DropPlusZero extends PatternRule {
  public DropPlusZero() {
    super(commuted(PLUS, matrix(X), number(0)));
  }

  @Override
  public Optional<Hop> apply(Match match, RuleContext context) {
    Hop x = match.get(X);
    return Values.hasNoNegativeZero(x) ? Optional.of(x) : Optional.empty();
  }
}
