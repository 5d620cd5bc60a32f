package dev.linden.opt.rule;

import static dev.linden.op.CellwiseOps.MINUS;
import static dev.linden.op.CellwiseOps.TIMES;
import static dev.linden.opt.Pattern.call;
import static dev.linden.opt.Pattern.matrix;
import static dev.linden.opt.Pattern.oneOf;
import static dev.linden.opt.Pattern.same;

import dev.linden.hop.Hop;
import dev.linden.opt.Match;
import dev.linden.opt.RuleContext;
import java.util.Optional;

/**
 * {@code X * Y - X, Y * X - X → X * (Y - 1)}
 *
 * <p>X is read once, and no product is kept.
 *
 * <p>When: X is known to be bounded, as sigmoids, comparisons and generated cells are, because Inf
 * * Y - Inf is NaN where Inf * (Y - 1) is not; the product has no other consumer; Y is not known to
 * be sparse, for the other factor is dense.
 *
 * <p>Numerics: one rounding less; NaN where it was NaN. A zero may change its sign. Which sign a
 * zero has depends on how it is stored anyway (decisions.md, Signs of zeros).
 */
public final class FactorOutOfProductMinus extends PatternRule {
  public FactorOutOfProductMinus() {
    super(
        oneOf(
            call(MINUS, call(TIMES, matrix(X), matrix(Y)).withSingleConsumer(), same(X)),
            call(MINUS, call(TIMES, matrix(Y), matrix(X)).withSingleConsumer(), same(X))));
  }

  @Override
  public Optional<Hop> apply(Match match, RuleContext context) {
    Hop y = match.get(Y);
    if (!Values.isModest(match.get(X)) || Shapes.isSparse(y)) {
      return Optional.empty();
    }
    Hop rest = context.call(MINUS, y, context.integer(1));
    return Optional.of(context.call(TIMES, match.get(X), rest));
  }
}
