package dev.linden.opt.rule;

import static dev.linden.op.CellwiseOps.MINUS;
import static dev.linden.op.CellwiseOps.NEGATE;
import static dev.linden.op.CellwiseOps.PLUS;
import static dev.linden.opt.Pattern.call;
import static dev.linden.opt.Pattern.commuted;
import static dev.linden.opt.Pattern.numeric;

import dev.linden.hop.Hop;
import dev.linden.opt.Match;
import dev.linden.opt.RuleContext;
import java.util.Optional;

/**
 * {@code X + (-Y), (-Y) + X → X - Y}
 *
 * <p>A pass less.
 *
 * <p>When: the result is a matrix.
 *
 * <p>Numerics: exact: IEEE 754 defines subtraction that way.
 */
public final class AddNegation extends PatternRule {
  public AddNegation() {
    super(commuted(PLUS, numeric(X), call(NEGATE, numeric(Y))));
  }

  @Override
  public Optional<Hop> apply(Match match, RuleContext context) {
    if (!match.root().info().isMatrix()) {
      return Optional.empty();
    }
    return Optional.of(context.call(MINUS, match.get(X), match.get(Y)));
  }
}
