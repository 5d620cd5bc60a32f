package dev.linden.opt.rule;

import static dev.linden.op.CellwiseOps.NEGATE;
import static dev.linden.opt.Pattern.call;
import static dev.linden.opt.Pattern.matrix;

import dev.linden.hop.Hop;
import dev.linden.opt.Match;
import dev.linden.opt.RuleContext;
import java.util.Optional;

/**
 * {@code -(-X) → X}
 *
 * <p>Two passes less.
 *
 * <p>When: always; an inner call with other consumers stays for them. Scalars cost nothing and ints
 * have a range.
 *
 * <p>Numerics: exact, signs of zero included.
 */
public final class DropDoubleNegation extends PatternRule {
  public DropDoubleNegation() {
    super(call(NEGATE, call(NEGATE, matrix(X))));
  }

  @Override
  public Optional<Hop> apply(Match match, RuleContext context) {
    return Optional.of(match.get(X));
  }
}
