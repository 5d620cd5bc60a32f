package dev.linden.opt.rule;

import static dev.linden.op.CellwiseOps.GREATER;
import static dev.linden.op.CellwiseOps.LESS;
import static dev.linden.op.CellwiseOps.MINUS;
import static dev.linden.op.CellwiseOps.SIGN;
import static dev.linden.opt.Pattern.call;
import static dev.linden.opt.Pattern.matrix;
import static dev.linden.opt.Pattern.number;
import static dev.linden.opt.Pattern.same;

import dev.linden.hop.Hop;
import dev.linden.opt.Match;
import dev.linden.opt.RuleContext;
import java.util.Optional;

/**
 * {@code (X > 0) - (X < 0) → sign(X)}
 *
 * <p>One pass instead of three.
 *
 * <p>When: X is known to hold neither NaN, of which the comparisons give 0 and sign gives NaN, nor
 * -0.
 *
 * <p>Numerics: exact.
 */
public final class RecognizeSign extends PatternRule {
  public RecognizeSign() {
    super(call(MINUS, call(GREATER, matrix(X), number(0)), call(LESS, same(X), number(0))));
  }

  @Override
  public Optional<Hop> apply(Match match, RuleContext context) {
    Hop x = match.get(X);
    return Values.hasNoNaN(x) && Values.hasNoNegativeZero(x)
        ? Optional.of(context.call(SIGN, x))
        : Optional.empty();
  }
}
