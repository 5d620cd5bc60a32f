package dev.linden.opt.rule;

import static dev.linden.op.CellwiseOps.ABS;
import static dev.linden.opt.Pattern.call;
import static dev.linden.opt.Pattern.matrix;

import dev.linden.hop.Hop;
import dev.linden.opt.Match;
import dev.linden.opt.RuleContext;
import java.util.Optional;

/**
 * {@code abs(X ^ 2), abs(exp(X)), abs(sigmoid(X)), abs(X > Y) → X ^ 2, exp(X), sigmoid(X), X > Y}
 *
 * <p>No cell has a sign to lose.
 *
 * <p>When: the argument is a matrix that can hold neither negative cells nor -0.
 *
 * <p>Numerics: exact.
 */
public final class AbsOfNonNegative extends PatternRule {
  public AbsOfNonNegative() {
    super(call(ABS, matrix(X)));
  }

  @Override
  public Optional<Hop> apply(Match match, RuleContext context) {
    Hop x = match.get(X);
    return Values.isNonNegative(x) && Values.hasNoNegativeZero(x)
        ? Optional.of(x)
        : Optional.empty();
  }
}
