package dev.linden.opt.rule;

import static dev.linden.opt.Pattern.callAny;
import static dev.linden.opt.Pattern.matrix;

import dev.linden.hop.Hop;
import dev.linden.opt.Match;
import dev.linden.opt.RuleContext;
import java.util.Optional;

/**
 * {@code round(X) → X, also abs, floor, ceil, sqrt, -X and other functions with f(0) = 0}
 *
 * <p>A pass less.
 *
 * <p>When: X is known to have no non-zeros.
 *
 * <p>Numerics: exact but for signs of zeros. Which sign a zero has depends on how it is stored
 * anyway (decisions.md, Signs of zeros).
 */
public final class EmptyCellwise extends PatternRule {
  public EmptyCellwise() {
    super(callAny(Families.CELLWISE_UNARY, matrix(X)).alone());
  }

  @Override
  public Optional<Hop> apply(Match match, RuleContext context) {
    Hop x = match.get(X);
    return Shapes.isEmpty(x) && match.root().op().unary().keepsZeros()
        ? Optional.of(x)
        : Optional.empty();
  }
}
