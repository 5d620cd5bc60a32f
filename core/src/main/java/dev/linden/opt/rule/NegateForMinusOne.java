package dev.linden.opt.rule;

import static dev.linden.op.CellwiseOps.DIVIDE;
import static dev.linden.op.CellwiseOps.NEGATE;
import static dev.linden.op.CellwiseOps.TIMES;
import static dev.linden.opt.Pattern.call;
import static dev.linden.opt.Pattern.commuted;
import static dev.linden.opt.Pattern.matrix;
import static dev.linden.opt.Pattern.number;
import static dev.linden.opt.Pattern.oneOf;

import dev.linden.hop.Hop;
import dev.linden.opt.Match;
import dev.linden.opt.RuleContext;
import java.util.Optional;

/**
 * {@code X * -1, -1 * X, X / -1 → -X}
 *
 * <p>A change of sign is cheaper than a product and easier to see for other rules.
 *
 * <p>When: X is a matrix.
 *
 * <p>Numerics: exact, signs of zero included.
 */
public final class NegateForMinusOne extends PatternRule {
  public NegateForMinusOne() {
    super(oneOf(commuted(TIMES, matrix(X), number(-1)), call(DIVIDE, matrix(X), number(-1))));
  }

  @Override
  public Optional<Hop> apply(Match match, RuleContext context) {
    return Optional.of(context.call(NEGATE, match.get(X)));
  }
}
