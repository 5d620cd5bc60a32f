package dev.linden.opt.rule;

import static dev.linden.op.CellwiseOps.NEGATE;
import static dev.linden.op.CellwiseOps.POWER;
import static dev.linden.opt.Pattern.call;
import static dev.linden.opt.Pattern.matrix;
import static dev.linden.opt.Pattern.number;

import dev.linden.hop.Hop;
import dev.linden.opt.Match;
import dev.linden.opt.RuleContext;
import java.util.Optional;

/**
 * {@code (-X) ^ 2 → X ^ 2}
 *
 * <p>A pass less.
 *
 * <p>When: always; an inner call with other consumers stays for them.
 *
 * <p>Numerics: exact.
 */
public final class SquareOfNegation extends PatternRule {
  public SquareOfNegation() {
    super(call(POWER, call(NEGATE, matrix(X)), number(2)));
  }

  @Override
  public Optional<Hop> apply(Match match, RuleContext context) {
    return Optional.of(context.call(POWER, match.get(X), match.root().inputs().get(1)));
  }
}
